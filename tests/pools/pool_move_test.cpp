// SPDX-License-Identifier: Apache-2.0
//
// One look at a pool, in which somebody interferes.
#include "management_cluster.h"
#include "pools/definition.h"
#include "pools/deployment.h"
#include "pools/pool_reconciler.h"

namespace sluice::pools {
namespace {

using machines::ManagementCluster;
using machines::seconds;

// A machine of "kube" has no work, and "slurm" needs one.
class PoolMoves : public ManagementCluster {
 protected:
  void SetUp() override {
    install_cluster_api();
    deployment_ = *runtime::await_kind(client_, clock_, kDeployments);
    pool_ = install_definition(client_, clock_).value();
    create(*pool_, "p",
           "{spec: {machines: 4, members: ["
           "{name: slurm, machineDeployment: slurm, max: 4, machine: {cpu: 8, memory: 16Gi}, "
           "slurm: {nodeClass: hpc}}, "
           "{name: kube, machineDeployment: kube, max: 4, machine: {cpu: 8, memory: 16Gi}, "
           "kubernetes: {}}]}}");
    for (const char* name : {"slurm", "kube"}) {
      create(*deployment_, name, "{spec: {replicas: 2}}");
      patch(*deployment_, name,
            "{status: {observedGeneration: 1, replicas: 2, upToDateReplicas: 2}}",
            client::Part::kStatus);
    }
    pools_ = &own_informers_.of(*pool_);
    ASSERT_TRUE(own_informers_.start().has_value());
  }
  void TearDown() override {
    own_informers_.request_stop();
    EXPECT_TRUE(own_informers_.await_stopped(clock_.steady() + seconds(30)));
  }

  Result<void> reconcile() {
    PoolReconciler reconciler(
        {client_, clock_, *pools_, events_,
         [&](const api::Key& key) {
           return std::make_shared<client::Object>(get(*deployment_, key.name));
         },
         [&] { return deployment_; },
         [&](const client::Object&, const Member& member, Claims&) {
           on_look();
           MemberNow now{.present = 2, .ready = 2, .notes = {}};
           member.is_slurm() ? now.needed = now.waiting = 1 : now.idle = 1;
           return now;
         },
         [&](const client::Object&, const std::vector<std::string>&) {
           return on_mark().map([] { return std::vector<api::Key>{{"default", "idle"}}; });
         },
         [&](const std::vector<api::Key>& machines) {
           unmarked_.insert(unmarked_.end(), machines.begin(), machines.end());
         },
         [](const api::Key&) {
           return api::Key{"default", "p"};
         }});
    TRY(reconciler.reconcile({"default", "p"}));
    return {};
  }
  // What was written last has come to the informer.
  void await_news() {
    EXPECT_TRUE(wait_until(seconds(60), [&] {
      const client::ObjectPtr known = pools_->get({"default", "p"});
      return known != nullptr &&
             api::resource_version(*known) == api::resource_version(get(*pool_, "p"));
    }));
  }
  std::string last_move() { return get(*pool_, "p").at("status", "lastMoveTime").as_string(); }
  std::string reason() {
    const client::Object pool = get(*pool_, "p");
    const json::Value* balanced = api::condition(pool, "Balanced");
    return balanced == nullptr ? "" : balanced->at("reason").as_string();
  }
  std::int64_t replicas(const std::string& name) { return replicas_of(get(*deployment_, name)); }

  api::KindPtr deployment_;
  api::KindPtr pool_;
  runtime::Informers own_informers_{client_, clock_};
  runtime::Informer* pools_ = nullptr;
  runtime::EventRecorder events_{client_, clock_, "test"};
  std::function<void()> on_look = [] {};
  std::function<Result<void>()> on_mark = [] { return Result<void>(); };
  std::vector<api::Key> unmarked_;
};

TEST_F(PoolMoves, AMarkDoesNotOutliveAScalingThatFails) {
  await_news();
  on_mark = [&] {
    patch(*deployment_, "kube", "{metadata: {labels: {a: b}}}");  // so that it is decided again
    return Result<void>();
  };
  EXPECT_TRUE(reconcile().has_value());
  EXPECT_EQ(reason(), "ScalingFailed");
  EXPECT_EQ(unmarked_, (std::vector<api::Key>{{"default", "idle"}}));
  await_news();
  unmarked_.clear();
  on_mark = [] { return Result<void>(); };
  EXPECT_TRUE(reconcile().has_value());
  EXPECT_EQ(replicas("kube"), 1);
  EXPECT_TRUE(unmarked_.empty());
}

TEST_F(PoolMoves, WhatCannotBeToldIsNotDone) {
  await_news();
  on_look = [&] { patch(*pool_, "p", "{metadata: {labels: {a: b}}}"); };
  const auto done = reconcile();
  ASSERT_FALSE(done.has_value());
  EXPECT_EQ(done.error().code, Code::kConflict);
  EXPECT_EQ(replicas("kube"), 2);
  on_look = [] {};
  await_news();
  on_mark = [&] {
    EXPECT_FALSE(last_move().empty());  // before anything moves
    return Result<void>();
  };
  EXPECT_TRUE(reconcile().has_value());
  EXPECT_EQ(replicas("kube"), 1);
  EXPECT_EQ(replicas("slurm"), 3);
}

TEST_F(PoolMoves, WhatFailsIsToldOnceAndTriedAgain) {
  on_mark = [] { return fail(Code::kForbidden, "not you"); };
  await_news();
  EXPECT_TRUE(reconcile().has_value());
  EXPECT_EQ(reason(), "ScalingFailed");
  EXPECT_TRUE(last_move().empty());
  await_news();
  const std::string version = api::resource_version(get(*pool_, "p"));
  EXPECT_TRUE(reconcile().has_value());
  EXPECT_EQ(api::resource_version(get(*pool_, "p")), version);
  on_mark = [] { return Result<void>(); };
  EXPECT_TRUE(reconcile().has_value());
  EXPECT_EQ(reason(), "Moving");
  EXPECT_FALSE(last_move().empty());
  EXPECT_EQ(replicas("slurm"), 3);
}

}  // namespace
}  // namespace sluice::pools
