// SPDX-License-Identifier: Apache-2.0
#include "jobs/batch.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::jobs {
namespace {

using testing::HasSubstr;

// A job with these fields beside its script; `more` of the spec itself.
Result<Batch> batch(const std::string& fields, const std::string& more = "") {
  return read_batch(
      *json::parse(R"({"spec":{"job":{"scriptCode":"#!/bin/sh\n#SBATCH -p mine\necho\n")" +
                   std::string(fields.empty() ? "" : ",") + fields + "}" +
                   std::string(more.empty() ? "" : ",") + more + "}}"));
}

std::string added(const std::string& fields, const std::string& more = "") {
  const auto result = batch(fields, more);
  if (!result) {
    return result.error().message;
  }
  const std::string begin = "#!/bin/sh\n";
  const std::string end = "#SBATCH -p mine\necho\n";
  EXPECT_TRUE(result->script.starts_with(begin) && result->script.ends_with(end));
  return result->script.substr(begin.size(), result->script.size() - begin.size() - end.size());
}

TEST(Batch, AScriptWithoutFieldsIsLeftAlone) {
  EXPECT_EQ(added(""), "");
  EXPECT_EQ(added("", R"("suspend":false)"), "");
}

TEST(Batch, FieldsAreLinesBeforeThoseOfTheUser) {
  EXPECT_EQ(
      added(R"("partition":"a,b","account":"phys","qos":"high","time":"1-02:00:00","nodes":"2-4")"),
      "#SBATCH --partition=a,b\n#SBATCH --account=phys\n#SBATCH --qos=high\n"
      "#SBATCH --time=1-02:00:00\n#SBATCH --nodes=2-4\n");
  EXPECT_EQ(added(R"("tasks":8,"tasksPerNode":4,"cpusPerTask":2,"memory":"1.5Gi","gpus":"a100:2")"),
            "#SBATCH --ntasks=8\n#SBATCH --ntasks-per-node=4\n#SBATCH --cpus-per-task=2\n"
            "#SBATCH --mem=1536M\n#SBATCH --gpus=a100:2\n");
  EXPECT_EQ(added(R"("mail":{"user":"me@x.org","types":["END","FAIL"]})"),
            "#SBATCH --mail-user=me@x.org\n#SBATCH --mail-type=END,FAIL\n");
  EXPECT_EQ(added("", R"("suspend":true,"priority":7)"), "#SBATCH --priority=7\n#SBATCH --hold\n");
}

TEST(Batch, MemoryIsRoundedUpToMebibytes) {
  EXPECT_EQ(added(R"("memory":"1")"), "#SBATCH --mem=1M\n");
  EXPECT_EQ(added(R"("memory":"1Gi")"), "#SBATCH --mem=1024M\n");
  EXPECT_EQ(added(R"("memory":1048577)"), "#SBATCH --mem=2M\n");
}

TEST(Batch, WhatSbatchWouldSplitIsQuoted) {
  EXPECT_EQ(added(R"("workingDirectory":"/a b/#c'\\\"")"),
            "#SBATCH \"--chdir=/a b/#c'\\\\\\\"\"\n");
}

TEST(Batch, WhatAFieldDoesNotTakeIsRefusedByItsName) {
  for (const auto& [field, path] :
       {std::pair{R"("partition":"a b")", "spec.job.partition: "},
        std::pair{R"("account":"-x")", "spec.job.account: "},
        std::pair{R"("time":"tomorrow")", "spec.job.time: "},
        std::pair{R"("time":"1-")", "spec.job.time: "},
        std::pair{R"("nodes":"2-x")", "spec.job.nodes: "},
        std::pair{R"("tasks":0)", "spec.job.tasks: "},
        std::pair{R"("memory":"many")", "spec.job.memory: "},
        std::pair{R"("gpus":"a;b")", "spec.job.gpus: "},
        std::pair{R"("workingDirectory":"relative")", "spec.job.workingDirectory: "},
        std::pair{R"("workingDirectory":"/a\nb")", "spec.job.workingDirectory: "},
        std::pair{R"("mail":{"user":"a b"})", "spec.job.mail.user: "},
        std::pair{R"("env":[{"name":"A"},{"name":"1B"}])", "spec.job.env[1].name: "}}) {
    EXPECT_THAT(added(field), HasSubstr(path)) << field;
  }
}

TEST(Batch, TheEnvironmentIsKeptAsItIs) {
  const auto result = batch(R"("env":[{"name":"A","value":"x y\n'z'"},{"name":"B"}])");
  ASSERT_TRUE(result.has_value());
  EXPECT_THAT(result->environment,
              testing::ElementsAre(std::pair("A", "x y\n'z'"), std::pair("B", "")));
  EXPECT_THAT(result->script, HasSubstr("#SBATCH --export=ALL\n"));
}

TEST(Batch, AnArrayIsWhatTheScriptSaysOrElseTheField) {
  EXPECT_EQ(added(R"("array":"0-3,7%2")"), "#SBATCH --array=0-3,7%2\n");
  EXPECT_THAT(added(R"("array":"0-3%x")"), HasSubstr("spec.job.array: "));
  json::Value job =
      *json::parse(R"({"spec":{"job":{"scriptCode":"#!/bin/sh\n","array":"0-3%2"}}})");
  EXPECT_THAT(array_of(job), testing::Optional(testing::SizeIs(4)));
  job["spec"]["job"]["scriptCode"] = "#!/bin/sh\n#SBATCH --array=1,2\n";
  EXPECT_THAT(array_of(job), testing::Optional(testing::ElementsAre(1, 2)));
  EXPECT_EQ(array_of(*json::parse(R"({"spec":{"job":{"scriptCode":"#!/bin/sh\n"}}})")),
            std::nullopt);
}

}  // namespace
}  // namespace sluice::jobs
