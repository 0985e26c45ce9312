// SPDX-License-Identifier: Apache-2.0
//
// Changes of a cluster that works: which objects are written when, what Slurm is asked, and what
// the status says.
#include "clusters/cluster_nodes.h"
#include "clusters/history.h"
#include "clusters/objects.h"
#include "json/text.h"
#include "slurm_rollouts.h"

namespace sluice::clusters {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

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

// Whichever of the two is older.
TEST_F(SlurmRollouts, AClusterThatWorksIsNotStoppedByAnothersNewPort) {
  make("x", "hostBinaries: true");
  make("y", "hostBinaries: true, ports: {controller: 7817}");
  const auto edit = [&](const std::string& edited, int from, const std::string& innocent, int to) {
    const auto set = [&](int port) {
      patch(edited, "{spec: {ports: {controller: " + std::to_string(port) + "}}}");
      reconcile(edited);
    };
    set(to);
    EXPECT_EQ(reason(edited), "PortTaken");
    EXPECT_THAT(condition(edited, "Config").at("message").as_string(),
                HasSubstr("is taken by the SlurmCluster default/" + innocent));
    EXPECT_THAT(conf(edited), HasSubstr("SlurmctldPort=" + std::to_string(from)));
    reconcile(innocent);
    EXPECT_EQ(condition(innocent, "Ready").at("status").as_string(), "True");
    patch(innocent, "{spec: {slurmConf: {a: 'KillWait=7'}}}");
    finish(innocent);
    EXPECT_EQ(reason(innocent), "Applied");
    patch(innocent, "{spec: {slurmConf: null}}");
    reconcile(innocent);
    set(from);
    EXPECT_EQ(condition(edited, "Ready").at("status").as_string(), "True");
  };
  edit("x", 6817, "y", 7817);
  edit("y", 7817, "x", 6817);
}

TEST_F(SlurmRollouts, APortOnItsWayBelongsToTheClusterThatChanges) {
  make("x", "hostBinaries: true");
  patch("x", "{spec: {ports: {controller: 7817}}}");
  reconcile("x");
  ASSERT_EQ(phase("x"), "Apply");
  for (const char* port : {"6817", "7817"}) {
    const std::string name = std::string("on-") + port;
    ASSERT_TRUE(create(name, std::string("hostBinaries: true, ports: {controller: ") + port + "}")
                    .has_value());
    reconcile(name);
    EXPECT_EQ(reason(name), "PortTaken") << port;
  }
  finish("x");
  reconcile("on-6817");
  EXPECT_NE(reason("on-6817"), "PortTaken");
  reconcile("on-7817");
  EXPECT_EQ(reason("on-7817"), "PortTaken");
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

TEST_F(SlurmRollouts, WhatTheServerRefusesIsNotWrittenToAndFro) {
  use_fake_clock();
  make("x", "hostBinaries: true");
  patch("x", "{spec: {controllers: {storage: {size: 7Gi}}, files: {prolog.sh: 'echo a'}}}");
  reconcile("x");
  EXPECT_EQ(reason("x"), "RolledBack");  // scripts are a step, which is taken back
  const std::string before = revision();
  time_.advance(std::chrono::seconds(31));
  reconcile("x");
  EXPECT_EQ(revision(), before);
  EXPECT_TRUE(get(api::kinds::config_map(), config_name("x")).at("data", "prolog.sh").is_null());
}

// The phase is written down, its step not made yet, and who comes next hears the refusal first.
TEST_F(SlurmRollouts, ARefusalAfterACrashLeadsBackAsInTheStep) {
  make("x", "hostBinaries: true");
  const json::Value wrong = json::parse_yaml(
                                "{spec: {controllers: {storage: {size: 7Gi}}, files: {prolog.sh: "
                                "'echo a'}}}")
                                ->front();
  for (const char* crashed_in : {"Apply", "Verify"}) {
    patch("x", json::write(wrong));
    reconcile("x");
    ASSERT_EQ(reason("x"), "RolledBack");
    client::Object object = get(*kind_, "x");
    object["status"]["rollout"]["phase"] = crashed_in;
    object["status"]["rollout"]["step"] = 1;
    ASSERT_TRUE(client_.update(*kind_, object, client::Part::kStatus).has_value());
    patch("x", "{spec: {controllers: null, files: null, slurmConf: {a: 'KillWait=7'}}}");
    reconcile("x");
    EXPECT_EQ(phase("x"), "RolledBack") << crashed_in;
    reconcile("x");
    finish("x");
    EXPECT_EQ(reason("x"), "Applied") << "the next spec had its turn";
    EXPECT_THAT(conf("x"), HasSubstr("KillWait=7"));
    patch("x", "{spec: {slurmConf: null}}");
    reconcile("x");
    ASSERT_EQ(reason("x"), "Applied");
  }
}

TEST_F(SlurmRollouts, AnotherSecretMayTakeThePlaceOfOneThatIsGone) {
  const auto secret = [&](const char* name, const char* password) {
    client::Object object = json::parse_yaml("{apiVersion: v1, kind: Secret}")->front();
    object["metadata"] = json::Object{{"name", name}, {"namespace", "default"}};
    object["data"] = json::Object{{"password", base64_encode(password)}};
    ASSERT_TRUE(client_.create(api::kinds::secret(), object).has_value());
  };
  secret("db-one", "hush");
  make("x",
       "hostBinaries: true, accounting: {external: {host: db.example, passwordSecret: {name: "
       "db-one}}}");
  secret("db-two", "hush2");
  ASSERT_TRUE(client_.remove(api::kinds::secret(), {"default", "db-one"}, {}).has_value());
  patch("x", "{spec: {accounting: {external: {passwordSecret: {name: db-two}}}}}");
  reconcile("x");
  finish("x");
  EXPECT_EQ(reason("x"), "Applied");
  EXPECT_EQ(get(*kind_, "x").at("status", "applied").as_string(), revision_name(get(*kind_, "x")));
}

TEST_F(SlurmRollouts, ALostRevisionIsTold) {
  make("x", "hostBinaries: true");
  const std::string applied = get(*kind_, "x").at("status", "applied").as_string();
  ASSERT_TRUE(
      client_.remove(api::kinds::controller_revision(), {"default", applied}, {}).has_value());
  patch("x", "{spec: {slurmConf: {a: 'KillWait=7'}}}");
  reconcile("x");
  EXPECT_EQ(reason("x"), "RevisionMissing");
  EXPECT_THAT(condition("x", "Config").at("message").as_string(), HasSubstr("set the spec back"));
}

TEST_F(SlurmRollouts, AnotherDatabaseWaitsForSomebodyWhoVouchesForIt) {
  const json::Value secret =
      json::Object{{"apiVersion", "v1"},
                   {"kind", "Secret"},
                   {"metadata", json::Object{{"name", "db"}, {"namespace", "default"}}},
                   {"data", json::Object{{"password", base64_encode("p")}}}};
  ASSERT_TRUE(client_.create(api::kinds::secret(), secret).has_value());
  make("x", "image: slurm:22.05, accounting: {external: {host: one, passwordSecret: {name: db}}}");
  patch("x", "{spec: {accounting: {external: {host: two}}}}");
  reconcile("x");
  EXPECT_EQ(reason("x"), "ChangeRefused");
  EXPECT_THAT(condition("x", "Config").at("message").as_string(),
              HasSubstr("sluice.dev/removable=database"));
  patch("x", "{metadata: {annotations: {sluice.dev/removable: database}}}");
  finish("x");
  EXPECT_EQ(reason("x"), "Applied");
}

// slurmdbd brings its tables to the form of its release before it listens.
// Its slurmrestd never gets ready, so that it has never worked as a whole; but it has jobs.
class FirstUpgrades : public SlurmRollouts {
 protected:
  void SetUp() override {
    SlurmRollouts::SetUp();
    ASSERT_TRUE(create("x", "image: 'slurm:22.05', accounting: {}, rest: {}").has_value());
    reconcile("x");
    settle_all();
    reconcile("x");
    EXPECT_EQ(status("version"), "22.05");
    EXPECT_EQ(status("applied"), "");
  }
  void settle_one(const char* name) {
    client::Object set = get(api::kinds::stateful_set(), name);
    set["status"] = json::Object{{"observedGeneration", set.at("metadata", "generation")},
                                 {"replicas", 1},
                                 {"readyReplicas", 1},
                                 {"updatedReplicas", 1}};
    ASSERT_TRUE(client_.update(api::kinds::stateful_set(), set, client::Part::kStatus).has_value());
  }
  void settle_all() {
    for (const char* name : {"x-database", "x-accounting", "x-controller"}) {
      settle_one(name);
    }
  }
  std::string status(const char* field) { return get(*kind_, "x").at("status", field).as_string(); }
};

TEST_F(FirstUpgrades, AReleaseThatIsTooFarIsRefused) {
  patch("x", "{spec: {version: '24.11', image: 'slurm:24.11'}}");
  reconcile("x");
  EXPECT_EQ(reason("x"), "ChangeRefused");
  EXPECT_THAT(condition("x", "Config").at("message").as_string(), HasSubstr("go to 23.11 first"));
  EXPECT_EQ(image("x-accounting"), "slurm:22.05");
  EXPECT_EQ(image("x-controller"), "slurm:22.05");
  EXPECT_EQ(status("version"), "22.05");
}

TEST_F(FirstUpgrades, SlurmdbdGoesBeforeSlurmctld) {
  patch("x", "{spec: {version: '23.11', image: 'slurm:23.11'}}");
  for (int i = 0; i < 3; ++i) {
    reconcile("x");
    EXPECT_EQ(image("x-accounting"), "slurm:23.11");
    EXPECT_EQ(image("x-controller"), "slurm:22.05");
  }
  EXPECT_THAT(condition("x", "Controller").at("message").as_string(), HasSubstr("slurmdbd"));
  EXPECT_EQ(status("version"), "23.11") << "no older one can read what slurmdbd has begun to write";
  EXPECT_EQ(status("versionBefore"), "22.05");
  settle_one("x-accounting");
  reconcile("x");
  EXPECT_EQ(image("x-controller"), "slurm:23.11");

  // What slurmctld has saved is of the first one still.
  patch("x", "{spec: {version: '24.05', image: 'slurm:24.05'}}");
  reconcile("x");
  EXPECT_EQ(reason("x"), "ChangeRefused");
  patch("x", "{spec: {version: '23.11', image: 'slurm:23.11'}}");
  settle_all();
  reconcile("x");
  EXPECT_EQ(status("versionBefore"), "");
  patch("x", "{spec: {version: '24.05', image: 'slurm:24.05'}}");
  reconcile("x");
  EXPECT_NE(reason("x"), "ChangeRefused");
}

TEST_F(SlurmRollouts, ASlurmdbdAtWorkOnItsTablesIsWaitedFor) {
  make("x", "image: slurm:22.05, accounting: {}");
  patch("x", "{spec: {version: '23.02', image: 'slurm:23.02'}}");
  reconcile("x");
  ASSERT_EQ(phase("x"), "Apply");
  const auto long_ago = [&] {
    client::Object object = get(*kind_, "x");
    object["status"]["rollout"]["sinceSeconds"] = 1;
    ASSERT_TRUE(client_.update(*kind_, object, client::Part::kStatus).has_value());
  };
  client::Object pod = json::parse_yaml(R"({apiVersion: v1, kind: Pod,
      metadata: {name: x-accounting-0, namespace: default, labels: {sluice.dev/slurm-cluster: x,
        app.kubernetes.io/component: accounting}},
      spec: {containers: [{name: slurmdbd, image: i}]}})")
                           ->front();
  pod = *client_.create(api::kinds::pod(), pod).value();
  pod["status"] = json::parse_yaml(R"({phase: Running, containerStatuses: [{name: slurmdbd,
      image: i, imageID: "", ready: false, restartCount: 0, state: {running: {}}}]})")
                      ->front();
  ASSERT_TRUE(client_.update(api::kinds::pod(), pod, client::Part::kStatus).has_value());
  client::Object set = get(api::kinds::stateful_set(), "x-database");
  set["status"] = json::Object{{"observedGeneration", set.at("metadata", "generation")},
                               {"replicas", 1},
                               {"readyReplicas", 1},
                               {"updatedReplicas", 1}};
  ASSERT_TRUE(client_.update(api::kinds::stateful_set(), set, client::Part::kStatus).has_value());
  long_ago();
  reconcile("x");
  EXPECT_EQ(phase("x"), "Apply");
  const api::Key key{"default", "x-accounting-0"};
  ASSERT_TRUE(client_.remove(api::kinds::pod(), key, {.grace_period_seconds = 0}).has_value());
  long_ago();
  reconcile("x");
  EXPECT_EQ(phase("x"), "Broken");
}

}  // namespace
}  // namespace sluice::clusters
