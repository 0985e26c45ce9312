// SPDX-License-Identifier: Apache-2.0
//
// What machines of a SlurmCluster run, as an object, and how many of them are there.
#include "clusters/cluster_nodes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>

#include "api/meta.h"
#include "base/waiting.h"
#include "clusters/definition.h"
#include "clusters/services_reconciler.h"
#include "json/yaml.h"
#include "machines/definition.h"
#include "registry/local_client.h"
#include "registry/registry.h"
#include "runtime/informers.h"
#include "services/turn.h"
#include "store/store.h"

namespace sluice::clusters {
namespace {

using std::chrono::seconds;
using testing::HasSubstr;

class Machines : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(registry_.bootstrap().has_value());
    ASSERT_TRUE(install_definition(client_, clock_).has_value());
    auto kind = node_services_kind(client_, clock_);
    ASSERT_TRUE(kind.has_value()) << kind.error().message;
    kind_ = *kind;
    informers_ = std::make_unique<runtime::Informers>(client_, clock_);
    nodes_ =
        std::make_unique<ClusterNodes>(client_, clock_, kind_, informers_->of(api::kinds::node()));
    services_ = &informers_->of(*kind_);
    ASSERT_TRUE(informers_->start().has_value());
  }
  void TearDown() override {
    informers_->request_stop();
    EXPECT_TRUE(informers_->await_stopped(clock_.steady() + seconds(60)));
  }
  static client::Object cluster(const std::string& compute) {
    return json::parse_yaml(
               "{apiVersion: sluice.dev/v1alpha1, kind: SlurmCluster, metadata: {name: x, "
               "namespace: default, uid: u}, spec: {version: '22.05', hostBinaries: true" +
               compute + "}}")
        ->front();
  }
  Result<void> apply(const client::Object& object) {
    TRY_ASSIGN(const Cluster read, read_cluster(object));
    return nodes_->apply(object, read, {"r", "p", "a2V5"});
  }
  client::ObjectPtr declared() {
    const auto found = client_.get(*kind_, {"default", "x-nodes"});
    return found ? *found : nullptr;
  }
  void add_node(const std::string& name, const std::string& ready) {
    json::Value node = json::parse_yaml(
                           "{apiVersion: v1, kind: Node, metadata: {labels: "
                           "{sluice.dev/slurm-cluster: x, sluice.dev/slurm-cluster-namespace: "
                           "default}}}")
                           ->front();
    node["metadata"]["name"] = name;
    ASSERT_TRUE(client_.create(api::kinds::node(), node).has_value());
    node["status"]["conditions"] = json::Array{json::Object{{"type", "Ready"}, {"status", ready}}};
    ASSERT_TRUE(client_
                    .patch(api::kinds::node(), {"", name},
                           {.body = json::Object{{"status", node.at("status")}}},
                           client::Part::kStatus)
                    .has_value());
  }

  RealClock clock_;
  std::unique_ptr<store::Store> store_ =
      std::move(store::open_store(store::memory_backend())).value();
  registry::Registry registry_{*store_, clock_};
  registry::LocalClient local_client_{registry_, clock_, "test"};
  client::Client& client_ = local_client_;
  api::KindPtr kind_;
  std::unique_ptr<runtime::Informers> informers_;
  runtime::Informer* services_ = nullptr;
  std::unique_ptr<ClusterNodes> nodes_;
};

TEST_F(Machines, WhatTheyRunIsOneObjectWhichASecondLookLeavesAlone) {
  ASSERT_TRUE(apply(cluster("")).has_value());
  EXPECT_EQ(declared(), nullptr);
  const client::Object with = cluster(", compute: {pools: [{name: batch}]}");
  ASSERT_TRUE(apply(with).has_value());
  ASSERT_NE(declared(), nullptr);
  EXPECT_EQ(api::annotation(*declared(), "sluice.dev/slurm-controller"), "127.0.0.1:6817");
  const std::string version = api::resource_version(*declared());
  ASSERT_TRUE(apply(with).has_value());
  EXPECT_EQ(api::resource_version(*declared()), version);
  ASSERT_TRUE(
      client_
          .patch(
              *kind_, {"default", "x-nodes"},
              {.body = json::parse_yaml("{spec: {services: [{name: a, command: [/a]}]}}")->front()})
          .has_value());
  ASSERT_TRUE(apply(with).has_value());
  EXPECT_EQ(declared()->at("spec", "services").as_array().size(), 2U);
  ASSERT_TRUE(apply(cluster("")).has_value());
  EXPECT_EQ(declared(), nullptr);
}

TEST_F(Machines, MachinesOfClusterApiGetAClass) {
  const client::Object with =
      cluster(", compute: {controllerAddress: 10.0.0.5, machineClass: {install: image}}");
  const auto none = apply(with);
  ASSERT_FALSE(none.has_value());
  EXPECT_THAT(none.error().message, HasSubstr("there are no SlurmNodeClasses here"));
  const auto kinds = machines::install_definitions(client_, clock_);
  ASSERT_TRUE(kinds.has_value()) << kinds.error().message;
  const auto done = apply(with);
  ASSERT_TRUE(done.has_value()) << done.error().message;
  const auto made = client_.get(*kinds->node_class, {"default", "x"});
  ASSERT_TRUE(made.has_value());
  const json::Value& spec = (*made)->at("spec");
  EXPECT_EQ(spec.at("clusterName").as_string(), "x");
  EXPECT_EQ(spec.at("controller", "address").as_string(), "10.0.0.5");
  EXPECT_EQ(spec.at("mungeKey", "secretName").as_string(), "x-nodes");
  EXPECT_EQ(spec.at("install").as_string(), "image");
  const std::string version = api::resource_version(**made);
  ASSERT_TRUE(apply(with).has_value());
  EXPECT_EQ(api::resource_version(**client_.get(*kinds->node_class, {"default", "x"})), version);
  ASSERT_TRUE(apply(cluster(", compute: {}")).has_value());
  EXPECT_FALSE(client_.get(*kinds->node_class, {"default", "x"}).has_value());
}

TEST_F(Machines, SomebodyElsesObjectOfThatNameIsLeftAlone) {
  ASSERT_TRUE(
      client_
          .create(
              *kind_,
              json::parse_yaml(
                  "{apiVersion: sluice.dev/v1alpha1, kind: NodeServices, metadata: {name: x-nodes, "
                  "namespace: default}, spec: {services: [{name: a, command: [/a]}]}}")
                  ->front())
          .has_value());
  const auto done = apply(cluster(", compute: {}"));
  ASSERT_FALSE(done.has_value());
  EXPECT_EQ(done.error().code, Code::kAlreadyExists);
}

TEST_F(Machines, AsManyAsABatchHaveATurnAndOneThatDiesHoldsUpNobody) {
  const client::Object with = cluster(", rollout: {batch: 2}, compute: {}");
  const auto note = [&](const std::string& name, const char* key, const json::Value& value) {
    const json::Value body =
        json::Object{{"metadata", json::Object{{"annotations", json::Object{{key, value}}}}}};
    ASSERT_TRUE(client_.patch(api::kinds::node(), {"", name}, {.body = body}).has_value());
  };
  for (const char* name : {"n1", "n2", "n3", "n4", "n5"}) {
    add_node(name, "True");
    note(name, services::kTurnAsked, "w");
  }
  ASSERT_TRUE(client_
                  .patch(api::kinds::node(), {"", "n5"},
                         {.body = json::parse_yaml(
                                      "{metadata: {labels: {sluice.dev/slurm-cluster: other}}}")
                                      ->front()})
                  .has_value());
  // As often as it takes until its own view of the Nodes is as new; it never gives too many.
  const auto have_turns = [&](const std::string& expected) {
    std::string have;
    const bool there = wait_until(seconds(60), [&] {
      EXPECT_TRUE(apply(with).has_value());
      have.clear();
      for (const char* name : {"n1", "n2", "n3", "n4", "n5"}) {
        const auto node = client_.get(api::kinds::node(), {"", name});
        have += api::annotation(**node, services::kTurnGiven) == "w" ? std::string(name) + " " : "";
      }
      return have == expected;
    });
    EXPECT_TRUE(there) << have;
  };
  have_turns("n1 n2 ");
  note("n1", services::kTurnAsked, nullptr);  // it is done
  have_turns("n2 n3 ");
  const json::Value dead = json::parse_yaml(
                               "{status: {conditions: [{type: Ready, status: Unknown, "
                               "lastTransitionTime: '2020-01-01T00:00:00Z'}]}}")
                               ->front();
  ASSERT_TRUE(client_.patch(api::kinds::node(), {"", "n2"}, {.body = dead}, client::Part::kStatus)
                  .has_value());
  have_turns("n2 n3 n4 ");
  note("n2", services::kTurnAsked, nullptr);
  note("n3", services::kTurnAsked, nullptr);
  note("n4", services::kTurnAsked, nullptr);
  have_turns("");
}

TEST_F(Machines, AClusterIsReadyWhenAsManyAsItWantsAreRegistered) {
  add_node("n1", "True");
  add_node("n2", "False");
  const auto one = read_cluster(cluster(", compute: {readyNodes: 1}"));
  const auto two = read_cluster(cluster(", compute: {readyNodes: 2}"));
  ASSERT_TRUE(one.has_value() && two.has_value());
  json::Value status;
  ASSERT_TRUE(wait_until(seconds(60), [&] {
    return nodes_->look(*one, status)->ready && status.at("nodes", "all").as_int() == 2;
  }));
  EXPECT_EQ(status.at("nodes", "summary").as_string(), "1/2");
  const auto now = nodes_->look(*two, status);
  EXPECT_FALSE(now->ready);
  EXPECT_THAT(now->message, HasSubstr("1 of 2 machines are registered, 2 are wanted"));
  EXPECT_FALSE(nodes_->look(*read_cluster(cluster("")), status).has_value());
  EXPECT_EQ(status.find("nodes"), nullptr);
}

TEST_F(Machines, AnObjectSaysThatItHasNoOrder) {
  ServicesReconciler reconciler(client_, clock_, *services_);
  ASSERT_TRUE(
      client_
          .create(
              *kind_,
              json::parse_yaml(
                  "{apiVersion: sluice.dev/v1alpha1, kind: NodeServices, metadata: {name: circle, "
                  "namespace: default}, spec: {services: [{name: a, command: [/a], needsReady: "
                  "[b]}, {name: b, command: [/b], needsReady: [a]}]}}")
                  ->front())
          .has_value());
  ASSERT_TRUE(wait_until(seconds(60), [&] {
    return services_->get({"default", "circle"}) != nullptr;
  }));
  ASSERT_TRUE(reconciler.reconcile({"default", "circle"}).has_value());
  const auto found = client_.get(*kind_, {"default", "circle"});
  ASSERT_TRUE(found.has_value());
  const json::Value* valid = api::condition(**found, "Valid");
  ASSERT_NE(valid, nullptr);
  EXPECT_EQ(valid->at("status").as_string(), "False");
  EXPECT_THAT(valid->at("message").as_string(), HasSubstr("a needs b needs a"));
}

}  // namespace
}  // namespace sluice::clusters
