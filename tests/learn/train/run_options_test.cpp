#include "ndpool/learn/train/run_options.hpp"

#include <gtest/gtest.h>

#include <set>

#include "ndpool/base/error.hpp"
#include "ndpool/learn/train/run_presets.hpp"

namespace ndpool {
namespace {

using Json = nlohmann::ordered_json;

const std::vector<std::string> layer_words{"mp",  "gcn",  "chebyshev",        "sage",       "gin",
                                           "gat", "arma", "edge-conditioned", "relational", "dense"};

std::string refusal_of(const Json& json) {
    try {
        (void)run_options_from_json(json);
    } catch (const InvalidInput& error) {
        EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
        return error.what();
    }
    return "";
}

TEST(RunOptions, ReadBackAsTheyWereForEveryWord) {
    for (const PoolMethodParts& pool : pool_methods()) {
        for (const std::string& layer : layer_words) {
            for (const std::string reduce :
                 {"take", "mean", "sum", "max", "harmonic", "take+mean", "take+sum", "take+max", "take+harmonic"}) {
                for (const std::string readout : {"mean", "sum", "max"}) {
                    RunOptions options;
                    options.pool = pool_method_named(pool.word).method;
                    options.network.layer.kind = layer_kind_named(layer);
                    options.network.pool.reduce = reduce_named(reduce);
                    options.network.readout = readout_named(readout);
                    const Json json = to_json(options);
                    EXPECT_EQ(json.at("pool"), pool.word);
                    EXPECT_EQ(json.at("network").at("layer"), layer);
                    EXPECT_EQ(json.at("network").at("reduce"), reduce);
                    EXPECT_EQ(json.at("network").at("readout"), readout);
                    const RunOptions back = run_options_from_json(Json::parse(json.dump()));
                    EXPECT_EQ(back.pool, pool.method);
                    EXPECT_EQ(back.network.layer.kind, options.network.layer.kind);
                    EXPECT_EQ(to_json(back), json);
                }
            }
        }
    }
}

TEST(RunOptions, ReadBackWithEveryNumberOtherThanByDefault) {
    RunOptions options;
    options.stride = 4;
    options.ndp.levels = {2, 4, 6};
    options.ndp.threshold.epsilon = 0.125;
    options.ndp.cut.keep = KeptSide::larger;
    options.network.channels = {5, 6, 7, 8};
    options.network.layer.bias = true;
    options.features = FeatureStyle::authors;
    options.standardize = false;
    options.network.normalise = Normalisation::batch;
    options.network.jump = true;
    options.network.head = {9, 10};
    options.network.dropout = 0.75;
    options.training = {
        {.learning_rate = 0.1, .l2 = 0.3, .decay = 0.2}, 7, 8, 9, 3, RateSchedule::plateau, 12, Selection::accuracy};
    options.folds = 11;
    options.validation_share = 0.25;
    options.given_split = false;
    options.unique = SameGraph::labels;
    options.augment = {KeptSide::larger, KeptSide::first};
    options.average = true;
    options.seed = 18446744073709551615U;
    const RunOptions back = run_options_from_json(Json::parse(to_json(options).dump()));
    EXPECT_EQ(back.stride, 4);
    EXPECT_EQ(back.ndp.levels, (std::vector<int>{2, 4, 6}));
    EXPECT_EQ(back.ndp.threshold.epsilon, 0.125);
    EXPECT_EQ(back.ndp.cut.keep, KeptSide::larger);
    EXPECT_EQ(back.network.channels, (std::vector<std::int64_t>{5, 6, 7, 8}));
    EXPECT_TRUE(back.network.layer.bias);
    EXPECT_EQ(back.features, FeatureStyle::authors);
    EXPECT_FALSE(back.standardize);
    EXPECT_EQ(back.training.adam.learning_rate, 0.1);
    EXPECT_EQ(back.training.adam.l2, 0.3);
    EXPECT_EQ(back.training.batch_size, 7);
    EXPECT_EQ(back.training.epochs, 8);
    EXPECT_EQ(back.training.patience, 9);
    EXPECT_EQ(back.training.reshuffle_every, 3);
    EXPECT_EQ(back.network.normalise, Normalisation::batch);
    EXPECT_TRUE(back.network.jump);
    EXPECT_EQ(back.network.head, (std::vector<std::int64_t>{9, 10}));
    EXPECT_EQ(back.network.dropout, 0.75);
    EXPECT_EQ(back.training.adam.decay, 0.2);
    EXPECT_EQ(back.training.schedule, RateSchedule::plateau);
    EXPECT_EQ(back.training.plateau_patience, 12);
    EXPECT_EQ(back.training.select, Selection::accuracy);
    EXPECT_EQ(back.unique, SameGraph::labels);
    EXPECT_EQ(back.augment, options.augment);
    EXPECT_TRUE(back.average);
    EXPECT_EQ(back.folds, 11);
    EXPECT_EQ(back.validation_share, 0.25);
    EXPECT_FALSE(back.given_split);
    EXPECT_EQ(back.seed, 18446744073709551615U);
}

TEST(RunOptions, RefuseKeysThatAreUnknownMissingOrOfTheWrongKind) {
    const std::set<std::string> later{
        "keep",   "exactly_nodes", "eigen_solver", "reduce_up_to", "drop_tolerance", "measure",
        "gate",   "connect",       "normalise",    "jump",         "head",           "dropout",
        "decay",  "unique",        "augment",      "schedule",     "select",         "plateau_patience",
        "average"};
    const Json good = to_json(RunOptions{});
    EXPECT_EQ(refusal_of(good), "");
    EXPECT_NE(refusal_of(Json::array()), "");
    EXPECT_NE(refusal_of(Json(3)), "");
    for (const std::string at : {"", "/network", "/training", "/coarsening"}) {
        SCOPED_TRACE(at);
        const Json::json_pointer place(at);
        Json more = good;
        more[place]["colour"] = 1;
        EXPECT_NE(refusal_of(more), "");
        more[place]["colour"] = nullptr;
        EXPECT_NE(refusal_of(more), "");
        for (const auto& [key, value] : good[place].items()) {
            SCOPED_TRACE(key);
            Json less = good;
            less[place].erase(key);
            EXPECT_EQ(refusal_of(less) == "", later.contains(key)) << "which files of earlier versions do not have";
            Json wrong = good;
            wrong[place][key] = Json::object({{"x", 1}});
            EXPECT_NE(refusal_of(wrong), "");
        }
    }
    Json fraction = good;
    fraction["stride"] = 2.5;
    EXPECT_NE(refusal_of(fraction), "");
}

TEST(RunOptions, RefuseEveryNumberThatIsOutOfRange) {
    const Json good = Json::parse(to_json(RunOptions{}).dump());
    const Json flat = good.flatten();
    for (const auto& [place, value] : flat.items()) {
        if (!value.is_number() || place == "/seed") {
            continue;
        }
        SCOPED_TRACE(place);
        std::vector<Json> bad{-1, -1e300};
        if (value.is_number_integer() && place.find("/coarsening") == std::string::npos) {
            bad.insert(bad.end(), {Json(1000000000), Json(std::uint64_t{1} << 63), Json(1e300)});
        }
        for (const Json& number : bad) {
            Json json = good;
            json[Json::json_pointer(place)] = number;
            const std::string refusal = refusal_of(json);
            EXPECT_NE(refusal.find("found " + number.dump()), std::string::npos) << refusal;
        }
    }
    Json many = good;
    many["network"]["channels"] = std::vector<int>(65, 8);
    EXPECT_NE(refusal_of(many).find("expected a list of 1 to 64 numbers"), std::string::npos);
}

TEST(RunOptions, WordsThatDoNotExistAreRefusedWithThoseThatDo) {
    const auto expect_refused = [](const auto& call, const std::string& expected) {
        try {
            call();
            ADD_FAILURE() << "nothing was refused";
        } catch (const InvalidInput& error) {
            EXPECT_NE(std::string(error.what()).find(expected), std::string::npos) << error.what();
        }
    };
    expect_refused([] { (void)pool_method_named("magic"); }, "no pool magic, expected one of ndp, graclus, graclus-plain, nmf");
    expect_refused([] { (void)reduce_named("min"); }, "unknown reduce 'min', expected one of take, mean, sum, max");
    expect_refused([] { (void)readout_named("take"); }, "unknown readout 'take', expected one of mean, sum, max");
    expect_refused([] { (void)layer_kind_named("conv"); }, "conv");
    expect_refused([] { (void)preset_named("mine", "MUTAG"); }, "no preset mine, expected paper, authors, modern or tuned");
}

TEST(RunOptions, PresetsAreThePapersTextAndTheAuthorsCode) {
    const RunOptions paper = preset_named("paper", "MUTAG");
    EXPECT_EQ(paper.network.channels, (std::vector<std::int64_t>{32, 32, 32}));
    EXPECT_FALSE(paper.network.layer.bias);
    EXPECT_EQ(paper.training.adam.learning_rate, 5e-4);
    EXPECT_EQ(paper.training.adam.l2, 5e-4);
    EXPECT_EQ(paper.training.patience, 50);
    EXPECT_EQ(paper.training.batch_size, 32);
    EXPECT_EQ(paper.features, FeatureStyle::paper);
    EXPECT_EQ(preset_named("paper", "ENZYMES").network.channels, (std::vector<std::int64_t>{64, 64, 64}));
    EXPECT_EQ(preset_named("paper", "bench_easy_small").features, FeatureStyle::given);
    EXPECT_EQ(preset_named("paper", "hard_recreated").features, FeatureStyle::given);
    EXPECT_EQ(preset_named("paper", "COLLAB").features, FeatureStyle::degrees);
    const RunOptions authors = preset_named("authors", "MUTAG");
    EXPECT_EQ(authors.network.channels, (std::vector<std::int64_t>{64, 64, 64}));
    EXPECT_TRUE(authors.network.layer.bias);
    EXPECT_EQ(authors.training.adam.learning_rate, 5e-4);
    EXPECT_EQ(authors.training.adam.l2, 1e-3);
    EXPECT_EQ(authors.training.batch_size, 16);
    EXPECT_EQ(authors.features, FeatureStyle::authors);
    const RunOptions modern = preset_named("modern", "MUTAG");
    EXPECT_EQ(modern.network.layer.kind, LayerKind::gin);
    EXPECT_EQ(modern.network.channels, (std::vector<std::int64_t>{64, 64})) << "one pool";
    EXPECT_EQ(modern.network.normalise, Normalisation::batch);
    EXPECT_EQ(modern.network.readout, Readout::sum);
    EXPECT_EQ(modern.network.head.size(), 2U) << "and the layer to the classes";
    EXPECT_EQ(modern.network.dropout, 0.5);
    EXPECT_EQ(modern.training.adam.learning_rate, 1e-3);
    EXPECT_EQ(modern.training.schedule, RateSchedule::plateau);
    EXPECT_EQ(preset_named("modern", "hard_recreated").features, FeatureStyle::given);
    EXPECT_EQ(to_json(preset_named("tuned", "ENZYMES")), to_json(preset_named("paper", "ENZYMES")));
    EXPECT_EQ(preset_reduce("tuned", PoolMethod::ndp), Reduce::harmonic);
    EXPECT_EQ(preset_reduce("tuned", PoolMethod::graclus), Reduce::max);
    EXPECT_EQ(preset_reduce("paper", PoolMethod::ndp), Reduce::take);
}

TEST(RunOptions, AHarmonicReductionNeedsLevelsThatKeepNodes) {
    RunOptions options;
    for (const Reduce reduce : {Reduce::harmonic, Reduce::take_and_harmonic}) {
        options.network.pool.reduce = reduce;
        options.pool = PoolMethod::ndp;
        EXPECT_EQ(network_of(options, {}).pool.reduce, reduce);
        for (const PoolMethod pool : {PoolMethod::graclus, PoolMethod::graclus_without_fakes, PoolMethod::nmf}) {
            options.pool = pool;
            EXPECT_THROW((void)network_of(options, {}), InvalidInput);
        }
    }
}

TEST(RunOptions, LevelsFollowFromTheStrideAndTheLayers) {
    RunOptions options;
    EXPECT_EQ(levels_of(options), (std::vector<int>{1, 2}));
    options.stride = 4;
    EXPECT_EQ(levels_of(options), (std::vector<int>{2, 4}));
    options.stride = 8;
    options.network.channels = {4, 4, 4, 4};
    EXPECT_EQ(levels_of(options), (std::vector<int>{3, 6, 9}));
    options.network.channels = {4};
    EXPECT_TRUE(levels_of(options).empty());
    options.network.channels = {4, 4};
    for (const PoolMethod pool :
         {PoolMethod::topk, PoolMethod::sagpool, PoolMethod::diffpool, PoolMethod::mincut, PoolMethod::flat, PoolMethod::dense}) {
        options.pool = pool;
        EXPECT_TRUE(levels_of(options).empty());
        EXPECT_FALSE(pyramid_options_of(options).has_value());
    }
}

TEST(RunOptions, PyramidsAreThoseOfThePool) {
    RunOptions options;
    options.stride = 4;
    options.ndp.threshold.epsilon = 0.5;
    const auto made = [&](PoolMethod pool) {
        options.pool = pool;
        return pyramid_options_of(options).value();
    };
    EXPECT_EQ(std::get<NdpOptions>(made(PoolMethod::ndp)).threshold.epsilon, 0.5);
    EXPECT_EQ(std::get<NdpOptions>(made(PoolMethod::ndp)).levels, (std::vector<int>{2, 4}));
    EXPECT_TRUE(std::get<GraclusOptions>(made(PoolMethod::graclus)).fake_nodes);
    EXPECT_FALSE(std::get<GraclusOptions>(made(PoolMethod::graclus_without_fakes)).fake_nodes);
    EXPECT_EQ(std::get<GraclusOptions>(made(PoolMethod::graclus)).levels, (std::vector<int>{2, 4}));
    EXPECT_EQ(std::get<NmfOptions>(made(PoolMethod::nmf)).levels, (std::vector<int>{2, 4}));
}

TEST(RunOptions, TheNetworkKnowsThePoolAndTheData) {
    RunOptions options;
    options.stride = 4;
    options.pool = PoolMethod::mincut;
    const NetworkOptions clustered = network_of(options, {17.5, {2, 4, 9}, 3});
    EXPECT_EQ(clustered.pool.kind, PoolKind::mincut);
    EXPECT_EQ(clustered.pool.keep, 0.25);
    EXPECT_EQ(clustered.pool.mean_nodes, 17.5);
    EXPECT_EQ(clustered.layer.relations, 4) << "one more for edges that pools make";
    EXPECT_EQ(clustered.layer.annotation_width, 4) << "the weight is one of them";
    options.pool = PoolMethod::dense;
    EXPECT_EQ(network_of(options, {}).layer.kind, LayerKind::dense);
    EXPECT_EQ(network_of(options, {}).layer.relations, 2);
}

}  // namespace
}  // namespace ndpool
