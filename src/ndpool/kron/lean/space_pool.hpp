#pragma once

#include <mutex>
#include <utility>
#include <vector>

// Internal to kron/.
namespace ndpool {

/// Work memory with an element for every node, which threads borrow and return: at most one per thread is ever made.
template <typename Space>
class SpacePool {
public:
    /// A returned one, as it was returned, or else a new one: Space(arguments...).
    template <typename... Arguments>
    [[nodiscard]] Space take(const Arguments&... arguments) {
        {
            const std::lock_guard lock(guard_);
            if (!free_.empty()) {
                Space space = std::move(free_.back());
                free_.pop_back();
                return space;
            }
        }
        return Space(arguments...);
    }
    void give_back(Space space) {
        const std::lock_guard lock(guard_);
        free_.push_back(std::move(space));
    }

private:
    std::mutex guard_;
    std::vector<Space> free_;
};

}  // namespace ndpool
