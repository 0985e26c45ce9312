// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/files.h"
#include "jobs/job_status.h"
#include "json/yaml.h"
#include "operator_world.h"

namespace sluice::jobs {
namespace {

using std::chrono::seconds;
using testing::HasSubstr;

class SlurmConnections : public OperatorWorld {
 protected:
  SlurmConnections() {
    EXPECT_TRUE(make_directory(scratch_.path() / "hpc"));
    EXPECT_TRUE(write_file_replacing(scratch_.path() / "hpc/user", "filed\n"));
    EXPECT_TRUE(write_file_replacing(scratch_.path() / "hpc/passwd", "x\n"));
    running_ = std::make_unique<Running>(
        *this,
        OperatorOptions{.credentials_dir = scratch_.path(),
                        .vault = [](const std::string& path) -> Result<Credentials> {
                          return Credentials{{"user", "of " + path}, {"passwd", "x"}};
                        }},
        std::chrono::seconds(20));
  }

  Result<client::ObjectPtr> create(const api::Kind& kind, const std::string& text) {
    return client_.create(kind, json::parse_yaml(text)->front());
  }
  void create_connection() {
    const auto made =
        create(*kinds_.connection,
               "{apiVersion: slurmjob.dev/v1, kind: SlurmConnection, metadata: {name: "
               "hpc, namespace: default}, spec: {ssh: {host: h, secretName: login}}}");
    ASSERT_TRUE(made.has_value()) << made.error().message;
  }
  void create_job(const std::string& ref) {
    const auto made =
        create(*kinds_.job,
               "{apiVersion: slurmjob.dev/v1, kind: SlurmJob, metadata: {name: job, namespace: "
               "default}, spec: {connectionRef: {" +
                   ref + "}, job: {scriptCode: '#!/bin/sh'}}}");
    ASSERT_TRUE(made.has_value()) << made.error().message;
  }

  client::Object await(const api::Kind& kind, const api::Key& key,
                       const std::function<bool(const client::Object&)>& wanted,
                       const std::string& what) {
    return await_object(kind, key, wanted, what, seconds(30));
  }
  client::Object await_ready(const api::Kind& kind, const api::Key& key) {
    return await(
        kind, key, [](const auto& o) { return api::has_condition(o, "Ready"); }, "ready");
  }
  client::Object await_reason(const std::string& reason) {
    return await(
        *kinds_.connection, kConnection,
        [&](const auto& o) {
          const json::Value* ready = api::condition(o, "Ready");
          return ready != nullptr && ready->at("reason").as_string() == reason;
        },
        reason);
  }
  void await_submitted() {
    await(
        *kinds_.job, kJob, [](const auto& o) { return job_id(o) != 0; }, "submitted");
  }

  static inline const api::Key kConnection{"default", "hpc"};

  TemporaryDirectory scratch_{"connections"};
  std::unique_ptr<Running> running_;
};

TEST_F(SlurmConnections, AConnectionSaysWhetherItWorks) {
  create_connection();
  const client::Object lacks = await_reason("NotFound");
  EXPECT_THAT(api::condition(lacks, "Ready")->at("message").as_string(),
              HasSubstr("spec.ssh.secretName: there is no Secret \"login\""));
  create_secret("default");
  const client::Object works = await_ready(*kinds_.connection, kConnection);
  EXPECT_EQ(works.at("status", "user").as_string(), "me");
  EXPECT_EQ(works.at("status", "way").as_string(), "ssh");
  EXPECT_FALSE(works.at("status", "slurmVersion").as_string().empty());
  EXPECT_FALSE(works.at("status", "lastContact").as_string().empty());
}

TEST_F(SlurmConnections, AJobRunsThroughTheConnectionItNames) {
  create_job("name: hpc");
  const client::Object waits = await(
      *kinds_.job, kJob,
      [](const auto& o) { return !o.at("status", "message").as_string().empty(); }, "explained");
  EXPECT_THAT(waits.at("status", "message").as_string(),
              HasSubstr("there is no SlurmConnection \"hpc\""));
  create_secret("default");
  create_connection();  // what waits for it is looked at at once
  await_submitted();
  EXPECT_EQ(host_.slurm().submissions(), 1);
}

TEST_F(SlurmConnections, WhatItsQuestionsCostIsUnderItsNameLikeItsJobs) {
  create_secret("default");
  create_connection();
  create_job("name: hpc");
  await_submitted();
  Exposition page;
  running_->the_operator.write_metrics(page);
  const std::string text = page.take();
  EXPECT_THAT(text, HasSubstr(R"(sluice_slurmjob_jobs{cluster="hpc",)"));
  EXPECT_THAT(text, HasSubstr(R"(sluice_slurmjob_queries_total{cluster="hpc",result="answered"})"));
  EXPECT_THAT(text, HasSubstr(R"(sluice_slurmjob_query_seconds_total{cluster="hpc"})"));
  EXPECT_THAT(text, testing::Not(HasSubstr(R"(cluster="h")")));
}

TEST_F(SlurmConnections, OneForAllNamespacesHasItsSecretElsewhere) {
  create_secret("kube-system");
  const auto made = create(
      *kinds_.cluster_connection,
      "{apiVersion: slurmjob.dev/v1, kind: SlurmClusterConnection, metadata: {name: hpc}, spec: "
      "{secretNamespace: kube-system, ssh: {host: h, secretName: login}}}");
  ASSERT_TRUE(made.has_value()) << made.error().message;
  await_ready(*kinds_.cluster_connection, {"", "hpc"});
  create_job("kind: SlurmClusterConnection, name: hpc");
  await_submitted();
}

TEST_F(SlurmConnections, CredentialsMayBeFiles) {
  const auto made = create(
      *kinds_.cluster_connection,
      "{apiVersion: slurmjob.dev/v1, kind: SlurmClusterConnection, metadata: {name: hpc}, spec: "
      "{ssh: {host: h, credentialsDirectory: hpc}}}");
  ASSERT_TRUE(made.has_value()) << made.error().message;
  const client::Object works = await_ready(*kinds_.cluster_connection, {"", "hpc"});
  EXPECT_EQ(works.at("status", "user").as_string(), "filed");
}

TEST_F(SlurmConnections, CredentialsMayBeInAVault) {
  const auto made = create(
      *kinds_.cluster_connection,
      "{apiVersion: slurmjob.dev/v1, kind: SlurmClusterConnection, metadata: {name: hpc}, spec: "
      "{ssh: {host: h, vaultPath: secret/data/hpc}}}");
  ASSERT_TRUE(made.has_value()) << made.error().message;
  const client::Object works = await_ready(*kinds_.cluster_connection, {"", "hpc"});
  EXPECT_EQ(works.at("status", "user").as_string(), "of secret/data/hpc");
}

TEST_F(SlurmConnections, WhatAConnectionMayNotSayIsRefusedByName) {
  const auto refusal = [&](const api::Kind& kind, const std::string& spec) {
    const auto made =
        create(kind, "{apiVersion: slurmjob.dev/v1, kind: " + std::string(kind.kind) +
                         ", metadata: {name: x" + (kind.namespaced ? ", namespace: default" : "") +
                         "}, spec: " + spec + "}");
    return made ? "taken" : made.error().message;
  };
  const api::Kind& own = *kinds_.connection;
  const api::Kind& for_all = *kinds_.cluster_connection;
  EXPECT_THAT(refusal(own, "{}"), HasSubstr("expected either ssh or rest"));
  EXPECT_THAT(refusal(own, "{ssh: {host: h}}"), HasSubstr("spec.ssh.secretName"));
  EXPECT_THAT(refusal(own, "{rest: {url: 'unix:/run/x', secretName: s}}"),
              HasSubstr("spec.rest.url"));
  EXPECT_THAT(refusal(for_all, "{ssh: {host: h, secretName: s}}"),
              HasSubstr("spec.secretNamespace"));
  EXPECT_THAT(refusal(for_all, "{ssh: {host: h, credentialsDirectory: ../x}}"),
              HasSubstr("spec.ssh.credentialsDirectory"));
  EXPECT_THAT(refusal(for_all, "{ssh: {host: h, vaultPath: secret/../x}}"),
              HasSubstr("spec.ssh.vaultPath"));
  EXPECT_THAT(refusal(for_all, "{ssh: {host: h, credentialsDirectory: d, vaultPath: a/b}}"),
              HasSubstr("expected one of secretName"));
  EXPECT_THAT(refusal(for_all, "{rest: {url: 'http://h:1'}}"),
              HasSubstr("only a Unix socket needs no token"));
  EXPECT_THAT(refusal(*kinds_.job, "{job: {scriptCode: '#!/bin/sh'}}"),
              HasSubstr("expected either connection"));
}

// What the one says about hosts the other says too, in other words at most.
TEST(ConnectionDefinitions, BothKindsAgree) {
  std::map<std::string, json::Value> specs;
  const auto documents = json::parse_yaml(definitions_text());
  ASSERT_TRUE(documents.has_value());
  for (const json::Value& document : *documents) {
    const json::Array& versions = document.at("spec", "versions").as_array();
    if (!versions.empty()) {
      specs[api::name(document)] =
          versions.front().at("schema", "openAPIV3Schema").at("properties", "spec", "properties");
    }
  }
  const json::Value& own = specs["slurmconnections.slurmjob.dev"];
  const json::Value& for_all = specs["slurmclusterconnections.slurmjob.dev"];
  for (const char* way : {"ssh", "rest"}) {
    ASSERT_FALSE(own.at(way, "properties").as_object().empty());
    for (const auto& [name, property] : own.at(way, "properties").as_object()) {
      json::Value mine = property;
      json::Value theirs = for_all.at(way, "properties").at(name);
      for (json::Value* schema : {&mine, &theirs}) {
        schema->erase("description");
        if (name == "url") {
          schema->erase("pattern");
        }
      }
      EXPECT_EQ(mine, theirs) << way << "." << name;
    }
  }
}

}  // namespace
}  // namespace sluice::jobs
