#include "ndpool/base/version.hpp"

namespace ndpool {

std::string_view version() {
    return NDPOOL_VERSION;
}

}  // namespace ndpool
