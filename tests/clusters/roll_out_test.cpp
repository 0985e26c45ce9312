// SPDX-License-Identifier: Apache-2.0
//
// Changes of a cluster that works: which objects are written when, what Slurm is asked, and what
// the status says. StatefulSets are what the test says they are.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "base/text.h"
#include "clusters/cluster_nodes.h"
#include "clusters/history.h"
#include "clusters/objects.h"
#include "slurm_clusters.h"

namespace sluice::clusters {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class SlurmRollouts : public SlurmClusters {
 protected:
  void SetUp() override {
    SlurmClusters::SetUp();
    program_ = [this](const client::PodCommand& command) { return answer(command); };
  }

  Result<client::CommandOutput> answer(const client::PodCommand& command) {
    const std::string line = join(command.argv, " ");
    if (!answers_) {
      return fail(Code::kUnavailable, "no route");
    }
    if (line == "scontrol ping") {
      return client::CommandOutput{.exit_code = 0, .out = "Slurmctld at x is UP\n", .err = ""};
    }
    if (line.starts_with("squeue")) {
      return client::CommandOutput{.exit_code = 0, .out = queue_, .err = ""};
    }
    if (command.container == "reconfigure") {
      const bool looks = command.argv.back() == "look";
      return client::CommandOutput{
          .exit_code = looks ? 0 : reconfigure_, .out = looks ? "" : reconfigure_says_, .err = ""};
    }
    return client::CommandOutput{};
  }

  // The controllers and kubelets have done their work.
  void settle(const std::string& name) {
    for (const api::Kind* kind : {&api::kinds::stateful_set(), &api::kinds::deployment()}) {
      const client::ObjectList all = client_.list(*kind, {}).value();
      for (const client::ObjectPtr& set : all.items) {
        if (!api::name(*set).starts_with(name + "-")) {
          continue;
        }
        client::Object done = *set;
        const std::int64_t replicas = set->at("spec", "replicas").as_int(1);
        done["status"] = json::Object{{"observedGeneration", set->at("metadata", "generation")},
                                      {"replicas", replicas},
                                      {"readyReplicas", replicas},
                                      {"updatedReplicas", replicas}};
        ASSERT_TRUE(client_.update(*kind, done, client::Part::kStatus).has_value());
      }
    }
  }

  // A cluster that has become ready.
  void make(const std::string& name, const std::string& spec) {
    ASSERT_TRUE(create(name, spec).has_value());
    reconcile(name);
    settle(name);
    reconcile(name);
    ASSERT_EQ(condition(name, "Ready").at("status").as_string(), "True")
        << condition(name, "Ready").at("message").as_string();
    commands_.forget();
  }
  std::string phase(const std::string& name) {
    return get(*kind_, name).at("status", "rollout", "phase").as_string();
  }
  std::string reason(const std::string& name) {
    return condition(name, "Config").at("reason").as_string();
  }
  std::string image(const std::string& set) {
    return get(api::kinds::stateful_set(), set)
        .at("spec", "template", "spec", "containers")
        .as_array()
        .front()
        .at("image")
        .as_string();
  }
  std::string conf(const std::string& name) {
    return get(api::kinds::config_map(), config_name(name)).at("data", "slurm.conf").as_string();
  }
  // Looks, with everything done in between, until the rollout is over.
  void finish(const std::string& name) {
    for (int i = 0; i < 20 && reason(name) != "Applied"; ++i) {
      settle(name);
      reconcile(name);
    }
  }

  bool answers_ = true;
  std::string queue_ = "7|PENDING|all|\n";
  int reconfigure_ = 0;
  std::string reconfigure_says_;
};

TEST_F(SlurmRollouts, AReconfigureIsAskedForOnceAndThenNothingIs) {
  make("x", "hostBinaries: true");
  patch("x", "{spec: {slurmConf: {a: 'KillWait=7'}}}");
  reconcile("x");
  EXPECT_EQ(phase("x"), "Done");
  EXPECT_EQ(condition("x", "Ready").at("status").as_string(), "True");
  EXPECT_EQ(get(*kind_, "x").at("status", "applied").as_string(), revision_name(get(*kind_, "x")));
  EXPECT_THAT(commands_.log(), testing::Contains(HasSubstr("scontrol reconfigure")).Times(1));
  commands_.forget();
  reconcile("x");
  const std::string before = revision();
  reconcile("x");
  EXPECT_EQ(revision(), before);
  EXPECT_TRUE(commands_.log().empty());
}

TEST_F(SlurmRollouts, BeforeSlurmctldIsToldItIsWrittenDownAndTheKubeletLooks) {
  make("x", "hostBinaries: true");
  const json::Value pod = json::parse_yaml(R"(
apiVersion: v1
kind: Pod
metadata: {name: x-controller-0, namespace: default}
spec: {containers: [{name: slurmctld, image: a}]}
)")
                              ->front();
  ASSERT_TRUE(client_.create(api::kinds::pod(), pod).has_value());
  int told = 0;
  program_ = [&](const client::PodCommand& command) {
    if (command.container == "reconfigure" && command.argv.back() != "look") {
      ++told;
      EXPECT_EQ(phase("x"), "Apply");
      EXPECT_EQ(get(*kind_, "x").at("status", "rollout", "jobs").as_string(), "7");
      EXPECT_EQ(api::annotation(get(api::kinds::pod(), "x-controller-0"), "sluice.dev/files"),
                command.argv.back());
    }
    return answer(command);
  };
  patch("x", "{spec: {slurmConf: {a: 'KillWait=7'}}}");
  reconcile("x");
  EXPECT_EQ(told, 1);
  EXPECT_EQ(phase("x"), "Done");
}

TEST_F(SlurmRollouts, ReadyIsNotTrueUntilTheFilesAreInEffect) {
  make("x", "hostBinaries: true");
  reconfigure_ = 75;  // the pod has the old ones
  patch("x", "{spec: {slurmConf: {a: 'KillWait=7'}}}");
  reconcile("x");
  EXPECT_EQ(condition("x", "Ready").at("status").as_string(), "False");
  EXPECT_EQ(reason("x"), "RollingOut");
  EXPECT_THAT(condition("x", "Config").at("message").as_string(), HasSubstr("not in the pod yet"));
  reconfigure_ = 0;
  reconcile("x");
  EXPECT_EQ(condition("x", "Ready").at("status").as_string(), "True");
}

TEST_F(SlurmRollouts, MachinesHearOfOtherFeaturesWhenSlurmctldKnowsWhatTheyAreFor) {
  const auto kind = node_services_kind(client_, clock_);
  ASSERT_TRUE(kind.has_value()) << kind.error().message;
  const runtime::Informer machines(client_, api::kinds::node(), clock_);
  const ClusterNodes nodes(client_, clock_, *kind, machines);
  reconciler_ = std::make_unique<ClusterReconciler>(
      ClusterReconciler::Parts{client_, clock_, *informer_, *events_, commands_, &nodes});
  const auto registered_as = [&] {
    const json::Value services = get(**kind, "x-nodes").at("spec", "services");
    return services.as_array().at(1).at("registersAs").as_string();
  };
  make("x", "hostBinaries: true, compute: {pools: [{name: batch}]}");
  EXPECT_EQ(registered_as(), "Feature=batch");
  reconfigure_ = 75;  // the pod has the old files
  patch("x",
        "{spec: {compute: {pools: [{name: batch, features: [batch, fast]}]}, nodeSets: [{name: "
        "fast}], partitions: [{name: all}, {name: fast, nodes: [fast]}]}}");
  reconcile("x");
  EXPECT_EQ(phase("x"), "Apply");
  EXPECT_EQ(registered_as(), "Feature=batch");
  reconfigure_ = 0;
  finish("x");
  EXPECT_EQ(registered_as(), "Feature=batch,fast");
}

TEST_F(SlurmRollouts, WhoeverComesAfterACrashGoesOn) {
  make("x", "hostBinaries: true");
  patch("x", "{spec: {slurmConf: {a: 'MaxJobCount=100'}}}");
  reconcile("x");
  EXPECT_EQ(phase("x"), "Apply");
  EXPECT_EQ(get(*kind_, "x").at("status", "rollout", "jobs").as_string(), "7");
  reconciler_ = std::make_unique<ClusterReconciler>(
      ClusterReconciler::Parts{client_, clock_, *informer_, *events_, commands_});
  // The spec changes meanwhile: one change after the other.
  patch("x", "{spec: {slurmConf: {a: 'MaxJobCount=200'}}}");
  reconcile("x");
  EXPECT_THAT(conf("x"), HasSubstr("MaxJobCount=100"));
  finish("x");
  EXPECT_EQ(phase("x"), "Done");
  EXPECT_THAT(conf("x"), HasSubstr("MaxJobCount=200"));
}

TEST_F(SlurmRollouts, WhatSlurmctldDoesNotTakeIsTakenBackAndNotTriedAgain) {
  make("x", "hostBinaries: true");
  reconfigure_ = 1;
  reconfigure_says_ = "slurm_reconfigure error: Unspecified error\n";
  patch("x", "{spec: {slurmConf: {a: 'MCSPlugin=mcs/nowhere'}}}");
  reconcile("x");
  EXPECT_EQ(phase("x"), "Broken") << "nor does it take the old ones";
  patch("x", "{spec: {slurmConf: {a: 'MCSPlugin=mcs/elsewhere'}}}");
  program_ = [this](const client::PodCommand& command) {
    const bool bad = command.container == "reconfigure" && conf("x").find("mcs/") != conf("x").npos;
    return bad ? Result<client::CommandOutput>(
                     client::CommandOutput{.exit_code = 1, .out = "no such plugin", .err = ""})
               : (reconfigure_ = 0, answer(command));
  };
  reconcile("x");
  EXPECT_EQ(reason("x"), "RolledBack");
  EXPECT_THAT(condition("x", "Config").at("message").as_string(),
              AllOf(HasSubstr("no such plugin"), HasSubstr("sluice rollback")));
  EXPECT_EQ(condition("x", "Ready").at("status").as_string(), "False");
  EXPECT_THAT(conf("x"), Not(HasSubstr("mcs/")));
  const auto kept = revisions(client_, {"default", "x"});
  EXPECT_TRUE(has_failed(kept->back()));
  commands_.forget();
  reconcile("x");
  reconcile("x");
  EXPECT_TRUE(commands_.log().empty());
  EXPECT_THAT(conf("x"), Not(HasSubstr("mcs/")));
  patch("x", "{spec: {slurmConf: null}}");
  reconcile("x");
  EXPECT_EQ(condition("x", "Ready").at("status").as_string(), "True");
}

TEST_F(SlurmRollouts, LostJobsLeadBack) {
  make("x", "hostBinaries: true");
  patch("x", "{spec: {slurmConf: {a: 'MaxJobCount=100'}}}");
  reconcile("x");
  EXPECT_EQ(phase("x"), "Apply");
  queue_ = "";
  settle("x");
  reconcile("x");
  EXPECT_EQ(phase("x"), "RollBack");
  EXPECT_THAT(get(*kind_, "x").at("status", "rollout", "message").as_string(),
              HasSubstr("jobs were lost: 7"));
  settle("x");
  reconcile("x");
  EXPECT_EQ(reason("x"), "RolledBack");
  EXPECT_THAT(conf("x"), Not(HasSubstr("MaxJobCount")));
}

TEST_F(SlurmRollouts, AProgramThatDoesNotStartLeadsBackAtOnce) {
  make("x", "hostBinaries: true");
  patch("x", "{spec: {slurmConf: {a: 'JobCompType=jobcomp/nowhere'}}}");
  reconcile("x");
  client::Object pod = json::parse_yaml(R"({apiVersion: v1, kind: Pod,
      metadata: {name: x-controller-0, namespace: default, labels: {sluice.dev/slurm-cluster: x,
        app.kubernetes.io/component: controller, controller-revision-hash: two}},
      spec: {containers: [{name: slurmctld, image: i}]}})")
                           ->front();
  const auto made = client_.create(api::kinds::pod(), pod);
  ASSERT_TRUE(made.has_value()) << made.error().message;
  pod = **made;
  pod["status"] = json::parse_yaml(R"({phase: Running, containerStatuses: [{name: slurmctld,
      image: i, imageID: "", ready: false, restartCount: 2, state: {waiting: {reason: CrashLoopBackOff}},
      lastState: {terminated: {exitCode: 1, message: "fatal: cannot find jobcomp/nowhere"}}}]})")
                      ->front();
  ASSERT_TRUE(client_.update(api::kinds::pod(), pod, client::Part::kStatus).has_value());
  client::Object set = get(api::kinds::stateful_set(), "x-controller");
  set["status"] = json::Object{{"observedGeneration", set.at("metadata", "generation")},
                               {"replicas", 1},
                               {"updateRevision", "two"}};
  ASSERT_TRUE(client_.update(api::kinds::stateful_set(), set, client::Part::kStatus).has_value());
  reconcile("x");
  EXPECT_EQ(phase("x"), "RollBack");
  finish("x");
  EXPECT_EQ(reason("x"), "RolledBack");
  EXPECT_THAT(condition("x", "Config").at("message").as_string(),
              HasSubstr("fatal: cannot find jobcomp/nowhere"));
}

TEST_F(SlurmRollouts, APartitionWithJobsStaysOrIsWaitedFor) {
  make("x", "hostBinaries: true, partitions: [{name: all}, {name: night}]");
  queue_ = "7|PENDING|night|\n";
  patch("x", "{spec: {partitions: [{name: all}]}}");
  reconcile("x");
  EXPECT_EQ(reason("x"), "ChangeRefused");
  EXPECT_THAT(condition("x", "Config").at("message").as_string(), HasSubstr("1 job is in it"));
  patch("x", "{spec: {rollout: {whenBusy: Wait}}}");
  reconcile("x");
  EXPECT_EQ(reason("x"), "Waiting");
  EXPECT_THAT(conf("x"), HasSubstr("PartitionName=night"));
  queue_ = "";
  reconcile("x");
  EXPECT_EQ(reason("x"), "Applied");
  EXPECT_THAT(conf("x"), Not(HasSubstr("PartitionName=night")));
}

TEST_F(SlurmRollouts, SlurmdAreRestartedInBatchesThroughTheirAgents) {
  make("x", "hostBinaries: true, rollout: {batch: 2}");
  for (const char* name : {"n1", "n2", "n3"}) {
    client::Object node = json::parse_yaml(
                              "{apiVersion: v1, kind: Node, metadata: {labels: "
                              "{sluice.dev/slurm-cluster: x, sluice.dev/slurm-cluster-namespace: "
                              "default}}}")
                              ->front();
    node["metadata"]["name"] = name;
    client::Object made = *client_.create(api::kinds::node(), node).value();
    made["status"] =
        json::parse_yaml("{conditions: [{type: Ready, status: 'True', reason: r}]}")->front();
    ASSERT_TRUE(client_.update(api::kinds::node(), made, client::Part::kStatus).has_value());
  }
  const auto asked = [&] {
    std::vector<std::string> names;
    const client::ObjectList all = client_.list(api::kinds::node(), {}).value();
    for (const client::ObjectPtr& node : all.items) {
      const std::string& token = api::annotation(*node, "restart.sluice.dev/slurmd");
      if (!token.empty() && token != api::annotation(*node, "restarted.sluice.dev/slurmd")) {
        names.push_back(api::name(*node));
      }
    }
    return names;
  };
  const auto obey = [&](const std::string& name) {
    const client::ObjectPtr node = client_.get(api::kinds::node(), {"", name}).value();
    const std::string& token = api::annotation(*node, "restart.sluice.dev/slurmd");
    const json::Value body = json::Object{
        {"metadata",
         json::Object{{"annotations", json::Object{{"restarted.sluice.dev/slurmd", token}}}}}};
    const auto done = client_.patch(api::kinds::node(), {"", name}, {.body = body});
    ASSERT_TRUE(done.has_value()) << done.error().message;
  };
  patch("x", "{spec: {slurmConf: {a: 'TaskPlugin=task/affinity'}}}");
  reconcile("x");
  EXPECT_THAT(asked(), testing::ElementsAre("n1", "n2"));
  obey("n1");
  reconcile("x");
  EXPECT_THAT(asked(), testing::ElementsAre("n2"));
  obey("n2");
  reconcile("x");
  EXPECT_THAT(asked(), testing::ElementsAre("n3"));
  EXPECT_EQ(reason("x"), "RollingOut");
  obey("n3");
  reconcile("x");
  EXPECT_EQ(reason("x"), "Applied");
}

TEST_F(SlurmRollouts, AReleaseComesToSlurmdbdThenSlurmctldThenSlurmd) {
  make("x", "image: slurm:22.05, accounting: {}, rest: {}");
  patch("x", "{spec: {version: '23.02', image: 'slurm:23.02'}}");
  reconcile("x");
  EXPECT_EQ(image("x-accounting"), "slurm:23.02");
  EXPECT_EQ(image("x-controller"), "slurm:22.05");
  settle("x");
  reconcile("x");
  EXPECT_EQ(image("x-controller"), "slurm:23.02");
  EXPECT_EQ(get(api::kinds::deployment(), "x-rest")
                .at("spec", "template", "spec", "containers")
                .as_array()
                .front()
                .at("image")
                .as_string(),
            "slurm:22.05");
  finish("x");
  EXPECT_EQ(reason("x"), "Applied");
  EXPECT_THAT(get(*kind_, "x").at("status", "plan").as_string(), HasSubstr("spec.version: 22.05"));
}

TEST_F(SlurmRollouts, WhatTheServerRefusesLeavesAllAsItWas) {
  make("x", "hostBinaries: true");
  patch("x", "{spec: {controllers: {storage: {size: 7Gi}}}}");
  reconcile("x");
  EXPECT_EQ(reason("x"), "ChangeRefused");
  EXPECT_EQ(condition("x", "Ready").at("status").as_string(), "False");
  patch("x", "{spec: {controllers: null}}");
  reconcile("x");
  EXPECT_EQ(condition("x", "Ready").at("status").as_string(), "True");
}

TEST_F(SlurmRollouts, AReleaseTooFarAwayIsRefusedAndANearerOneIsNot) {
  make("x", "image: slurm:22.05");
  patch("x", "{spec: {version: '24.11', image: 'slurm:24.11'}}");
  reconcile("x");
  EXPECT_EQ(reason("x"), "ChangeRefused");
  EXPECT_THAT(condition("x", "Config").at("message").as_string(), HasSubstr("go to 23.11 first"));
  EXPECT_EQ(image("x-controller"), "slurm:22.05");
  patch("x", "{spec: {version: '23.11', image: 'slurm:23.11'}}");
  reconcile("x");
  EXPECT_EQ(reason("x"), "RollingOut");
  EXPECT_EQ(get(*kind_, "x").at("status", "version").as_string(), "23.11");
}

}  // namespace
}  // namespace sluice::clusters
