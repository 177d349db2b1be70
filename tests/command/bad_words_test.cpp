// Command lines that cannot be understood: one line that helps, exit code 2, nothing written.
#include "command/run_command.hpp"

namespace ndpool {
namespace {

struct BadLine {
    Words words;
    Words expected;  ///< all of these must be in the message
};

class BadWords : public CommandTest {
protected:
    void expect_refused(const std::vector<BadLine>& all) const {
        const auto before = tree();
        for (const BadLine& bad : all) {
            std::string line = "ndpool";
            for (const std::string& word : bad.words) {
                line += " " + word;
            }
            SCOPED_TRACE(line);
            expect_refusal(run(bad.words), 2, bad.expected);
            EXPECT_EQ(tree(), before) << "something was left behind";
        }
    }
};

TEST_F(BadWords, CommandsAndOptionsThatDoNotExist) {
    expect_refused({{{}, {"a command is missing", "coarsen", "see ndpool --help"}},
                    {{"nonsense"}, {"there is no command nonsense", "info, generate, convert"}},
                    {{"--frob"}, {"there is no option --frob"}},
                    {{"info", "path:9", "--frob"}, {"there is no option --frob", "see ndpool info --help"}},
                    {{"coarsen", "path:9", "-o", "out", "--level", "3"}, {"there is no option --level"}},
                    {{"cut", "path:9", "path:8"}, {"path:8 is one word too many"}}});
}

TEST_F(BadWords, WhatIsMissing) {
    expect_refused({{{"info"}, {"INPUT is required", "see ndpool info --help"}},
                    {{"generate"}, {"SPEC is required"}},
                    {{"generate", "path:9"}, {"--output is required"}},
                    {{"coarsen", "path:9"}, {"--output is required"}},
                    {{"view", "path:9"}, {"--output is required"}},
                    {{"cut", "path:9", "-o"}, {"--output"}},
                    {{"reproduce"}, {"TARGET", "--help"}},
                    {{"reproduce", "cut-size"}, {"-o DIR"}}});
}

TEST_F(BadWords, ValuesThatAreNothing) {  // an empty variable of a shell, which would be taken for the default
    expect_refused({{{"info", "path:9", "--format", ""}, {"--input-format"}},
                    {{"info", "path:9", "--data", ""}, {"--data: there is nothing"}},
                    {{"generate", "path:9", "-o", "a.mtx", "--format", ""}, {"--format: there is nothing"}},
                    {{"coarsen", "path:9", "-o", "out", "--levels", ""}, {"--levels: there is nothing"}},
                    {{"view", "path:9", "-o", "a.html", "--positions", ""}, {"--positions: there is nothing"}},
                    {{"reproduce", "cut-size", "-o", "out", "--data", ""}, {"--data: there is nothing"}}});
}

TEST_F(BadWords, OptionsOfAnotherTarget) {
    expect_refused(
        {{{"reproduce", "cut-size", "-o", "out", "--methods", "ndp"}, {"--methods: belongs to trained tables"}},
         {{"reproduce", "cut-size", "-o", "out", "--time-epochs", "3"}, {"--time-epochs: belongs to trained tables"}}});
}

TEST_F(BadWords, AFormatThatDoesNotExistEvenWhereNoneIsNeeded) {
    expect_refused({{{"info", "path:9", "--format", "frob"}, {"there is no 'frob'", "mtx, metis"}},
                    {{"coarsen", "path:9", "-o", "out", "--input-format", "nan"}, {"there is no 'nan'"}}});
}

TEST_F(BadWords, CommonOptionsOutOfTheirRange) {
    expect_refused({{{"info", "path:9", "--seed", "-1"}, {"--seed: '-1'", "expected a whole number"}},
                    {{"info", "path:9", "--seed", "abc"}, {"--seed: 'abc'"}},
                    {{"info", "path:9", "--seed", "1.5"}, {"--seed: '1.5'"}},
                    {{"info", "path:9", "--seed", ""}, {"--seed"}},
                    {{"info", "path:9", "--seed", "18446744073709551616"}, {"--seed", "18446744073709551615"}},
                    {{"--seed", "abc", "info", "path:9"}, {"--seed: 'abc'"}},
                    {{"info", "path:9", "--threads", "-1"}, {"--threads: '-1'", "from 0 to 4096"}},
                    {{"info", "path:9", "--threads", "two"}, {"--threads: 'two'"}},
                    {{"info", "path:9", "--threads", "5000"}, {"--threads: '5000'"}}});
}

TEST_F(BadWords, LevelsThatAreNone) {
    for (const std::string command : {"coarsen", "view"}) {
        const std::string output = command == "view" ? "out.html" : "out";
        for (const std::string levels :
             {"0", "-1", "a", "1.5", "1,,2", "1,2,", "1 2", "0x3", "1001", "2147483647", "99999999999", "1,nan"}) {
            expect_refused({{{command, "path:9", "-o", output, "--levels", levels}, {"--levels: '", "whole numbers", "1,3,5"}}});
        }
        expect_refused({{{command, "path:9", "-o", output, "--levels", "3,1"}, {"--levels: 1 comes after 3", "ascending"}},
                        {{command, "path:9", "-o", output, "--levels", "2,2"}, {"--levels: 2 comes after 2", "ascending"}}});
    }
}

TEST_F(BadWords, NumbersOutOfTheirRange) {
    for (const std::string number : {"-1", "nan", "-nan", "inf", "a", "", "0.1x", "1e999"}) {
        expect_refused({{{"coarsen", "path:9", "-o", "out", "--epsilon", number}, {"--epsilon", "of at least 0"}},
                        {{"cut", "path:9", "--random-below", number}, {"--random-below", "from 0 to 1"}},
                        {{"coarsen", "path:9", "-o", "out", "--memory-limit", number}, {"--memory-limit"}}});
    }
    expect_refused({{{"cut", "path:9", "--random-below", "1.1"}, {"--random-below"}},
                    {{"view", "bench:easy-small,9", "-o", "a.html", "--graph", "0"}, {"--graph: '0'"}},
                    {{"view", "bench:easy-small,9", "-o", "a.html", "--graph", "-1"}, {"--graph: '-1'"}},
                    {{"view", "bench:easy-small,9", "-o", "a.html", "--graph", "10"}, {"there is no graph 10", "1 to 9"}}});
}

TEST_F(BadWords, NamesThatAreNoneOfTheList) {
    const Words coarsen{"coarsen", "path:9", "-o", "out"};
    const auto with = [&](const std::string& option, const std::string& word) {
        Words words = coarsen;
        words.insert(words.end(), {option, word});
        return words;
    };
    expect_refused({{with("--method", "magic"), {"--method", "magic", "expected one of ndp, graclus, nmf"}},
                    {with("--accuracy", "rough"), {"--accuracy", "'rough'", "exact", "faithful", "lean"}},
                    {with("--cut-method", "best"), {"'best'", "spectral, random, trevisan, power, sdp, tabu, auto"}},
                    {with("--laplacian", "x"), {"'x'", "symmetric, combinatorial"}},
                    {with("--components", "x"), {"'x'", "each, whole"}},
                    {with("--sparsify", "x"), {"'x'", "end, each"}},
                    {with("--format", "x"), {"'x'", "mtx, metis, edges, npz, rudy, tu"}},
                    {with("--symmetrize", "x"), {"'x'", "max, mean, sum, chung"}},
                    {{"cut", "path:9", "--method", "x"}, {"'x'", "spectral"}},
                    {{"info", "path:9", "--symmetrize", "x"}, {"'x'", "max, mean, sum, chung"}},
                    {{"reproduce", "table-99", "-o", "out"}, {"table-99", "--list"}},
                    {{"reproduce", "cut-size", "table-99", "-o", "out"}, {"table-99", "--list"}}});
}

TEST_F(BadWords, GeneratorsThatCannotBe) {
    expect_refused({{{"info", "path:0"}, {"path:0", "at least 1", "path:9"}},
                    {{"info", "path:-3"}, {"path:-3"}},
                    {{"info", "path:"}, {"missing"}},
                    {{"info", "grid:3"}, {"grid:3", "ROWSxCOLUMNS"}},
                    {{"info", "grid:3xb"}, {"'b'", "whole number"}},
                    {{"info", "erdos-renyi:10,1.5"}, {"1.5", "between 0 and 1"}},
                    {{"info", "path:9,9"}, {"'9' is too much"}},
                    {{"info", "path:99999999999"}, {"2147483647"}},
                    {{"info", "gird:3x3"}, {"gird:3x3", "no such file or folder", "no generator", "generate --help"}},
                    {{"info", "bench:soft"}, {"'soft'", "easy, hard"}},
                    {{"generate", "graph.mtx", "-o", "a.mtx"}, {"no known generator"}}});
}

TEST_F(BadWords, OptionsThatDoNotFitTheInput) {
    put("positions.mtx", "%%MatrixMarket matrix array real general\n2 2\n0\n1\n0\n1\n");
    expect_refused(
        {{{"view", "path:9", "-o", "a.html", "--positions", "positions.mtx"}, {"positions.mtx: 2 positions", "9 nodes"}},
         {{"view", "path:9", "-o", "a.html", "--positions", "nowhere.mtx"}, {"nowhere.mtx"}},
         {{"view", "bench:easy-small,9", "-o", "a.html", "--positions", "positions.mtx"}, {"--positions", "dataset"}},
         {{"view", "path:9", "-o", "a.html", "--graph", "1"}, {"--graph", "single graph"}},
         {{"view", "path:9", "-o", "a.png"}, {".png", "expected .html or .svg"}},
         {{"coarsen", "bench:easy-small,9", "-o", "out", "--format", "mtx"}, {"--format", "mtx"}},
         {{"generate", "bench:easy-small,9", "-o", "out.mtx"}, {"out.mtx", "folder or of a .zip"}},
         {{"generate", "bench:easy-small,9", "-o", "out", "--format", "npz"}, {"folder or of a .zip"}},
         {{"generate", "path:9", "-o", "out"}, {"out: cannot tell the format", ".mtx"}},
         {{"generate", "path:9", "-o", "out.xyz"}, {"out.xyz: cannot tell the format"}},
         {{"generate", "sensor:20", "-o", "out.graph"}, {"out.graph", "whole weights", ".mtx"}}});
}

}  // namespace
}  // namespace ndpool
