// SPDX-License-Identifier: Apache-2.0
#include "jobs/dependencies.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "json/text.h"

namespace sluice::jobs {
namespace {

using testing::HasSubstr;
using Verdict = Dependencies::Verdict;

class DependenciesTest : public testing::Test {
 protected:
  void add(const std::string& name, const std::string& status, const std::string& depends = "[]",
           const std::string& more = "") {
    jobs_[name] = *json::parse(R"({"metadata":{"name":")" + name + R"("},"spec":{"dependsOn":)" +
                               depends + more + R"(},"status":)" + status + "}");
  }
  Dependencies judge(const std::string& name) const {
    return judge_dependencies(jobs_.at(name), [this](const std::string& other) {
      const auto found = jobs_.find(other);
      return found == jobs_.end() ? nullptr : std::make_shared<const client::Object>(found->second);
    });
  }

  std::map<std::string, client::Object> jobs_;
};

TEST_F(DependenciesTest, WhatIsNotOverIsLeftToSlurm) {
  add("a", R"({"state":"RUNNING","jobId":7})");
  add("b", R"({"state":"PENDING","jobId":8})");
  add("c", "{}", R"([{"name":"a"},{"name":"b","when":"afterany"}])");
  EXPECT_EQ(judge("c").option, "--dependency=afterok:7,afterany:8");
}

TEST_F(DependenciesTest, WhatIsOverIsJudgedHere) {
  add("good", R"({"state":"COMPLETED","jobId":7})");
  add("bad", R"({"state":"FAILED","jobId":8})");
  add("c", "{}", R"([{"name":"good"},{"name":"bad","when":"afternotok"}])");
  EXPECT_EQ(judge("c").verdict, Verdict::kReady);
  EXPECT_EQ(judge("c").option, "");
  add("d", "{}", R"([{"name":"good"},{"name":"bad"}])");
  EXPECT_EQ(judge("d").verdict, Verdict::kNever);
  EXPECT_EQ(judge("d").reason, "DependencyNeverSatisfied");
}

TEST_F(DependenciesTest, WhatHasNoNumberYetOrMayGetAnotherIsWaitedFor) {
  add("c", "{}", R"([{"name":"a"}])");
  EXPECT_EQ(judge("c").reason, "DependencyUnknown");
  EXPECT_EQ(judge("c").verdict, Verdict::kWaits);
  add("a", R"({"state":"PENDING"})");
  EXPECT_EQ(judge("c").reason, "Dependency");
  add("a", R"({"state":"RUNNING","jobId":7})", "[]", R"(,"retries":{"limit":1})");
  EXPECT_EQ(judge("c").verdict, Verdict::kWaits);
}

TEST_F(DependenciesTest, AnErrorThatIsTriedFurtherIsWaitedForAndARefusalIsTheEnd) {
  add("a", R"({"state":"ERROR","reason":"NotFound","run":1})");
  for (const std::string when : {"afterok", "afterany", "afternotok"}) {
    add("c", "{}", R"([{"name":"a","when":")" + when + R"("}])");
    EXPECT_EQ(judge("c").verdict, Verdict::kWaits) << when;
  }
  add("a", R"({"state":"ERROR","reason":"Refused","run":1})");
  EXPECT_EQ(judge("c").verdict, Verdict::kReady);  // afternotok
}

TEST_F(DependenciesTest, WhereInputsAreCopiedTheOthersResultsAreWaitedFor) {
  add("c", "{}", R"([{"name":"a"}])", R"(,"inputs":[{"path":"f"}])");
  add("a", R"({"state":"RUNNING","jobId":7})");
  EXPECT_EQ(judge("c").verdict, Verdict::kWaits);
  add("a", R"({"state":"GETTING_RESULTS","outcome":"COMPLETED","jobId":7})");
  EXPECT_EQ(judge("c").verdict, Verdict::kWaits);
  add("a", R"({"state":"COMPLETED","jobId":7})");
  EXPECT_EQ(judge("c").verdict, Verdict::kReady);
}

TEST_F(DependenciesTest, ACycleIsNamed) {
  add("a", "{}", R"([{"name":"b"}])");
  add("b", "{}", R"([{"name":"c"}])");
  add("c", "{}", R"([{"name":"a"}])");
  add("self", "{}", R"([{"name":"self"}])");
  EXPECT_EQ(judge("a").reason, "DependencyCycle");
  EXPECT_THAT(judge("a").message, HasSubstr("a → b → c → a"));
  EXPECT_THAT(judge("self").message, HasSubstr("self → self"));
}

TEST_F(DependenciesTest, AnotherClusterAndASecondDependencyAreRefused) {
  add("a", R"({"state":"RUNNING","jobId":7})", "[]", R"(,"connection":{"host":"x"})");
  add("b", "{}", R"([{"name":"a"}])", R"(,"connection":{"host":"y"})");
  EXPECT_EQ(judge("b").reason, "DependencyElsewhere");
  add("c", "{}", R"([{"name":"a"}])",
      R"(,"connection":{"host":"x"},"job":{"scriptCode":"#!/bin/sh\n#SBATCH -d singleton\n"})");
  EXPECT_EQ(judge("c").reason, "DependencyTwice");
}

}  // namespace
}  // namespace sluice::jobs
