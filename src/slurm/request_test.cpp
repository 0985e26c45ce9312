// SPDX-License-Identifier: Apache-2.0
#include "slurm/request.h"

#include <gtest/gtest.h>

namespace sluice::slurm {
namespace {

JobRequest good() {
  return {.name = "a", .comment = "b", .script = "#!/bin/sh\n"};
}

TEST(Request, AGoodOneIsAccepted) {
  EXPECT_TRUE(check_request(good()).has_value());
}

TEST(Request, BadFieldsAreNamed) {
  JobRequest request = good();
  request.script = "echo";
  EXPECT_EQ(check_request(request).error().message, "script: expected to start with \"#!\"");
  request = good();
  request.comment = "a\x1f";
  EXPECT_EQ(check_request(request).error().code, Code::kInvalid);
  request = good();
  request.cpus = 0;
  EXPECT_EQ(check_request(request).error().code, Code::kInvalid);
  request = good();
  request.environment = {{"A=B", "c"}};
  EXPECT_EQ(check_request(request).error().code, Code::kInvalid);
}

TEST(Request, TimeIsRoundedUpToMinutes) {
  EXPECT_EQ(time_limit_minutes({.time_limit_seconds = 0}), 0);
  EXPECT_EQ(time_limit_minutes({.time_limit_seconds = 1}), 1);
  EXPECT_EQ(time_limit_minutes({.time_limit_seconds = 60}), 1);
  EXPECT_EQ(time_limit_minutes({.time_limit_seconds = 61}), 2);
}

TEST(Request, PercentInTheOutputStandsForItself) {
  EXPECT_EQ(output_pattern({.output = "/a/%j"}), "/a/%%j");
  EXPECT_EQ(output_pattern({}), "/dev/null");
}

TEST(Request, EnvironmentAlwaysHasAPath) {
  EXPECT_EQ(job_environment({}).size(), 1U);
  EXPECT_EQ(job_environment({.environment = {{"PATH", "/x"}}}).front().second, "/x");
}

}  // namespace
}  // namespace sluice::slurm
