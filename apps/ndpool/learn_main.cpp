// The program ndpool-learn: the commands that need LibTorch. ndpool runs it.
#include "learn_commands.hpp"
#include "program.hpp"

int main(int count, char** words) {
    using namespace ndpool::command;
    const Program program{"ndpool: the commands that learn. Run them as ndpool train, ndpool predict.", "",
                          [](CLI::App& app, CommonOptions& common) {
                              add_train(app, common);
                              add_merge_runs(app, common);
                              add_predict(app, common);
                              add_learned_reproduce(app, common);
                          }};
    return run_program(program, count, words);
}
