// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "api/meta.h"
#include "base/waiting.h"
#include "client/fake_pod_commands.h"
#include "clusters/cluster_reconciler.h"
#include "clusters/definition.h"
#include "json/yaml.h"
#include "registry/local_client.h"
#include "registry/registry.h"
#include "runtime/informers.h"
#include "store/store.h"

namespace sluice::clusters {

// SlurmClusters on the real registry. The test calls the reconciler itself, when the informer has
// seen what was written: every step is one look at everything. Nothing runs.
class SlurmClusters : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(registry_.bootstrap().has_value());
    auto kind = install_definition(client_, clock_);
    ASSERT_TRUE(kind.has_value()) << kind.error().message;
    kind_ = *kind;
    informers_ = std::make_unique<runtime::Informers>(client_, clock_);
    informer_ = &informers_->of(*kind_);
    events_ = std::make_unique<runtime::EventRecorder>(client_, clock_, "test");
    reconciler_ = std::make_unique<ClusterReconciler>(
        ClusterReconciler::Parts{client_, clock_, *informer_, *events_, commands_});
    ASSERT_TRUE(informers_->start().has_value());
  }
  void TearDown() override {
    informers_->request_stop();
    EXPECT_TRUE(informers_->await_stopped(clock_.steady() + std::chrono::seconds(60)));
  }

  Result<client::ObjectPtr> create(const std::string& name, const std::string& spec) {
    client::Object object = json::parse_yaml("{spec: {version: '22.05', " + spec + "}}")->front();
    object["apiVersion"] = "sluice.dev/v1alpha1";
    object["kind"] = "SlurmCluster";
    object["metadata"] = json::Object{{"name", name}, {"namespace", "default"}};
    return client_.create(*kind_, object);
  }
  void patch(const std::string& name, const std::string& body) {
    const auto done =
        client_.patch(*kind_, {"default", name}, {.body = json::parse_yaml(body)->front()});
    ASSERT_TRUE(done.has_value()) << done.error().message;
  }

  // One look, at what is stored now.
  void reconcile(const std::string& name) {
    const auto stored = client_.get(*kind_, {"default", name});
    ASSERT_TRUE(stored.has_value());
    ASSERT_TRUE(wait_until(std::chrono::seconds(60), [&] {
      const client::ObjectPtr seen = informer_->get({"default", name});
      return seen != nullptr && api::resource_version(*seen) == api::resource_version(**stored);
    }));
    const auto done = reconciler_->reconcile({"default", name});
    ASSERT_TRUE(done.has_value()) << done.error().message;
  }
  client::Object get(const api::Kind& kind, const std::string& name) {
    const auto found = client_.get(kind, {"default", name});
    return found ? **found : client::Object();
  }
  json::Value condition(const std::string& name, const char* type) {
    const client::Object object = get(*kind_, name);
    const json::Value* found = api::condition(object, type);
    return found == nullptr ? json::Value() : *found;
  }
  std::string config_name(const std::string& name) {
    const client::Object set = get(api::kinds::stateful_set(), name + "-controller");
    for (const json::Value& volume : set.at("spec", "template", "spec", "volumes").as_array()) {
      if (volume.at("name").as_string() == "config") {
        return volume.at("configMap", "name").as_string();
      }
    }
    return "";
  }
  std::string revision() {
    return client_.list(api::kinds::service(), {}).value().resource_version;
  }

  RealClock clock_;
  std::unique_ptr<store::Store> store_ =
      std::move(store::open_store(store::memory_backend())).value();
  registry::Registry registry_{*store_, clock_};
  registry::LocalClient local_client_{registry_, clock_, "test"};
  client::Client& client_ = local_client_;
  api::KindPtr kind_;
  std::unique_ptr<runtime::Informers> informers_;
  runtime::Informer* informer_ = nullptr;
  std::unique_ptr<runtime::EventRecorder> events_;
  // What programs in pods say; by default nothing, and all went well.
  client::FakePodCommands::Program program_ = [](const client::PodCommand&) {
    return client::CommandOutput{};
  };
  client::FakePodCommands commands_{
      [this](const client::PodCommand& command) { return program_(command); }};
  std::unique_ptr<ClusterReconciler> reconciler_;
};

}  // namespace sluice::clusters
