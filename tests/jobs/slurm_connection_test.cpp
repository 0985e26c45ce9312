// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "api/meta.h"
#include "base/files.h"
#include "base/text.h"
#include "base/waiting.h"
#include "host_elsewhere.h"
#include "jobs/definition.h"
#include "jobs/job_status.h"
#include "jobs/operator.h"
#include "json/text.h"
#include "json/yaml.h"
#include "registry/local_client.h"
#include "registry/registry.h"
#include "runtime/manager.h"
#include "store/store.h"

namespace sluice::jobs {
namespace {

using std::chrono::seconds;
using testing::HasSubstr;

class SlurmConnections : public testing::Test {
 protected:
  SlurmConnections() {
    EXPECT_TRUE(registry_.bootstrap().has_value());
    auto kinds = install_definitions(client_, clock_);
    EXPECT_TRUE(kinds.has_value()) << kinds.error().message;
    kinds_ = *kinds;
    EXPECT_TRUE(make_directory(scratch_.path() / "hpc"));
    EXPECT_TRUE(write_file_replacing(scratch_.path() / "hpc/user", "filed\n"));
    EXPECT_TRUE(write_file_replacing(scratch_.path() / "hpc/passwd", "x\n"));
    informers_.emplace(client_, clock_);
    operator_.emplace(OperatorOptions{.credentials_dir = scratch_.path(),
                                      .vault = [](const std::string& path) -> Result<Credentials> {
                                        return Credentials{{"user", "of " + path}, {"passwd", "x"}};
                                      },
                                      .connect =
                                          [this](const Target& target, Cluster::OnNews on_news) {
                                            return host_.connect(user_of(target),
                                                                 std::move(on_news));
                                          }},
                      kinds_, client_, clock_, *informers_);
    manager_.add(*informers_);
    manager_.add(*operator_);
    EXPECT_TRUE(manager_.start().has_value());
  }
  ~SlurmConnections() override { EXPECT_TRUE(manager_.stop(seconds(20)).has_value()); }

  Result<client::ObjectPtr> create(const api::Kind& kind, const std::string& text) {
    return client_.create(kind, json::parse_yaml(text)->front());
  }
  void create_secret(const std::string& ns) {
    const json::Value secret = json::Object{
        {"metadata", json::Object{{"name", "login"}, {"namespace", ns}}},
        {"data", json::Object{{"user", base64_encode("me")}, {"passwd", base64_encode("x")}}}};
    ASSERT_TRUE(client_.create(api::kinds::secret(), secret).has_value());
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
    const SteadyTime deadline = clock_.steady() + seconds(30);
    client::ObjectPtr now;
    while (clock_.steady() < deadline) {
      const auto found = client_.get(kind, key);
      now = found ? *found : nullptr;
      if (now != nullptr && wanted(*now)) {
        return *now;
      }
      pause(clock_, std::chrono::milliseconds(5));
    }
    ADD_FAILURE() << "not " << what << " but "
                  << (now == nullptr ? "gone" : json::write(now->at("status")));
    return {};
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
  static inline const api::Key kJob{"default", "job"};

  RealClock clock_;
  TemporaryDirectory scratch_{"connections"};
  HostElsewhere host_{clock_};
  std::unique_ptr<store::Store> store_ =
      std::move(store::open_store(store::memory_backend())).value();
  registry::Registry registry_{*store_, clock_};
  registry::LocalClient local_client_{registry_, clock_, "test"};
  client::Client& client_ = local_client_;
  Kinds kinds_;
  std::optional<runtime::Informers> informers_;
  std::optional<Operator> operator_;
  runtime::Manager manager_{clock_};
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
