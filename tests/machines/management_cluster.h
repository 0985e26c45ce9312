// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>

#include "api/meta.h"
#include "base/files.h"
#include "base/text.h"
#include "base/waiting.h"
#include "fake_agents.h"
#include "json/text.h"
#include "json/yaml.h"
#include "machines/definition.h"
#include "machines/operator.h"
#include "registry/local_client.h"
#include "registry/registry.h"
#include "runtime/definitions.h"
#include "runtime/manager.h"
#include "store/store.h"

namespace sluice::machines {

using std::chrono::seconds;
using testing::HasSubstr;

// The real registry with a store in memory and the operator; Cluster API is only its definitions,
// and its core is the test. Machines' agents are a fake.
class ManagementCluster : public testing::Test {
 protected:
  ManagementCluster() {
    EXPECT_TRUE(registry_.bootstrap().has_value());
    auto kinds = install_definitions(client_, clock_);
    EXPECT_TRUE(kinds.has_value()) << kinds.error().message;
    kinds_ = *kinds;
    start();
  }
  ~ManagementCluster() override { stop(); }

  void start() {
    informers_.emplace(client_, clock_);
    operator_.emplace(Operator::Parts{kinds_, *operators_, clock_, *informers_, *asked_});
    manager_.emplace(clock_);
    manager_->add(*informers_);
    manager_->add(*operator_);
    EXPECT_TRUE(manager_->start().has_value());
  }
  void stop() {
    EXPECT_TRUE(manager_->stop(seconds(30)).has_value());
    operator_.reset();
    informers_.reset();
  }

  void install_cluster_api() {
    ASSERT_TRUE(runtime::apply_documents(client_, *read_file(CLUSTER_API_DEFINITIONS)).has_value());
    machine_ = *runtime::await_kind(client_, clock_, "machines.cluster.x-k8s.io");
    cluster_ = *runtime::await_kind(client_, clock_, "clusters.cluster.x-k8s.io");
  }

  client::Object create(const api::Kind& kind, const std::string& name, const std::string& more,
                        const std::string& ns = "default") {
    client::Object object = json::parse_yaml(more)->front();
    object["apiVersion"] = kind.api_version();
    object["kind"] = kind.kind;
    object["metadata"]["name"] = name;
    object["metadata"]["namespace"] = ns;
    const auto made = client_.create(kind, object);
    EXPECT_TRUE(made.has_value()) << made.error().message;
    return made ? **made : client::Object();
  }
  void create_secret(const std::string& name, const std::string& key, const std::string& value) {
    create(api::kinds::secret(), name, "{data: {" + key + ": " + base64_encode(value) + "}}");
  }
  void create_cluster(bool provisioned = true) {
    create(*cluster_, "c", "{spec: {}}");
    if (provisioned) {
      provision();
    }
  }
  void patch(const api::Kind& kind, const std::string& name, const std::string& body,
             client::Part part = client::Part::kMain) {
    const auto done =
        client_.patch(kind, {"default", name}, {.body = json::parse_yaml(body)->front()}, part);
    EXPECT_TRUE(done.has_value()) << done.error().message;
  }
  void provision() {
    patch(*cluster_, "c", "{status: {initialization: {infrastructureProvisioned: true}}}",
          client::Part::kStatus);
  }

  // Core makes the Machine the owner of its config, which has the same name.
  void own(const client::Object& machine) {
    const json::Value body = json::Object{
        {"metadata",
         json::Object{{"ownerReferences", json::Array{api::controller_reference(machine)}}}}};
    EXPECT_TRUE(client_.patch(*kinds_.config, api::key(machine), {.body = body}).has_value());
  }

  client::Object get(const api::Kind& kind, const std::string& name) {
    const auto found = client_.get(kind, {"default", name});
    return found ? **found : client::Object();
  }

  RealClock clock_;
  std::unique_ptr<store::Store> store_ =
      std::move(store::open_store(store::memory_backend())).value();
  registry::Registry registry_{*store_, clock_};
  registry::LocalClient local_client_{registry_, clock_, "test"};
  client::Client& client_ = local_client_;
  client::Client* operators_ = &client_;  // the operator's, for the next start
  FakeAgents agents_;
  Agents* asked_ = &agents_;  // by the operator, for the next start
  Kinds kinds_;
  api::KindPtr machine_;
  api::KindPtr cluster_;
  std::optional<runtime::Informers> informers_;
  std::optional<Operator> operator_;
  std::optional<runtime::Manager> manager_;
};

}  // namespace sluice::machines
