// The program ndpool. Only apps/ndpool/ prints, parses options and maps errors to exit codes.
#include "ndpool_program.hpp"

int main(int count, char** words) {
    return ndpool::command::run_ndpool(count, words);
}
