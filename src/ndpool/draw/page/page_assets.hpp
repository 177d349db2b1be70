#pragma once

#include <string_view>

namespace ndpool {

// Files of this folder, joined into the library when it is built (cmake/embed_texts.cmake).

/// The style sheet of pages: that of uPlot and the files of style/.
[[nodiscard]] std::string_view page_style_sheet();

/// The program of pages: the files of script/. It uses chart_library.
[[nodiscard]] std::string_view page_script();

/// uPlot (https://github.com/leeoniya/uPlot), which draws charts.
[[nodiscard]] std::string_view chart_library();

/// The licence of uPlot, to be given with it.
[[nodiscard]] std::string_view chart_library_licence();

}  // namespace ndpool
