// SPDX-License-Identifier: Apache-2.0
#include "slurm/rest/flag_fields.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::slurm::rest {
namespace {

constexpr ApiVersion kOld{.number = 38};
constexpr ApiVersion kModern{.number = 42, .modern_requests = true};

std::string applied(const ApiVersion& version, const std::vector<std::string>& flags) {
  json::Value job = json::Object{};
  const auto result = apply_flags(version, flags, job);
  return result ? json::write(job) : result.error().message;
}

TEST(FlagFields, WordsLettersAndValuesInEveryForm) {
  const std::string expected = R"({"tasks":4,"hold":true,"account":"x y"})";
  EXPECT_EQ(applied(kOld, {"--ntasks=4 --hold --account='x y'"}), expected);
  EXPECT_EQ(applied(kOld, {"-n 4", "-H", "-A 'x y'"}), expected);
  EXPECT_EQ(applied(kModern, {"-n4 -HA 'x y'"}), expected);
  EXPECT_EQ(applied(kModern, {"--ntasks 4", "--hold --account 'x y'"}), expected);
}

TEST(FlagFields, AmountsAreConverted) {
  EXPECT_EQ(applied(kOld, {"--mem=4G --time=1:30:00 --tmp=100"}),
            R"({"memory_per_node":4096,"time_limit":90,"temporary_disk_per_node":100})");
  EXPECT_EQ(applied(kOld, {"-t 15"}), R"({"time_limit":15})");
  EXPECT_EQ(applied(kOld, {"-t 1-00"}), R"({"time_limit":1440})");
  EXPECT_EQ(applied(kOld, {"-t 10:01"}), R"({"time_limit":11})");
  EXPECT_EQ(applied(kModern, {"--mem-per-cpu=1500K"}), R"({"memory_per_cpu":2})");
}

TEST(FlagFields, NamesAndResourcesDifferBetweenVersions) {
  const std::vector<std::string> flags{"-w n1,n2 -x n3 --gres=gpu:2,fpga --gpus-per-node=a100:1"};
  EXPECT_EQ(applied(kOld, flags), R"({"nodelist":"n1,n2","exclude_nodes":"n3","gres":"gpu:2,fpga",)"
                                  R"("gpus_per_node":"a100:1"})");
  EXPECT_EQ(applied(kModern, flags), R"({"required_nodes":["n1","n2"],"excluded_nodes":["n3"],)"
                                     R"("tres_per_node":"gres/gpu:2,gres/fpga,gres/gpu:a100:1"})");
  EXPECT_EQ(applied(kOld, {"--exclusive"}), R"({"exclusive":"exclusive"})");
  EXPECT_EQ(applied(kModern, {"--exclusive --exclusive=user"}), R"({"shared":["user"]})");
}

TEST(FlagFields, WhatTheApiCannotSayIsRefusedByName) {
  for (const char* flag : {"--frobnicate=1", "--signal=TERM@60", "-Z", "--array=1-3"}) {
    json::Value job = json::Object{};
    const auto refused = apply_flags(kModern, {flag}, job);
    ASSERT_FALSE(refused.has_value()) << flag;
    EXPECT_EQ(refused.error().code, Code::kInvalid);
    EXPECT_THAT(refused.error().message, testing::HasSubstr(flag));
  }
  EXPECT_THAT(applied(kOld, {"--ntasks=many"}), testing::HasSubstr("\"many\""));
  EXPECT_THAT(applied(kOld, {"--time=UNLIMITED"}), testing::HasSubstr("UNLIMITED"));
  EXPECT_THAT(applied(kOld, {"--mem=lots"}), testing::HasSubstr("lots"));
  EXPECT_THAT(applied(kModern, {"--exclusive=topo"}), testing::HasSubstr("topo"));
}

}  // namespace
}  // namespace sluice::slurm::rest
