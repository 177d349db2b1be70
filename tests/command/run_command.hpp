#pragma once

#include <gtest/gtest.h>
#include <sys/types.h>

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "support/scratch_folder.hpp"

namespace ndpool {

using Words = std::vector<std::string>;
using Json = nlohmann::ordered_json;

/// How a run of the command ended and what it printed.
struct Outcome {
    int code = -1;   ///< -1 if a signal ended it
    int signal = 0;  ///< 0 if none did
    std::string out;
    std::string err;
};

/// Where the command runs. Unless they are among the variables, $NDPOOL_DATA is unset and $NDPOOL_CACHE says that nothing is
/// kept.
struct Surroundings {
    std::filesystem::path folder;
    std::map<std::string, std::string> variables = {};
    std::string standard_output = {};  ///< a file or device instead of being caught
    std::string standard_input = {};   ///< a file instead of what the test has
    bool terminal = false;             ///< standard error is a terminal instead of a file
};

/// A command that was started and not yet waited for.
class RunningCommand {
public:
    RunningCommand(const Words& words, const Surroundings& where);
    ~RunningCommand();
    RunningCommand(const RunningCommand&) = delete;
    RunningCommand& operator=(const RunningCommand&) = delete;

    void send(int signal) const;
    /// Waits for the end; to be called once.
    Outcome finish();

private:
    pid_t process_ = -1;
    int out_ = -1;
    int err_ = -1;
    bool terminal_ = false;
};

/// A test in an empty folder, in which the command runs.
class CommandTest : public ::testing::Test {
protected:
    [[nodiscard]] Outcome run(const Words& words) const { return run(words, {folder.path()}); }
    [[nodiscard]] static Outcome run(const Words& words, const Surroundings& where);

    /// Expects success and nothing else than one JSON object on standard output; returns it.
    [[nodiscard]] Json run_json(Words words) const;
    /// Expects exit code 0 and silence on standard error.
    void run_well(Words words) const;

    void put(const std::string& name, const std::string& text) const;
    [[nodiscard]] std::string text(const std::string& name) const;
    [[nodiscard]] std::vector<std::string> lines(const std::string& name) const;
    /// Every file below a folder with its bytes, and every folder with a slash.
    [[nodiscard]] std::map<std::string, std::string> tree(const std::string& name = ".") const;

    ScratchFolder folder;
};

/// Expects the exit code and a single line "ndpool: ..." on standard error that has all the words, and nothing on
/// standard output.
void expect_refusal(const Outcome& outcome, int code, const Words& words);

}  // namespace ndpool
