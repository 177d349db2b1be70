#pragma once

#include <string>
#include <utility>
#include <vector>

#include "ndpool/draw/figure_parts.hpp"

namespace ndpool {

struct PageCell {
    std::string text;
    std::string below = {};  ///< smaller, such as the paper's value
    bool strong = false;
    std::string link = {};  ///< what the cell leads to: name of a figure of this page, or FIGURE-graph-0 for its first graph
};

struct PageTable {
    std::string title;
    std::string note;
    std::vector<std::string> columns;         ///< the first one is the heading of the rows
    std::vector<std::vector<PageCell>> rows;  ///< as many cells as columns
    bool numbers = true;                      ///< cells are aligned to the right
};

using PageFacts = std::vector<std::pair<std::string, std::string>>;

/// One figure or table of a page with all that belongs to it.
struct PageFigure {
    std::string name;  ///< unique in the page, such as "fig-density": letters, digits and dashes
    std::string title;
    std::string place;    ///< where the paper has it, such as "Fig. 4"; may be empty
    std::string says;     ///< one sentence about what it shows
    std::string command;  ///< what made it; may be empty
    Verdict verdict = {};
    std::vector<ReportChart> charts = {};
    std::vector<ReportGraph> graphs = {};
    std::vector<ReportMatrix> matrices = {};
    std::vector<PageTable> tables = {};
    PageFacts facts = {};           ///< seed, version, date: name and value
    std::string fill_command = {};  ///< if not empty, a part is missing and this command fills the gap
    std::string note = {};          ///< how it was made, below the parts
    std::string text = {};          ///< shown as it is in a box of fixed width, such as options
};

struct Page {
    std::string title;
    std::string kicker;  ///< a few words above the title
    std::string lead;    ///< a sentence or two below it
    PageFacts facts = {};
    std::vector<PageFigure> figures = {};
    bool summary = false;           ///< the page begins with the verdicts of all figures
    std::string summary_note = {};  ///< below them
};

/// One self-contained HTML page: with a summary if asked for, a table of contents, and the figures with charts that can be zoomed
/// and graphs that can be moved and stepped through. It needs no network and no other file. The same page gives the same bytes.
/// Throws InvalidInput, naming the figure, if sizes do not fit together.
[[nodiscard]] std::string page_html(const Page& page);

}  // namespace ndpool
