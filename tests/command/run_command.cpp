#include "command/run_command.hpp"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <sstream>

#include "ndpool/io/atomic_write.hpp"
#include "ndpool/io/file.hpp"

namespace ndpool {

namespace fs = std::filesystem;

namespace {

int checked(int result, const char* what) {
    if (result < 0) {
        throw std::runtime_error(std::string("cannot ") + what);
    }
    return result;
}

/// A file without a name, which goes with its last descriptor.
int nameless_file() {
    std::string pattern = (fs::temp_directory_path() / "ndpool_out_XXXXXX").string();
    const int file = checked(mkostemp(pattern.data(), O_CLOEXEC), "make a temporary file");
    unlink(pattern.c_str());
    return file;
}

/// Everything that can be read. A terminal whose other side is closed says EIO instead of an end.
std::string read_all(int file) {
    std::string text;
    std::array<char, 4096> piece{};
    for (ssize_t count = 0; (count = read(file, piece.data(), piece.size())) > 0;) {
        text.append(piece.data(), static_cast<std::size_t>(count));
    }
    return text;
}

[[noreturn]] void become_command(const Words& words, const Surroundings& where, int out, int err) {
    dup2(out, STDOUT_FILENO);
    dup2(err, STDERR_FILENO);
    if (!where.standard_input.empty()) {
        dup2(open(where.standard_input.c_str(), O_RDONLY | O_CLOEXEC), STDIN_FILENO);
    }
    unsetenv("NDPOOL_DATA");
    setenv("NDPOOL_CACHE", "", 1);
    for (const auto& [name, value] : where.variables) {
        setenv(name.c_str(), value.c_str(), 1);
    }
    std::vector<char*> arguments{const_cast<char*>("ndpool")};
    for (const std::string& word : words) {
        arguments.push_back(const_cast<char*>(word.c_str()));
    }
    arguments.push_back(nullptr);
    if (chdir(where.folder.c_str()) == 0) {
        execv(NDPOOL_COMMAND, arguments.data());
    }
    _exit(127);
}

}  // namespace

RunningCommand::RunningCommand(const Words& words, const Surroundings& where) : terminal_(where.terminal) {
    int err_of_child = -1;
    if (terminal_) {
        err_ = checked(posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC), "open a terminal");
        checked(grantpt(err_), "grant the terminal");
        checked(unlockpt(err_), "unlock the terminal");
        err_of_child = checked(open(ptsname(err_), O_RDWR | O_NOCTTY | O_CLOEXEC), "open the terminal's other side");
    } else {
        err_ = nameless_file();
        err_of_child = err_;
    }
    out_ = where.standard_output.empty()
               ? nameless_file()
               : checked(open(where.standard_output.c_str(), O_WRONLY | O_CLOEXEC), "open the standard output");
    process_ = checked(fork(), "fork");
    if (process_ == 0) {
        become_command(words, where, out_, err_of_child);
    }
    if (terminal_) {
        close(err_of_child);
    }
}

RunningCommand::~RunningCommand() {
    if (process_ > 0) {
        kill(process_, SIGKILL);
        waitpid(process_, nullptr, 0);
    }
    close(out_);
    close(err_);
}

void RunningCommand::send(int signal) const {
    kill(process_, signal);
}

Outcome RunningCommand::finish() {
    Outcome outcome;
    if (terminal_) {
        outcome.err = read_all(err_);  // as it comes: a terminal holds little
    }
    int status = 0;
    waitpid(process_, &status, 0);
    process_ = -1;
    if (WIFEXITED(status)) {
        outcome.code = WEXITSTATUS(status);
    } else {
        outcome.signal = WTERMSIG(status);
    }
    if (!terminal_) {
        lseek(err_, 0, SEEK_SET);
        outcome.err = read_all(err_);
    }
    lseek(out_, 0, SEEK_SET);
    outcome.out = read_all(out_);
    return outcome;
}

Outcome CommandTest::run(const Words& words, const Surroundings& where) {
    return RunningCommand(words, where).finish();
}

Json CommandTest::run_json(Words words) const {
    words.emplace_back("--json");
    words.emplace_back("--quiet");
    const Outcome outcome = run(words);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(outcome.err, "");
    Json json = Json::parse(outcome.out, nullptr, false);
    EXPECT_TRUE(json.is_object()) << outcome.out;
    EXPECT_EQ(std::count(outcome.out.begin(), outcome.out.end(), '\n'), 1) << outcome.out;
    return json;
}

void CommandTest::run_well(Words words) const {
    words.emplace_back("--quiet");
    const Outcome outcome = run(words);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(outcome.err, "");
}

void CommandTest::put(const std::string& name, const std::string& text) const {
    fs::create_directories((folder / name).parent_path());
    write_file(folder / name, text);
}

std::string CommandTest::text(const std::string& name) const {
    return read_bytes(folder / name);
}

std::vector<std::string> CommandTest::lines(const std::string& name) const {
    std::istringstream stream(text(name));
    std::vector<std::string> all;
    for (std::string line; std::getline(stream, line);) {
        all.push_back(line);
    }
    return all;
}

std::map<std::string, std::string> CommandTest::tree(const std::string& name) const {
    std::map<std::string, std::string> files;
    for (const auto& entry : fs::recursive_directory_iterator(folder / name)) {
        const std::string path = fs::relative(entry.path(), folder / name).string();
        if (entry.is_directory()) {
            files[path + "/"] = "";
        } else {
            files[path] = read_bytes(entry.path());
        }
    }
    return files;
}

void expect_refusal(const Outcome& outcome, int code, const Words& words) {
    EXPECT_EQ(outcome.code, code) << outcome.err;
    EXPECT_EQ(outcome.out, "");
    EXPECT_TRUE(outcome.err.starts_with("ndpool: ")) << outcome.err;
    EXPECT_EQ(outcome.err.find('\n'), outcome.err.size() - 1) << "one line and no more: " << outcome.err;
    for (const std::string& word : words) {
        EXPECT_NE(outcome.err.find(word), std::string::npos) << "'" << word << "' is not in: " << outcome.err;
    }
}

}  // namespace ndpool
