// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "base/files.h"
#include "slurm_job_world.h"

namespace sluice::jobs {
namespace {

using testing::HasSubstr;

class JobFilesWorld : public SlurmJobWorld {
 protected:
  void create_object(const api::Kind& kind, const std::string& text) {
    const auto created = client_.create(kind, *json::parse(text));
    ASSERT_TRUE(created.has_value()) << created.error().message;
  }
  void create_claim(const std::string& phase = "Bound") {
    create_object(api::kinds::persistent_volume(), R"({
      "metadata": {"name": "pv"},
      "spec": {"capacity": {"storage": "1Gi"}, "accessModes": ["ReadWriteMany"],
               "hostPath": {"path": ")" + volume_.path().string() +
                                                       R"("}}})");
    create_object(api::kinds::persistent_volume_claim(), R"({
      "metadata": {"name": "claim", "namespace": "default"},
      "spec": {"volumeName": "pv", "accessModes": ["ReadWriteMany"], "storageClassName": "",
               "resources": {"requests": {"storage": "1Gi"}}}})");
    set_phase(phase);
  }
  void set_phase(const std::string& phase) {
    client::Object claim =
        **client_.get(api::kinds::persistent_volume_claim(), {"default", "claim"});
    claim["status"]["phase"] = phase;
    ASSERT_TRUE(client_.update(api::kinds::persistent_volume_claim(), claim, client::Part::kStatus)
                    .has_value());
  }
  std::filesystem::path files(const client::Object& job) const {
    return host_.home() / ".sluice/jobs" / api::uid(job) /
           ("files-" + std::to_string(run_number(job)));
  }
  std::filesystem::path files() { return files(**client_.get(*kind_, kJob)); }
  void leave(const std::string& path, const std::string& text) {
    EXPECT_TRUE(write_file_replacing(files() / path, text).has_value());
  }
  void finish(slurm::JobId id, int code = 0) {
    host_.slurm().run();
    host_.slurm().finish(id, code);
  }
  std::string result_state(const client::Object& job, std::size_t index) {
    return job.at("status", "results").as_array().at(index).at("state").as_string();
  }

  TemporaryDirectory volume_{"volume"};
};

TEST_F(JobFilesWorld, InputsAreThereBeforeTheJobIsSubmittedAndItKnowsWhere) {
  create_claim();
  const std::string large(3'000'000, 'l');
  ASSERT_TRUE(write_file_replacing(volume_.path() / "large", large).has_value());
  create_object(api::kinds::config_map(), R"({"metadata": {"name": "in", "namespace": "default"},
      "data": {"a.txt": "text"}, "binaryData": {"b": "/wA="}})");
  create_with(R"({"inputs": [{"path": "a.txt", "configMap": {"name": "in"}},
                             {"path": "deep/b", "configMap": {"name": "in", "key": "b"}},
                             {"path": "key", "secret": {"name": "login", "key": "passwd"}},
                             {"path": "large", "claim": {"name": "claim"}}]})");
  submitted();
  const auto text = [&](const std::string& path) { return read_file(files() / path).value_or(""); };
  EXPECT_EQ(text("a.txt"), "text");
  EXPECT_EQ(text("deep/b"), std::string("\xff\0", 2));
  EXPECT_EQ(text("key"), "x");
  EXPECT_EQ(text("large"), large);
  EXPECT_THAT(host_.environment(), HasSubstr("SLURMJOB_FILES=" + files().string()));
  const auto job = client_.get(*kind_, kJob);
  EXPECT_TRUE(api::has_condition(**job, "FilesReady"));
}

TEST_F(JobFilesWorld, AMissingInputIsToldAndTheJobGoesOnWhenItIsThere) {
  create_with(R"({"inputs": [{"path": "a", "configMap": {"name": "later"}}]})");
  const client::Object waits = await_state("ERROR");
  EXPECT_THAT(waits.at("status", "message").as_string(), HasSubstr("spec.inputs[0]"));
  EXPECT_EQ(host_.slurm().submissions(), 0);
  create_object(api::kinds::config_map(),
                R"({"metadata": {"name": "later", "namespace": "default"}, "data": {"a": "1"}})");
  stop();
  start();  // rather than waiting until it looks again
  submitted();
}

TEST_F(JobFilesWorld, InputsAreTheResultsOfTheJobBefore) {
  create_object(api::kinds::config_map(),
                R"({"metadata": {"name": "between", "namespace": "default",
      "labels": {"slurmjob.dev/results": "true"}}, "data": {"f": "old"}})");
  create_with(R"({"inputs": [{"path": "f", "configMap": {"name": "between"}}],
                  "dependsOn": [{"name": "first"}]})");
  await([](const auto& o) { return o.at("status", "reason").as_string() == "DependencyUnknown"; },
        "waiting for a job that is not there");
  client::Object first = job("#!/bin/sh\n");
  first["metadata"]["name"] = "first";
  first["spec"]["results"] = *json::parse(R"([{"path": "f", "configMap": {"name": "between"}}])");
  ASSERT_TRUE(client_.create(*kind_, first).has_value());
  EXPECT_TRUE(await_true([&] { return host_.slurm().submissions() == 1; }));
  await([](const auto& o) { return o.at("status", "reason").as_string() == "Dependency"; },
        "waiting for its end");
  const client::Object runs = **client_.get(*kind_, {kJob.ns, "first"});
  EXPECT_TRUE(write_file_replacing(files(runs) / "f", "new").has_value());
  finish(1);
  submitted();
  EXPECT_EQ(read_file(files() / "f").value_or(""), "new");
}

TEST_F(JobFilesWorld, ResultsArriveBeforeTheJobIsOver) {
  create_claim();
  host_.set_busy(1000);
  create_with(R"({"results": [{"path": "sum.txt", "configMap": {"name": "out"}},
                              {"path": "raw", "configMap": {"name": "out", "key": "bytes"}},
                              {"path": "deep/big", "claim": {"name": "claim"}},
                              {"path": "none", "claim": {"name": "claim"}, "optional": true},
                              {"path": "sum.txt", "put": {"url": "http://x/sum", "secretName": "login",
                                                          "secretKey": "passwd"}}]})");
  const slurm::JobId id = submitted();
  leave("sum.txt", "42\n");
  leave("raw", "\xff\xfe");
  ASSERT_TRUE(make_directory(files() / "deep").has_value());
  const std::string big(2'500'000, 'b');
  leave("deep/big", big);
  finish(id);
  const client::Object waits = await(
      [](const auto& o) { return api::has_condition(o, "ResultsCopied", "False"); }, "waiting");
  EXPECT_EQ(state_of(waits), "GETTING_RESULTS");
  EXPECT_FALSE(api::has_condition(waits, "Finished"));
  host_.set_busy(0);
  const client::Object over = await_state("COMPLETED");
  EXPECT_TRUE(api::has_condition(over, "ResultsCopied"));
  EXPECT_TRUE(api::has_condition(over, "Finished"));
  const auto map = client_.get(api::kinds::config_map(), {"default", "out"});
  ASSERT_TRUE(map.has_value());
  EXPECT_EQ((*map)->at("data", "sum.txt").as_string(), "42\n");
  EXPECT_EQ((*map)->at("binaryData", "bytes").as_string(), base64_encode("\xff\xfe"));
  EXPECT_EQ(read_file(volume_.path() / "deep/big").value_or(""), big);
  EXPECT_EQ(host_.taken(), (std::map<std::string, std::string>{{"http://x/sum x", "42\n"}}));
  EXPECT_GE(over.at("status", "resultsAttempts").as_int(), 2);
}

TEST_F(JobFilesWorld, WhatCannotBeCopiedIsToldForEachAndTheJobIsOverAsItEnded) {
  create_object(api::kinds::config_map(),
                R"({"metadata": {"name": "others", "namespace": "default"}, "data": {"a": "1"}})");
  create_with(R"({"results": [{"path": "missing", "configMap": {"name": "out"}},
                              {"path": "large", "configMap": {"name": "out"}},
                              {"path": "small", "configMap": {"name": "others"}},
                              {"path": "small", "claim": {"name": "nowhere"}, "optional": true},
                              {"path": "small", "put": {"url": "http://x/s", "secretName": "none"},
                               "optional": true}]})");
  const slurm::JobId id = submitted();
  leave("small", "x");
  leave("large", std::string(1'100'000, 'x'));
  finish(id, 3);
  const client::Object over = await_state("FAILED");
  EXPECT_EQ(over.at("status", "exitCode").as_int(), 3);
  EXPECT_EQ(result_state(over, 0), "Missing");
  EXPECT_EQ(result_state(over, 1), "Failed");
  EXPECT_EQ(result_state(over, 2), "Failed");
  EXPECT_EQ(result_state(over, 3), "Failed");  // the file is there, its place is not
  EXPECT_EQ(result_state(over, 4), "Failed");
  const json::Array& results = over.at("status", "results").as_array();
  EXPECT_THAT(results[1].at("message").as_string(), HasSubstr("1048576 bytes"));
  EXPECT_THAT(results[2].at("message").as_string(), HasSubstr("slurmjob.dev/results=true"));
  EXPECT_THAT(results[3].at("message").as_string(), HasSubstr("nowhere"));
  EXPECT_THAT(results[4].at("message").as_string(), HasSubstr("none"));
  const auto untouched = client_.get(api::kinds::config_map(), {"default", "others"});
  EXPECT_EQ((*untouched)->at("data").as_object().size(), 1U);
}

TEST_F(JobFilesWorld, AResultWaitsUntilItsClaimIsBound) {
  create_claim("Pending");
  create_with(R"({"results": [{"path": "f", "claim": {"name": "claim"}}]})");
  const slurm::JobId id = submitted();
  leave("f", "1");
  finish(id);
  const client::Object waits = await(
      [](const auto& o) { return api::has_condition(o, "ResultsCopied", "False"); }, "waiting");
  EXPECT_THAT(api::condition(waits, "ResultsCopied")->at("message").as_string(),
              HasSubstr("not bound"));
  set_phase("Bound");
  await_state("COMPLETED");
  EXPECT_EQ(read_file(volume_.path() / "f").value_or(""), "1");
}

TEST_F(JobFilesWorld, ResultsAreFetchedByTheNextOperator) {
  create_with(R"({"results": [{"path": "f", "configMap": {"name": "out"}}]})");
  const slurm::JobId id = submitted();
  leave("f", "1");
  finish(id);
  await_state("COMPLETED");
  ASSERT_TRUE(edit("#!/bin/sh\necho 2\n").has_value());
  const client::Object again =
      await([](const auto& o) { return run_number(o) == 2 && job_id(o) != 0; }, "launched again");
  leave("f", "2");
  host_.set_reachable(false);
  stop();
  host_.slurm().set_unavailable(false);
  finish(static_cast<slurm::JobId>(job_id(again)));
  start();
  const client::Object waits = await_state("GETTING_RESULTS");
  EXPECT_EQ(run_number(waits), 2);
  host_.set_reachable(true);
  await_state("COMPLETED");
  const auto map = client_.get(api::kinds::config_map(), {"default", "out"});
  EXPECT_EQ((*map)->at("data", "f").as_string(), "2");
}

TEST_F(JobFilesWorld, ResultsThatNobodyWantsAnyMoreAreGivenUp) {
  host_.set_busy(1000);
  create_with(R"({"results": [{"path": "f", "put": {"url": "http://x/f"}}]})");
  const slurm::JobId id = submitted();
  leave("f", "1");
  finish(id);
  await([](const auto& o) { return api::has_condition(o, "ResultsCopied", "False"); }, "waiting");
  change(R"({"metadata":{"annotations":{"slurmjob.dev/cancel":"1"}}})");
  const client::Object over = await_state("COMPLETED");
  EXPECT_EQ(api::condition(over, "ResultsCopied")->at("reason").as_string(), "Cancelled");
  EXPECT_TRUE(host_.taken().empty());
}

TEST_F(JobFilesWorld, AJobThatIsOverMeanwhileStaysAsItIs) {
  host_.set_before_put([&] {
    client::Object over = **client_.get(*kind_, kJob);
    over["status"].erase("outcome");
    over["status"]["state"] = "COMPLETED";
    EXPECT_TRUE(client_.update(*kind_, over, client::Part::kStatus).has_value());
  });
  create_with(R"({"results": [{"path": "f", "put": {"url": "http://x/f"}}]})");
  const slurm::JobId id = submitted();
  leave("f", "1");
  finish(id);
  EXPECT_TRUE(await_true([&] {  // it is told when the status was written
    const auto events = client_.list(api::kinds::event(), {});
    return events && std::any_of(events->items.begin(), events->items.end(), [](const auto& event) {
             return event->at("reason").as_string() == "ResultCopied";
           });
  }));
  const auto over = client_.get(*kind_, kJob);
  EXPECT_EQ(state_of(**over), "COMPLETED");
  EXPECT_EQ((*over)->at("status", "resultsAttempts").as_int(), 0);
}

TEST_F(JobFilesWorld, NothingOfTheFilesIsLeftWhenTheObjectGoes) {
  create_with(R"({"inputs": [{"path": "key", "secret": {"name": "login", "key": "passwd"}}]})");
  submitted();
  const std::filesystem::path there = files();
  EXPECT_TRUE(std::filesystem::exists(there / "key"));
  ASSERT_TRUE(client_.remove(*kind_, kJob, {}).has_value());
  EXPECT_TRUE(await_true([&] { return !client_.get(*kind_, kJob).has_value(); }));
  EXPECT_FALSE(std::filesystem::exists(there.parent_path()));
}

}  // namespace
}  // namespace sluice::jobs
