// ndpool train and predict on signals over one graph.
#include <signal.h>

#include <chrono>
#include <thread>

#include "command/run_command.hpp"
#include "ndpool/io/archive/npy.hpp"
#include "ndpool/io/archive/npy_write.hpp"
#include "ndpool/io/archive/zip_writer.hpp"
#include "ndpool/io/formats/idx.hpp"

namespace ndpool {
namespace {

namespace fs = std::filesystem;

class TrainSignals : public CommandTest {
protected:
    [[nodiscard]] static Words small_run(const std::string& name, const Words& more = {}) {
        Words words{"train", "signals:grid,8,120", "-o",    name,      "--folds",  "2",    "--epochs",
                    "4",     "--channels",         "8,8,8", "--quiet", "--preset", "tuned"};
        words.insert(words.end(), more.begin(), more.end());
        return words;
    }
    /// All files but the lock, without what a clock decides.
    [[nodiscard]] std::map<std::string, std::string> files(const std::string& name) const {
        std::map<std::string, std::string> all;
        for (const std::string file : {"config.json", "graph.npz", "models/fold_1.npz", "models/fold_2.npz"}) {
            all[file] = text(name + "/" + file);
        }
        Json result = Json::parse(text(name + "/result.json"));
        result.erase("seconds_per_epoch");
        result.erase("coarsening_seconds");
        all["result"] = result.dump();
        for (const std::string& line : lines(name + "/metrics.jsonl")) {
            Json json = Json::parse(line);
            json.erase("seconds");
            all["metrics"] += json.dump();
        }
        return all;
    }
    void expect_refused(const Words& words, const Words& expected) const {
        const auto before = tree();
        expect_refusal(run(words), 2, expected);
        EXPECT_EQ(tree(), before) << "something was changed";
    }
    void put_signals(const std::vector<std::int64_t>& labels = {0, 1, 0, 1, 0, 1}, std::uint64_t nodes = 9) const {
        std::vector<double> numbers;
        for (std::size_t i = 0; i < labels.size() * nodes; ++i) {
            numbers.push_back(i % 4 == 0 ? static_cast<double>(i % 7) : 0);
        }
        put("s.npz",
            zip_bytes({{"signals.npy", npy_matrix_bytes(numbers, labels.size(), nodes)}, {"labels.npy", npy_bytes(labels)}}));
    }
};

TEST_F(TrainSignals, LeavesARunThatDoesNotDependOnThreads) {
    run_well(small_run("one", {"--threads", "1"}));
    for (const std::string file : {"config.json", "metrics.jsonl", "metrics.csv", "result.json", "index.html", "graph.npz",
                                   "models/fold_2.npz", "checkpoints/fold_1.cbor"}) {
        EXPECT_TRUE(fs::exists(folder / ("one/" + file))) << file;
    }
    const Json config = Json::parse(text("one/config.json"));
    EXPECT_EQ(config.at("kind"), "signals");
    EXPECT_EQ(config.at("nodes"), 64);
    EXPECT_EQ(config.at("options").at("network").at("readout"), "flatten");
    for (const std::string threads : {"2", "8"}) {
        run_well(small_run("other-" + threads, {"--threads", threads}));
        EXPECT_EQ(files("other-" + threads), files("one"));
    }
}

TEST_F(TrainSignals, KilledItEndsWithTheSameBytesWhenResumed) {
    const Words more{"--threads", "1", "--checkpoint-seconds", "0", "--patience", "40"};
    const auto long_run = [&](const std::string& name) {
        Words words = small_run(name, more);
        words[7] = "40";
        return words;
    };
    run_well(long_run("undisturbed"));
    for (const std::size_t epochs : {0U, 3U, 50U}) {
        const std::string name = "killed-" + std::to_string(epochs);
        {
            RunningCommand running(long_run(name), {folder.path()});
            const auto begin = std::chrono::steady_clock::now();
            const auto is_there = [&] {
                const std::string file = name + "/" + (epochs == 0 ? "config.json" : "metrics.jsonl");
                return fs::exists(folder / file) && (epochs == 0 || lines(file).size() >= epochs);
            };
            while (!is_there() && std::chrono::steady_clock::now() - begin < std::chrono::seconds(60)) {
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            }
            running.send(SIGKILL);
            (void)running.finish();
        }
        Words resume = long_run(name);
        resume.emplace_back("--resume");
        run_well(resume);
        EXPECT_EQ(files(name), files("undisturbed")) << epochs;
    }
}

TEST_F(TrainSignals, NamesTheBetterPresetAfterTheNetworkOfTheText) {
    const Words words{"train", "signals:grid,8,60", "-o",    "run",        "--folds", "1", "--epochs",
                      "1",     "--channels",        "8,8,8", "--overwrite"};
    EXPECT_NE(run(words).err.find("--preset tuned"), std::string::npos);
    for (const Words& chosen : {Words{"--readout", "mean"}, Words{"--preset", "tuned"}}) {
        Words more = words;
        more.insert(more.end(), chosen.begin(), chosen.end());
        EXPECT_EQ(run(more).err.find("--preset tuned"), std::string::npos) << chosen[1];
    }
}

TEST_F(TrainSignals, RefusesToResumeAnotherRun) {
    run_well(small_run("run"));
    expect_refused(small_run("run"), {"run", "there is a run already", "--resume"});
    expect_refused(small_run("run", {"--resume", "--l2", "0.1"}), {"this is another run", "options.training.l2"});
    expect_refused(small_run("run", {"--resume", "--seed", "4"}), {"this is another run"});
    run_well(small_run("run", {"--overwrite", "--seed", "4"}));
}

TEST_F(TrainSignals, FindsRunsOfVersionsThatHadFewerOptions) {
    run_well(small_run("run"));
    Json config = Json::parse(text("run/config.json"));
    ASSERT_EQ(config.at("options").at("network").erase("input_dropout"), 1U);
    put("run/config.json", config.dump());
    fs::remove_all(folder / "run/checkpoints");  // which carry a hash of config.json
    run_well(small_run("run", {"--resume"}));
    expect_refused(small_run("run", {"--resume", "--input-dropout", "0.5"}), {"this is another run", "input_dropout"});
}

TEST_F(TrainSignals, TakesArraysWithAGraphAndPredictsOthers) {
    put_signals();
    run_well({"train", "s.npz", "--graph", "grid:3x3", "-o", "run", "--folds", "1", "--epochs", "2", "--channels", "8,8",
              "--stride", "2", "--quiet"});
    const Json all = run_json({"predict", "run", "s.npz"});
    EXPECT_EQ(all.at("signals").size(), 6U);
    EXPECT_TRUE(all.contains("accuracy"));
    put("u.npz", zip_bytes({{"x.npy", npy_matrix_bytes(std::vector<double>(18, 1.0), 2, 9)}}));
    const Outcome outcome = run({"predict", "run", "u.npz"});
    EXPECT_EQ(outcome.code, 0);
    EXPECT_TRUE(outcome.out.starts_with("signal,class,probability of 0,probability of 1\n1,")) << outcome.out;
    put("short.npz", zip_bytes({{"x.npy", npy_matrix_bytes(std::vector<double>(16, 1.0), 2, 8)}}));
    expect_refusal(run({"predict", "run", "short.npz"}), 2, {"short.npz", "over 8 nodes, expected 9"});
}

TEST_F(TrainSignals, RefusesWhatDoesNotFit) {
    put_signals();
    expect_refused({"train", "s.npz", "-o", "run"}, {"s.npz", "expected --graph"});
    expect_refused({"train", "s.npz", "--graph", "grid:3x4", "-o", "run"}, {"s.npz:signals.npy", "over 9 nodes, expected 12"});
    put_signals({0, 1, 0, 1, 0, 7});
    expect_refused({"train", "s.npz", "--graph", "grid:3x3", "-o", "run"}, {"label 7", "no training sample"});
    put_signals({1, 1, 1, 1, 1, 1});
    expect_refused({"train", "s.npz", "--graph", "grid:3x3", "-o", "run"}, {"two classes"});
    put("s.npz", "PK no archive");
    expect_refused({"train", "s.npz", "--graph", "grid:3x3", "-o", "run"}, {"s.npz"});
    expect_refused({"train", "signals:ring", "-o", "run"}, {"expected signals:grid"});
    expect_refused({"train", "signals:grid", "-o", "run", "--channels", "12,8"}, {"channels", "multiples of 8"});
    expect_refused({"train", "signals:grid", "-o", "run", "--pool", "topk"},
                   {"unknown pool for signals 'topk'", "ndp, graclus, nmf"});
    expect_refused({"train", "signals:grid", "-o", "run", "--layer", "gin"}, {"--layer", "belongs to datasets of graphs"});
    expect_refused({"train", "signals:grid", "-o", "run", "--words", "100"}, {"--words", "belongs to texts"});
    expect_refused({"train", "bench:easy-small", "-o", "run", "--words", "90"}, {"--words", "belongs to signals"});
    expect_refused({"train", "signals:grid", "-o", "run", "--word-weights", "gaussian"}, {"--word-weights", "belongs to texts"});
    expect_refused({"train", "bench:easy-small", "-o", "run", "--word-neighbors", "3"},
                   {"--word-neighbors", "belongs to signals"});
    expect_refused({"train", "bench:easy-small", "-o", "run", "--input-dropout", "0.5"},
                   {"--input-dropout", "belongs to signals"});
    expect_refused({"train", "signals:grid", "-o", "run", "--input-dropout", "1"}, {"--input-dropout"});
    expect_refused({"train", "signals:grid", "-o", "run", "--word-weights", "heavy"}, {"--word-weights", "gaussian"});
    expect_refused({"train", "signals:grid", "-o", "run", "--jump"}, {"--jump", "belongs to datasets of graphs"});
    expect_refused({"train", "signals:grid", "-o", "run", "--schedule", "plateau"},
                   {"unknown schedule for signals 'plateau'", "constant, cosine"});
    expect_refused({"train", "bench:easy-small", "-o", "run", "--readout", "flatten"}, {"flatten"});
    expect_refused({"train", "signals:grid,8,60", "-o", "run", "--pool", "nmf", "--reduce", "max"}, {"reduce max"});
    expect_refused({"train", "signals:grid,8,60", "-o", "run", "--reduce", "take+sum"}, {"side by side"});
}

TEST_F(TrainSignals, RefusesBrokenImagesAndEmptyTexts) {
    fs::create_directories(folder / "images");
    put("images/train-images-idx3-ubyte", "no images");
    expect_refused({"train", "images", "-o", "run"}, {"train-images-idx3-ubyte: byte 0", "two zeros"});
    const std::string good = idx_bytes({{6, 4, 4}, std::string(96, 'x')});
    put("images/train-images-idx3-ubyte", good.substr(0, 50));
    expect_refused({"train", "images", "-o", "run"}, {"byte 50", "expected 96"});
    put("images/train-images-idx3-ubyte", good);
    expect_refused({"train", "images", "-o", "run"},
                   {"train-labels-idx1-ubyte: there is no such file", "t10k-images-idx3-ubyte"});
    put("images/train-labels-idx1-ubyte", idx_bytes({{5}, "01010"}));
    expect_refused({"train", "images", "-o", "run"}, {"5 labels, expected 6"});
    fs::remove(folder / "images/train-images-idx3-ubyte");
    expect_refused({"train", "images", "-o", "run"}, {"train-images-idx3-ubyte: there is no such file"});
    fs::create_directories(folder / "texts/pos");
    fs::create_directories(folder / "texts/neg");
    put("texts/pos/a.txt", "...");
    expect_refused({"train", "texts", "-o", "run"}, {"the vocabulary is empty"});
    put("texts/pos/a.txt", "only a few words");
    expect_refused({"train", "texts", "-o", "run"}, {"the vocabulary has 4 words, expected at least 16"});
}

TEST_F(TrainSignals, LearnsFromTextsAndPredictsOthers) {
    for (const std::string name : {"texts/pos", "texts/neg", "others/pos", "others/neg"}) {
        fs::create_directories(folder / name);
    }
    for (int i = 0; i < 60; ++i) {
        std::string filler;
        for (int k = 0; k < 20; ++k) {
            filler += " word" + std::to_string((i * 7 + k * k) % 40);
        }
        put("texts/pos/" + std::to_string(i) + ".txt", "fine good nice" + filler);
        put("texts/neg/" + std::to_string(i) + ".txt", "awful bad poor" + filler);
    }
    put("others/pos/a.txt", "unheard of, but fine good nice");
    put("others/neg/b.txt", "bad poor awful unheard");
    run_well({"train",        "texts", "-o",         "run",   "--words",         "46",   "--folds",  "1",
              "--batch-size", "8",     "--stride",   "2",     "--patience",      "40",   "--epochs", "40",
              "--preset",     "tuned", "--channels", "8,8,8", "--learning-rate", "0.01", "--quiet"});
    EXPECT_EQ(lines("run/words.txt").size(), 46U);
    EXPECT_EQ(Json::parse(text("run/result.json")).at("mean"), 1.0);
    EXPECT_EQ(run_json({"predict", "run", "others"}).at("accuracy"), 1.0);
    run_well({"train", "texts", "-o", "denser", "--words", "46", "--word-vectors", "20", "--word-neighbors", "6",
              "--word-weights", "gaussian", "--epochs", "1", "--stride", "2", "--quiet"});
    const auto edges = [&](const std::string& graph) { return run_json({"info", graph}).at("edges").get<int>(); };
    EXPECT_GT(edges("denser/graph.npz"), edges("run/graph.npz"));
}

class SignalTables : public TrainSignals {
protected:
    void put_images() const {
        fs::create_directories(folder / "data/mnist");
        for (const std::string part : {"train", "t10k"}) {
            IdxArray images{{36, 6, 6}, std::string(36 * 36, '\0')};
            IdxArray labels{{36}, {}};
            for (std::size_t i = 0; i < 36; ++i) {
                for (std::size_t k = 0; k < 6; ++k) {
                    images.items[i * 36 + (i % 2 == 0 ? 7 * k : 12 + k)] = '\x7f';
                }
                labels.items += static_cast<char>(i % 2);
            }
            put("data/mnist/" + part + "-images-idx3-ubyte", idx_bytes(images));
            put("data/mnist/" + part + "-labels-idx1-ubyte", idx_bytes(labels));
        }
    }
    void put_reviews() const {
        fs::create_directories(folder / "data/imdb");
        std::vector<ZipMember> members;
        for (const std::string part : {"train", "test"}) {
            std::vector<std::int64_t> words;
            std::vector<std::int64_t> offsets{0};
            std::vector<std::int64_t> labels;
            for (std::int64_t i = 0; i < 40; ++i) {
                labels.push_back(i % 2);
                for (std::int64_t k = 0; k < 10; ++k) {
                    words.push_back(1 + (i * 5 + k * k) % 30);
                    words.push_back(31 + i % 2);
                }
                offsets.push_back(static_cast<std::int64_t>(words.size()));
            }
            members.push_back({"x_" + part + "_words.npy", npy_bytes(words)});
            members.push_back({"x_" + part + "_offsets.npy", npy_bytes(offsets)});
            members.push_back({"y_" + part + ".npy", npy_bytes(labels)});
        }
        put("data/imdb/imdb_flat.npz", zip_bytes(members));
    }
};

TEST_F(SignalTables, HaveAllMethodsAndDoNotDoAgainWhatIsThere) {
    put_images();
    const Words words{"reproduce", "table-mnist", "-o", "out", "--data", "data", "--quick", "--quiet"};
    const Outcome first = run(words);
    EXPECT_EQ(first.code, 0) << first.err;
    EXPECT_NE(first.out.find("97.09"), std::string::npos) << first.out;
    const Json table = Json::parse(text("out/table-mnist.json"));
    for (const std::string method : {"ndp", "ndp-text", "ndp-take", "ndp-mean", "ndp-max", "graclus", "graclus-take", "nmf",
                                     "nmf-200", "diffpool", "topk", "linear"}) {
        EXPECT_TRUE(fs::exists(folder / ("out/runs/mnist/" + method + "/result.json"))) << method;
    }
    const auto before = tree("out");
    EXPECT_EQ(run(words).out, first.out);
    EXPECT_EQ(tree("out"), before);
    expect_refusal(run({"reproduce", "table-mnist", "-o", "out", "--data", "data", "--quiet", "--seed", "4"}), 2,
                   {"other options"});
}

TEST_F(SignalTables, InPartsAreTheTableOfOneCall) {
    put_images();
    const auto call = [&](const std::string& out, const Words& more) {
        Words words{"reproduce", "table-mnist", "-o",      out,         "--data",
                    "data",      "--quick",     "--quiet", "--methods", "linear,graclus,ndp"};
        words.insert(words.end(), more.begin(), more.end());
        run_well(words);
    };
    call("whole", {});
    call("parts", {"--part", "2/2"});
    EXPECT_TRUE(fs::exists(folder / "parts/runs/mnist/ndp/result.json"));
    EXPECT_FALSE(fs::exists(folder / "parts/runs/mnist/linear/result.json"));
    call("parts", {"--part", "1/2"});
    call("parts", {});
    for (const std::string file : {"table-mnist.json", "table-mnist.csv", "index.html"}) {
        EXPECT_EQ(text("parts/" + file), text("whole/" + file)) << file;
    }
    expect_refused({"reproduce", "table-mnist", "-o", "x", "--part", "3/2"}, {"3/2", "expected K/N"});
}

TEST_F(SignalTables, TakeCellsWithAnotherNumberOfRunsAndSayIt) {
    put_images();
    const auto words = [](const std::string& folds) {
        return Words{"reproduce", "table-mnist", "-o",      "out", "--data",    "data",           "--epochs",
                     "1",         "--quiet",     "--folds", folds, "--methods", "linear,ndp-text"};
    };
    run_well(words("2"));
    const std::string before = text("out/runs/mnist/ndp-text/result.json");
    run_well(words("3"));
    EXPECT_EQ(text("out/runs/mnist/ndp-text/result.json"), before);
    const std::string note = Json::parse(text("out/table-mnist.json")).at("note");
    EXPECT_NE(note.find("another number of networks: MNIST: NDP as the text 2; MNIST: linear 2."), std::string::npos) << note;
}

TEST_F(SignalTables, OfReviewsHaveClassifiersWithoutAGraphToo) {
    put_reviews();
    const Outcome outcome =
        run({"reproduce", "table-imdb", "-o", "out", "--data", "data", "--quick", "--quiet", "--datasets", "imdb-1k"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    for (const std::string method :
         {"dense", "dense-flatten", "lstm", "tcn", "ndp", "ndp-words-thinned", "graclus", "nmf-slower", "linear"}) {
        EXPECT_TRUE(fs::exists(folder / ("out/runs/imdb-1k/" + method + "/result.json"))) << method;
    }
    const std::string note = Json::parse(text("out/table-imdb.json")).at("note");
    EXPECT_NE(note.find("IMDB, 10k words: NMF (levels of NMF are full: 0.5 GB of shares and weights"), std::string::npos) << note;
    EXPECT_NE(note.find("IMDB, 5k words: DiffPool (every signal has 5000 x 1250 shares"), std::string::npos) << note;
    EXPECT_EQ(run({"reproduce", "table-imdb", "-o", "other", "--quick", "--datasets", "imdb-5k"}).code, 0)
        << "nothing to read is no failure";
    expect_refusal(run({"reproduce", "table-imdb", "-o", "x", "--datasets", "imdb-2k"}), 2, {"no dataset imdb-2k"});
    expect_refusal(run({"reproduce", "table-imdb", "-o", "x", "--methods", "sagpool"}), 2, {"no method sagpool"});
}

}  // namespace
}  // namespace ndpool
