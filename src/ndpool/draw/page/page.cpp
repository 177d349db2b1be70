#include "ndpool/draw/page/page.hpp"

#include "ndpool/draw/page/page_assets.hpp"
#include "ndpool/draw/page/page_checks.hpp"
#include "ndpool/draw/page/page_data.hpp"
#include "ndpool/draw/page/page_sections.hpp"
#include "ndpool/draw/text.hpp"

namespace ndpool {

std::string page_html(const Page& page) {
    check_page(page);
    std::string html =
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n<title>" +
        escaped(page.title) + "</title>\n<style>\n";
    html += page_style_sheet();
    html += "</style>\n</head>\n<body>\n<div class=\"page\">\n" + head_section(page);
    const bool has_contents = page.figures.size() > 2;
    html += has_contents ? "<div class=\"body\">\n" + contents_section(page) : "<div class=\"body alone\">\n";
    html += "<main>\n";
    for (const PageFigure& figure : page.figures) {
        html += figure_section(figure, page.summary);
    }
    html += "</main>\n</div>\n</div>\n<script type=\"application/json\" id=\"page-data\">";
    html += page_data(page);
    html += "</script>\n<script>\n/*\n";
    html += chart_library_licence();
    html += "*/\n";
    html += chart_library();
    html += "</script>\n<script type=\"module\">\n";  // a module has its own names
    html += page_script();
    return html + "</script>\n</body>\n</html>\n";
}

}  // namespace ndpool
