// SPDX-License-Identifier: Apache-2.0
#include "controllers/job/indexes.h"

#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::controllers::job {
namespace {

client::Object parse(const std::string& text) {
  return json::parse(text).value();
}

TEST(JobIndexes, AreWrittenAsNumbersAndRanges) {
  EXPECT_EQ(format_indexes({}), "");
  EXPECT_EQ(format_indexes({0, 2, 3, 5, 6, 7}), "0,2,3,5-7");
  EXPECT_EQ(parse_indexes("0,2,3,5-7", 10), (Indexes{0, 2, 3, 5, 6, 7}));
  EXPECT_EQ(parse_indexes("0,5-7", 6), (Indexes{0, 5}));
  EXPECT_EQ(parse_indexes("", 6), Indexes{});
  EXPECT_EQ(parse_indexes("x,1-2-3,-4", 6), Indexes{});
}

TEST(JobIndexes, PodKnowsItsIndexEverywhere) {
  const auto job = parse(R"({"metadata":{"name":"j"},"spec":{"backoffLimitPerIndex":1}})");
  client::Object pod = parse(R"({"spec":{"containers":[{"name":"a"},
    {"name":"b","env":[{"name":"JOB_COMPLETION_INDEX","value":"x"}]}]}})");
  give_index(pod, job, 4, 2);
  EXPECT_EQ(api::name(pod).substr(0, 4), "j-4-");
  EXPECT_EQ(pod.at("spec", "hostname").as_string(), "j-4");
  EXPECT_EQ(index_of(pod), 4);
  EXPECT_EQ(api::label(pod, kIndex), "4");
  EXPECT_EQ(earlier_failures(pod), 2);
  const json::Array& containers = pod.at("spec", "containers").as_array();
  EXPECT_EQ(containers[0].at("env").as_array().size(), 1U);
  EXPECT_EQ(containers[1].at("env").as_array()[0].at("value").as_string(), "x");
  EXPECT_FALSE(index_of(parse("{}")).has_value());
}

TEST(JobIndexes, SuccessPolicyIsFulfilledByNumbersOrIndexes) {
  const auto job_with = [](const std::string& rules) {
    return parse(R"({"spec":{"completions":5,"successPolicy":{"rules":)" + rules + "}}}");
  };
  EXPECT_EQ(fulfilled_rule(job_with(R"([{"succeededCount":2}])"), {0, 3}), 0U);
  EXPECT_FALSE(fulfilled_rule(job_with(R"([{"succeededCount":2}])"), {3}).has_value());
  EXPECT_EQ(
      fulfilled_rule(job_with(R"([{"succeededCount":9},{"succeededIndexes":"0-1"}])"), {0, 1}), 1U);
  EXPECT_FALSE(fulfilled_rule(job_with(R"([{"succeededIndexes":"0-1"}])"), {0, 2, 3}).has_value());
  EXPECT_EQ(fulfilled_rule(job_with(R"([{"succeededIndexes":"0-2","succeededCount":1}])"), {2}),
            0U);
}

}  // namespace
}  // namespace sluice::controllers::job
