#include "ndpool/reproduce/drawings/molecule.hpp"

#include <array>

namespace ndpool {

Graph cholesterol_graph() {
    // Atoms by the steroid numbering minus one: C1 to C27 are 0 to 26, the oxygen at C3 is 27.
    constexpr std::array<Edge, 31> bonds{{{0, 1},   {1, 2},   {2, 3},   {3, 4},   {4, 9},   {9, 0},   {4, 5},   {5, 6},
                                          {6, 7},   {7, 8},   {8, 9},   {8, 10},  {10, 11}, {11, 12}, {12, 13}, {13, 7},
                                          {13, 14}, {14, 15}, {15, 16}, {16, 12}, {12, 17}, {9, 18},  {16, 19}, {19, 20},
                                          {19, 21}, {21, 22}, {22, 23}, {23, 24}, {24, 25}, {24, 26}, {2, 27}}};
    return Graph::from_edges(28, bonds);
}

}  // namespace ndpool
