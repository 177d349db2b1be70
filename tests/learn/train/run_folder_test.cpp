#include "ndpool/learn/train/run_folder.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "ndpool/base/error.hpp"
#include "ndpool/io/atomic_write.hpp"
#include "ndpool/io/file.hpp"
#include "ndpool/learn/train/model_file.hpp"
#include "support/scratch_folder.hpp"

namespace ndpool {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

ParameterPlan small_plan(std::int64_t columns = 3) {
    ParameterPlan plan;
    plan.add_matrix("layer_1", 2, columns, 2, columns, 1);
    plan.add_constant("scale", 4, 1);
    return plan;
}

std::vector<float> numbers_for(const ParameterPlan& plan) {
    std::vector<float> values;
    for (std::int64_t i = 0; i < plan.size(); ++i) {
        values.push_back(0.1F * static_cast<float>(i) - 1.0F / 3);
    }
    return values;
}

FoldState some_state() {
    FoldState state;
    state.values = {1, 0.1F, -3e-38F};
    state.adam = {{0.5F, 0.25F, 7}, {1e-20F, 3, 4}, 99};
    state.best_values = {9, 8, 7};
    state.best_loss = 0.1;
    state.best_epoch = 1;
    state.history = {{1, 0.1, 0.2, 0.3, 0.4, 0.5}, {2, 1.0 / 3, 0.75, 2.0 / 3, 1, 1e-3}};
    state.finished = true;
    state.test_loss = 1.0 / 7;
    state.test_accuracy = 0.9;
    state.test_predictions = {0, 2, 1};
    return state;
}

/// The only line of an exception.
template <typename Call>
std::string refusal_of(const Call& call) {
    try {
        call();
    } catch (const InvalidInput& error) {
        EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos) << error.what();
        return error.what();
    }
    ADD_FAILURE() << "nothing was refused";
    return "";
}

TEST(ModelFile, ReadsBackTheSameNumbers) {
    const ScratchFolder folder;
    const ParameterPlan plan = small_plan();
    const std::vector<float> values = numbers_for(plan);
    write_file(folder / "model.npz", model_bytes(plan, values));
    EXPECT_EQ(read_model(folder / "model.npz", plan), values);
    EXPECT_EQ(model_bytes(plan, values), model_bytes(plan, values));
}

TEST(ModelFile, RefusesTheModelOfAnotherNetworkAndWhatIsNoModel) {
    const ScratchFolder folder;
    const ParameterPlan plan = small_plan();
    const fs::path file = folder / "model.npz";
    write_file(file, model_bytes(plan, numbers_for(plan)));
    EXPECT_NE(refusal_of([&] { (void)read_model(file, small_plan(4)); }).find("expected a matrix of 3 rows and 4 columns"),
              std::string::npos);
    ParameterPlan more = small_plan();
    more.add_constant("further", 2, 1);
    EXPECT_NE(refusal_of([&] { (void)read_model(file, more); }).find("further.npy"), std::string::npos);
    write_file(file, "no archive");
    EXPECT_NE(refusal_of([&] { (void)read_model(file, plan); }).find("model.npz"), std::string::npos);
    EXPECT_NE(refusal_of([&] { (void)read_model(folder / "none.npz", plan); }).find("none.npz"), std::string::npos);
}

TEST(ModelFile, RefusesWeightsThatAreNotFiniteWithTheirPlace) {
    const ScratchFolder folder;
    const ParameterPlan plan = small_plan();
    for (const float bad : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
        std::vector<float> values = numbers_for(plan);
        values[4] = bad;
        write_file(folder / "model.npz", model_bytes(plan, values));
        EXPECT_NE(refusal_of([&] { (void)read_model(folder / "model.npz", plan); }).find("layer_1.npy: row 1, column 1 is "),
                  std::string::npos);
    }
}

TEST(Checkpoint, ReadsBackToTheLastBit) {
    const ScratchFolder folder;
    const RunFolder run(folder.path());
    EXPECT_FALSE(run.load(2).has_value());
    const FoldState state = some_state();
    run.save(2, state);
    const FoldState back = run.load(2).value();
    EXPECT_EQ(back.values, state.values);
    EXPECT_EQ(back.adam.first, state.adam.first);
    EXPECT_EQ(back.adam.second, state.adam.second);
    EXPECT_EQ(back.adam.steps, 99);
    EXPECT_EQ(back.best_values, state.best_values);
    EXPECT_EQ(back.best_loss, state.best_loss);
    EXPECT_EQ(back.best_epoch, 1);
    ASSERT_EQ(back.history.size(), 2U);
    EXPECT_EQ(back.history[1].epoch, 2);
    EXPECT_EQ(back.history[1].loss, 1.0 / 3);
    EXPECT_EQ(back.history[1].accuracy, 0.75);
    EXPECT_EQ(back.history[1].validation_loss, 2.0 / 3);
    EXPECT_EQ(back.history[1].validation_accuracy, 1);
    EXPECT_EQ(back.history[1].seconds, 1e-3);
    EXPECT_TRUE(back.finished);
    EXPECT_EQ(back.test_loss, 1.0 / 7);
    EXPECT_EQ(back.test_accuracy, 0.9);
    EXPECT_EQ(back.test_predictions, state.test_predictions);
}

TEST(Checkpoint, AnyBrokenOneIsRefusedWithWhatToDo) {
    const ScratchFolder folder;
    const RunFolder run(folder.path());
    run.save(1, some_state());
    const fs::path file = folder / "checkpoints/fold_1.cbor";
    const std::string good = read_bytes(file);
    const auto expect_refused = [&](const std::string& bytes) {
        write_file(file, bytes);
        EXPECT_NE(refusal_of([&] { (void)run.load(1); }).find("fold_1.cbor: this checkpoint is broken; remove the file"),
                  std::string::npos);
    };
    for (std::size_t place = 0; place < good.size(); ++place) {
        std::string bytes = good;
        bytes[place] = static_cast<char>(bytes[place] ^ 4);
        expect_refused(bytes);
    }
    for (std::size_t length = 0; length < good.size(); length += 7) {
        expect_refused(good.substr(0, length));
    }
    expect_refused(good + "x");
}

class Run : public ::testing::Test {
protected:
    Run() {
        data.labels = {3, 8};
        data.encoding = {0, {0.5, 1}, {2, 3}, {{1, 4}}, true, {}};
        data.facts = {12.5, {1, 2}, 3};
        description = {RunOptions{}, "TOY", 40, 0xfedcba9876543210U};
    }
    ScratchFolder folder;
    RunFolder run{folder / "run"};
    PreparedData data;
    RunDescription description;
};

TEST_F(Run, ReadsBackWhatItIsAbout) {
    EXPECT_FALSE(run.has_run());
    EXPECT_FALSE(run.has_something_else());
    run.begin(description, data);
    EXPECT_TRUE(run.has_run());
    EXPECT_EQ(run.description(), description);
    EXPECT_EQ(run.encoding(), data.encoding);
    EXPECT_EQ(run.labels(), data.labels);
    EXPECT_EQ(run.facts(), data.facts);
    EXPECT_FALSE(run.result().has_value());
}

TEST_F(Run, ResultsReadBack) {
    run.begin(description, data);
    const RunResult result{{0.5, 0.25}, 0.375, 0.125, 0.01, 2, 1234, {7, 8}, {5, 6}, {0.75, 1}};
    run.write_result(result);
    EXPECT_EQ(to_json(run.result().value()), to_json(result));
    write_file(folder / "run/result.json", "{}");
    EXPECT_NE(refusal_of([&] { (void)run.result(); }).find("result.json"), std::string::npos);
}

TEST_F(Run, ResultsThatNoRunCanHaveGivenAreRefused) {
    run.begin(description, data);
    const Json good = to_json(RunResult{{0.5, 0.25}, 0.375, 0.125, 0.01, 2, 1234, {7, 8}, {5, 6}, {0.75, 1}});
    const auto refusal_with = [&](const std::string& place, const Json& value) {
        Json json = good;
        json[Json::json_pointer(place)] = value;
        write_file(folder / "run/result.json", json.dump());
        return refusal_of([&] { (void)run.result(); });
    };
    EXPECT_NE(refusal_with("/folds/0", 8.2).find("result.json: folds: found 8.2, expected a number from 0 to 1"),
              std::string::npos);
    EXPECT_NE(refusal_with("/mean", 0.9).find("expected those of the folds"), std::string::npos);
    for (const auto& [key, value] : good.items()) {
        EXPECT_NE(refusal_with("/" + key, -1), "") << key;
        EXPECT_NE(refusal_with("/" + key, "x"), "") << key;
    }
    EXPECT_NE(refusal_with("/epochs", {7}), "");
}

TEST_F(Run, CheckpointsOfOtherFoldsAndRunsAreRefused) {
    run.begin(description, data);
    run.save(1, some_state());
    EXPECT_TRUE(run.load(1).has_value());
    fs::copy_file(folder / "run/checkpoints/fold_1.cbor", folder / "run/checkpoints/fold_2.cbor");
    EXPECT_NE(refusal_of([&] { (void)run.load(2); }).find("fold_2.cbor: this checkpoint is that of fold 1"), std::string::npos);
    const RunFolder other(folder / "other");
    description.options.seed = 5;
    other.begin(description, data);
    fs::create_directories(folder / "other/checkpoints");
    fs::copy_file(folder / "run/checkpoints/fold_1.cbor", folder / "other/checkpoints/fold_1.cbor");
    EXPECT_NE(refusal_of([&] { (void)other.load(1); }).find("this checkpoint is that of another run"), std::string::npos);
}

TEST_F(Run, DifferencesAreSaidByTheirPlaceAndBothValues) {
    RunDescription other = description;
    EXPECT_EQ(difference_between(description, other), "");
    other.options.training.epochs = 7;
    EXPECT_EQ(difference_between(description, other), "options.training.epochs is 2000 there and 7 here");
    other = description;
    other.dataset = "OTHER";
    EXPECT_EQ(difference_between(description, other), "dataset is \"TOY\" there and \"OTHER\" here");
    other = description;
    other.content += 1;
    EXPECT_NE(difference_between(description, other).find("content is"), std::string::npos);
}

TEST_F(Run, BrokenConfigurationsAreRefusedInOneLine) {
    EXPECT_NE(refusal_of([&] { (void)run.description(); }).find("there is no run"), std::string::npos);
    run.begin(description, data);
    const fs::path file = folder / "run/config.json";
    const std::string good = read_bytes(file);
    for (const std::string& bad : {std::string("{"), std::string("[]"), std::string("{}"), good.substr(0, good.size() / 2)}) {
        write_file(file, bad);
        EXPECT_NE(refusal_of([&] { (void)run.description(); }).find("config.json: "), std::string::npos);
        EXPECT_NE(refusal_of([&] { (void)run.encoding(); }).find("config.json: "), std::string::npos);
        EXPECT_NE(refusal_of([&] { (void)run.labels(); }).find("config.json: "), std::string::npos);
        EXPECT_NE(refusal_of([&] { (void)run.facts(); }).find("config.json: "), std::string::npos);
    }
}

TEST_F(Run, KnowsWhatIsNotItsOwn) {
    fs::create_directories(folder / "run");
    EXPECT_FALSE(run.has_something_else());
    write_file(folder / "run/.config.json.partial-999999999", "half");
    EXPECT_FALSE(run.has_something_else()) << "a run that was killed while it began";
    write_file(folder / "run/notes.txt", "mine");
    EXPECT_TRUE(run.has_something_else());
    write_file(folder / "file", "");
    EXPECT_TRUE(RunFolder(folder / "file").has_something_else());
}

TEST_F(Run, ClearingLeavesForeignFiles) {
    run.begin(description, data);
    run.save(1, some_state());
    run.save_model(1, small_plan(), numbers_for(small_plan()));
    run.write_metrics({some_state()});
    run.write_result({});
    write_file(folder / "run/notes.txt", "mine");
    run.clear();
    EXPECT_EQ(std::distance(fs::directory_iterator(folder / "run"), fs::directory_iterator()), 1);
    EXPECT_EQ(read_bytes(folder / "run/notes.txt"), "mine");
}

TEST_F(Run, MetricsAreALineAnEpochInBothFormats) {
    run.begin(description, data);
    run.write_metrics({some_state(), {}});
    run.append_metrics(2, {1, 0.5, 0.25, 0.125, 1, 2});
    EXPECT_EQ(read_bytes(folder / "run/metrics.csv"),
              "fold,epoch,loss,accuracy,validation_loss,validation_accuracy,seconds\n"
              "1,1,0.1,0.2,0.3,0.4,0.5\n"
              "1,2,0.3333333333333333,0.75,0.6666666666666666,1,0.001\n"
              "2,1,0.5,0.25,0.125,1,2\n");
    EXPECT_EQ(read_bytes(folder / "run/metrics.jsonl"),
              R"({"fold":1,"epoch":1,"loss":0.1,"accuracy":0.2,"validation_loss":0.3,"validation_accuracy":0.4,"seconds":0.5})"
              "\n"
              R"({"fold":1,"epoch":2,"loss":0.3333333333333333,"accuracy":0.75,"validation_loss":0.6666666666666666,)"
              R"("validation_accuracy":1.0,"seconds":0.001})"
              "\n"
              R"({"fold":2,"epoch":1,"loss":0.5,"accuracy":0.25,"validation_loss":0.125,"validation_accuracy":1.0,"seconds":2.0})"
              "\n");
}

}  // namespace
}  // namespace ndpool
