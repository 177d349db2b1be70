#include "ndpool/learn/train/train_run.hpp"

#include <gtest/gtest.h>

#include <set>
#include <sstream>

#include "learn/train/toy_data.hpp"
#include "ndpool/base/error.hpp"
#include "ndpool/io/atomic_write.hpp"
#include "ndpool/io/file.hpp"
#include "ndpool/io/folder_lock.hpp"
#include "ndpool/learn/train/predict.hpp"
#include "support/scratch_folder.hpp"

namespace ndpool {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

struct Interruption {};

class TrainRun : public WithoutCache {
protected:
    [[nodiscard]] RunDescription description() const {
        return {options, dataset.name, dataset.graphs.size(), content_number(dataset)};
    }
    RunResult train(const std::string& name, const TrainRunControl& control = {}) const {
        return train_run(dataset, description(), RunFolder(folder / name), control);
    }
    /// Trains until so many epochs have ended, and is then torn away.
    void train_until(const std::string& name, int epochs, TrainRunControl control = {}) const {
        int seen = 0;
        control.progress = [&](const TrainingProgress& progress) {
            if (!progress.state->finished && ++seen == epochs) {
                throw Interruption();
            }
        };
        EXPECT_THROW((void)train(name, control), Interruption);
    }
    /// result.json without what a clock decides.
    [[nodiscard]] Json result(const std::string& name) const {
        Json json = Json::parse(read_bytes(folder / name / "result.json"));
        json.erase("seconds_per_epoch");
        json.erase("coarsening_seconds");
        return json;
    }
    [[nodiscard]] std::vector<Json> metrics(const std::string& name) const {
        std::istringstream stream(read_bytes(folder / name / "metrics.jsonl"));
        std::vector<Json> all;
        for (std::string line; std::getline(stream, line);) {
            all.push_back(Json::parse(line));
            all.back().erase("seconds");
        }
        return all;
    }
    [[nodiscard]] std::string model(const std::string& name, int fold) const {
        return read_bytes(folder / name / "models" / ("fold_" + std::to_string(fold) + ".npz"));
    }
    void expect_same(const std::string& first, const std::string& second) const {
        EXPECT_EQ(result(first), result(second));
        EXPECT_EQ(metrics(first), metrics(second));
        for (int fold = 1; fold <= options.folds; ++fold) {
            EXPECT_EQ(model(first, fold), model(second, fold));
        }
        EXPECT_EQ(read_bytes(folder / first / "config.json"), read_bytes(folder / second / "config.json"));
    }
    [[nodiscard]] std::string refusal(const std::string& name) const {
        try {
            (void)train(name);
        } catch (const InvalidInput& error) {
            EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
            return error.what();
        }
        return "";
    }

    ScratchFolder folder;
    RunOptions options = quick_options();
    Dataset dataset = coloured_graphs(30, 6);
};

TEST_F(TrainRun, DoesNotDependOnThreads) {
    for (const PoolMethod pool : {PoolMethod::ndp, PoolMethod::sagpool, PoolMethod::mincut}) {
        const std::string word(parts_of(pool).word);
        options = quick_options(pool);
        (void)train(word + "-one", {.parallel = {1}});
        (void)train(word + "-two", {.parallel = {2}});
        expect_same(word + "-one", word + "-two");
    }
}

TEST_F(TrainRun, TornAwayAtAnyMomentItEndsWithTheSameNumbers) {
    (void)train("undisturbed");
    EXPECT_EQ(metrics("undisturbed").size(), 18U);
    for (const int epochs : {1, 4, 6, 7, 13, 18}) {
        for (const double seconds : {0.0, 1e9}) {  // a checkpoint after every epoch, or after folds alone
            SCOPED_TRACE(std::to_string(epochs) + " epochs, checkpoints after " + std::to_string(seconds));
            const std::string name = "torn-" + std::to_string(epochs) + (seconds == 0 ? "" : "-late");
            train_until(name, epochs, {.seconds_between_checkpoints = seconds});
            EXPECT_FALSE(fs::exists(folder / name / "result.json"));
            (void)train(name);
            expect_same(name, "undisturbed");
        }
    }
}

TEST_F(TrainRun, LinesThatWereHalfWrittenAreMadeAnew) {
    (void)train("undisturbed");
    train_until("torn", 8);
    write_file(folder / "torn/metrics.jsonl", read_bytes(folder / "torn/metrics.jsonl") + R"({"fold":2,"epo)");
    (void)train("torn");
    expect_same("torn", "undisturbed");
}

TEST_F(TrainRun, AFinishedOneIsGivenBackAsItIs) {
    (void)train("run");
    const std::string before = read_bytes(folder / "run/result.json");
    bool worked = false;
    const RunResult again = train("run", {.progress = [&](const TrainingProgress&) { worked = true; }});
    EXPECT_FALSE(worked);
    EXPECT_EQ(to_json(again).dump(2) + "\n", before);
}

TEST_F(TrainRun, WithOtherOptionsOrDataIsRefusedAndChangesNothing) {
    train_until("run", 8, {.seconds_between_checkpoints = 0});
    const std::string config = read_bytes(folder / "run/config.json");
    const std::string lines = read_bytes(folder / "run/metrics.jsonl");
    options.training.epochs = 7;
    EXPECT_NE(refusal("run").find("this is another run: options.training.epochs is 6 there and 7 here"), std::string::npos);
    options = quick_options();
    dataset.node_labels.values[0] = 2;
    EXPECT_NE(refusal("run").find("this is another run: content is"), std::string::npos);
    EXPECT_EQ(read_bytes(folder / "run/config.json"), config);
    EXPECT_EQ(read_bytes(folder / "run/metrics.jsonl"), lines);
}

TEST_F(TrainRun, OverwritesOnlyWhenTheNewOneCanBegin) {
    (void)train("run");
    const std::string before = read_bytes(folder / "run/result.json");
    const Dataset good = dataset;
    dataset.graph_labels.assign(dataset.graphs.size(), 1);
    EXPECT_THROW((void)train("run", {.overwrite = true}), InvalidInput);
    EXPECT_EQ(read_bytes(folder / "run/result.json"), before);
    dataset = good;
    options.folds = 2;
    (void)train("run", {.overwrite = true});
    (void)train("fresh");
    expect_same("run", "fresh");
    EXPECT_FALSE(fs::exists(folder / "run/models/fold_3.npz"));
}

TEST_F(TrainRun, ABrokenCheckpointIsRefusedAndTrainedAgainOnceRemoved) {
    (void)train("undisturbed");
    train_until("run", 8, {.seconds_between_checkpoints = 0});
    write_file(folder / "run/checkpoints/fold_1.cbor", "broken");
    EXPECT_NE(refusal("run").find("fold_1.cbor: this checkpoint is broken; remove the file"), std::string::npos);
    fs::remove(folder / "run/checkpoints/fold_1.cbor");
    (void)train("run");
    expect_same("run", "undisturbed");
}

TEST_F(TrainRun, AModelThatWasRemovedIsMadeAgainFromItsCheckpoint) {
    const RunResult result = train("run");
    const std::string before = model("run", 1);
    fs::remove(folder / "run/models/fold_1.npz");
    EXPECT_EQ(to_json(train("run")), to_json(result));
    EXPECT_EQ(model("run", 1), before);
}

TEST_F(TrainRun, OneFolderIsWrittenByOneAtATime) {
    const FolderLock lock(folder / "run");
    try {
        (void)train("run");
        FAIL() << "the folder is locked";
    } catch (const IoError& error) {
        EXPECT_NE(std::string(error.what()).find("this folder is in use, held by process "), std::string::npos) << error.what();
    }
}

TEST_F(TrainRun, MeanAndDeviationAreThoseOfTheFolds) {
    options.training.epochs = 2;
    options.folds = 5;
    const RunResult result = train("run");
    ASSERT_EQ(result.fold_accuracies.size(), 5U);
    double sum = 0;
    double squares = 0;
    for (const double accuracy : result.fold_accuracies) {
        sum += accuracy;
        squares += accuracy * accuracy;
    }
    EXPECT_NEAR(result.mean, sum / 5, 1e-12);
    EXPECT_NEAR(result.deviation, std::sqrt(squares / 5 - sum * sum / 25), 1e-7);
    EXPECT_EQ(result.epochs, std::vector<int>(5, 2));
}

TEST_F(TrainRun, SecondsPerEpochAreTheMedianOfAllEpochs) {
    const RunResult made = train("run");
    std::istringstream lines(read_bytes(folder / "run" / "metrics.jsonl"));
    std::size_t shorter = 0;
    std::size_t longer = 0;
    for (std::string line; std::getline(lines, line);) {
        const double seconds = Json::parse(line).at("seconds");
        shorter += seconds < made.seconds_per_epoch ? 1 : 0;
        longer += seconds > made.seconds_per_epoch ? 1 : 0;
    }
    const std::size_t all = metrics("run").size();
    EXPECT_LE(2 * shorter, all);
    EXPECT_LE(2 * longer, all);
}

TEST_F(TrainRun, ContentIsAnotherNumberForOtherData) {
    dataset.edge_attributes = {2, std::vector<double>(2 * dataset.edge_labels.values.size(), 0.5)};
    dataset.node_attributes = {1, std::vector<double>(dataset.node_labels.values.size(), 0.5)};
    dataset.graph_split.assign(dataset.graphs.size(), "train");
    std::set<std::uint64_t> numbers{content_number(dataset)};
    EXPECT_EQ(content_number(Dataset(dataset)), *numbers.begin());
    const auto expect_another = [&](const auto& change) {
        Dataset other = dataset;
        change(other);
        EXPECT_TRUE(numbers.insert(content_number(other)).second);
    };
    expect_another([](Dataset& data) { std::swap(data.graphs[0], data.graphs[1]); });
    expect_another([](Dataset& data) { data.graphs[0] = std::move(data.graphs[0]).scaled_by(2); });
    expect_another([](Dataset& data) { std::swap(data.graph_labels[0], data.graph_labels[1]); });
    expect_another([](Dataset& data) { data.node_labels.values[3] += 1; });
    expect_another([](Dataset& data) { data.node_attributes.values[3] += 1; });
    expect_another([](Dataset& data) { data.edge_labels.values[3] += 1; });
    expect_another([](Dataset& data) { data.edge_attributes.values[3] += 1; });
    expect_another([](Dataset& data) { data.graph_split[3] = "test"; });
    expect_another([](Dataset& data) { data.edge_labels = {}; });
}

TEST_F(TrainRun, PredictsClassesOfTheDataItLearnedFromAndOfOther) {
    dataset = coloured_graphs(60, 6);
    options = quick_options(PoolMethod::graclus);
    options.training.epochs = 80;
    options.training.adam.l2 = 1e-5;
    options.network.channels = {16, 16, 16};
    EXPECT_EQ(train("run", {.parallel = {2}}).mean, 1);
    const RunFolder run(folder / "run");
    const Predictions own = predict(run, dataset, {}, {}, {});
    EXPECT_EQ(own.accuracy, 1);
    EXPECT_EQ(own.labels, (std::vector<long>{3, 8}));
    EXPECT_EQ(own.classes, dataset.graph_labels);
    const Dataset other = coloured_graphs(10, 1234);
    EXPECT_EQ(predict(run, other, {}, {2}, {}).classes, other.graph_labels);
    EXPECT_EQ(predict(run, other, 2, {}, {}).classes, other.graph_labels);
    Dataset unlabelled = other;
    unlabelled.graph_labels.clear();
    const Predictions blind = predict(run, unlabelled, {}, {}, {});
    EXPECT_EQ(blind.classes, other.graph_labels);
    EXPECT_FALSE(blind.accuracy.has_value());
}

TEST_F(TrainRun, PredictionsOfAllFoldsAreTheMeanOfThoseOfEach) {
    (void)train("run");
    const RunFolder run(folder / "run");
    const Predictions all = predict(run, dataset, {}, {}, {});
    std::vector<Predictions> each;
    for (int fold = 1; fold <= 3; ++fold) {
        each.push_back(predict(run, dataset, fold, {}, {}));
    }
    for (std::size_t g = 0; g < dataset.graphs.size(); ++g) {
        for (const std::size_t c : {0U, 1U}) {
            double sum = 0;
            for (const Predictions& one : each) {
                sum += one.probabilities[g][c];
            }
            EXPECT_NEAR(all.probabilities[g][c], sum / 3, 1e-5);
        }
    }
}

TEST_F(TrainRun, PredictsWithTheFoldsThatAreFinishedAndRefusesOthers) {
    train_until("run", 8);  // the first fold has six epochs
    const RunFolder run(folder / "run");
    EXPECT_EQ(predict(run, dataset, {}, {}, {}).probabilities, predict(run, dataset, 1, {}, {}).probabilities);
    EXPECT_THROW((void)predict(run, dataset, 2, {}, {}), InvalidInput);
    EXPECT_THROW((void)predict(run, dataset, 9, {}, {}), InvalidInput);
    train_until("short", 2);
    EXPECT_THROW((void)predict(RunFolder(folder / "short"), dataset, {}, {}, {}), InvalidInput);
    EXPECT_THROW((void)predict(RunFolder(folder / "nowhere"), dataset, {}, {}, {}), InvalidInput);
}

}  // namespace
}  // namespace ndpool
