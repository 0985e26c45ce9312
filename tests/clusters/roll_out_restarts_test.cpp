// SPDX-License-Identifier: Apache-2.0
//
// Who is started anew when, and who makes sure that it happens.
#include <algorithm>

#include "clusters/roll_out_words.h"
#include "services/sent_files.h"
#include "slurm_rollouts.h"

namespace sluice::clusters {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST_F(SlurmRollouts, SlurmdAreRestartedInBatchesThroughTheirAgents) {
  make("x", "hostBinaries: true, rollout: {batch: 2}");
  for (const char* name : {"n1", "n2", "n3"}) {
    add_node(name);
  }
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

// One of a thousand is no reason to go back, nor to wait.
TEST_F(SlurmRollouts, AMachineThatDiesInItsBatchIsSkippedAndNamed) {
  use_fake_clock();
  make("x", "hostBinaries: true, rollout: {batch: 2}");
  for (const char* name : {"n1", "n2", "n3"}) {
    add_node(name);
  }
  patch("x", "{spec: {slurmConf: {a: 'TaskPlugin=task/affinity'}}}");
  reconcile("x");
  obey("n1");
  say("n2", "Unknown", std::chrono::seconds(30));
  reconcile("x");
  EXPECT_THAT(asked(), testing::ElementsAre("n2")) << "it may just have started";
  time_.advance(std::chrono::seconds(31));
  reconcile("x");
  EXPECT_THAT(asked(), testing::ElementsAre("n2", "n3")) << "it obeys when it is back";
  EXPECT_EQ(skipped("x"), json::Value(json::Array{"n2"}));
  obey("n3");
  reconcile("x");
  EXPECT_EQ(reason("x"), "Applied");
  EXPECT_EQ(skipped("x"), json::Value(json::Array{"n2"}));
}

TEST_F(SlurmRollouts, AMachineThatWasDownBeforeIsSkippedThereAndBack) {
  use_fake_clock();
  make("x", "hostBinaries: true, rollout: {batch: 2}");
  for (const char* name : {"n1", "n2"}) {
    add_node(name);
  }
  say("n2", "False", std::chrono::hours(1));
  patch("x", "{spec: {slurmConf: {a: 'TaskPlugin=task/affinity'}}}");
  reconcile("x");
  EXPECT_THAT(condition("x", "Config").at("message").as_string(),
              HasSubstr("slurmd is being restarted on n1; down, and not waited for: n2"));
  obey("n1");
  queue_ = "";  // a job is lost
  reconcile("x");
  EXPECT_EQ(phase("x"), "RollBack");
  settle("x");
  reconcile("x");
  EXPECT_THAT(asked(), testing::ElementsAre("n1", "n2"));
  obey("n1");
  reconcile("x");
  EXPECT_EQ(reason("x"), "RolledBack");
  EXPECT_EQ(skipped("x"), json::Value(json::Array{"n2"}));
  EXPECT_THAT(condition("x", "Config").at("message").as_string(),
              HasSubstr("not on n2, down: slurmd is restarted there when the machine is back"));
}

// Its agent is there: that is no machine that died, but what going back is for.
TEST_F(SlurmRollouts, ASlurmdThatDoesNotStartAnymoreIsNotSkipped) {
  use_fake_clock();
  make("x", "hostBinaries: true, rollout: {batch: 2}");
  add_node("n1");
  patch("x", "{spec: {slurmConf: {a: 'TaskPlugin=task/affinity'}}}");
  reconcile("x");
  time_.advance(std::chrono::seconds(1));
  say("n1", "False", std::chrono::seconds(0));
  time_.advance(std::chrono::seconds(500));
  reconcile("x");
  EXPECT_EQ(phase("x"), "Apply");
  EXPECT_TRUE(skipped("x").is_null());
  time_.advance(std::chrono::seconds(101));
  reconcile("x");
  EXPECT_EQ(phase("x"), "RollBack");
}

TEST_F(SlurmRollouts, WhereNoAgentFollowsItIsSaidThatSlurmdAreForPeopleToRestart) {
  make("x", "hostBinaries: true");
  patch("x", "{spec: {slurmConf: {a: 'TaskPlugin=task/affinity'}}}");
  reconcile("x");
  EXPECT_EQ(reason("x"), "Applied");
  const std::string plan = get(*kind_, "x").at("status", "plan").as_string();
  EXPECT_THAT(plan, HasSubstr("By hand: no agent follows this cluster: restart slurmd"));
  slurmconf::Plan left;
  left.by_hand = "restart slurmd";
  Progress progress;
  progress.to = "b";
  progress.rollout.phase = slurmconf::Phase::kDone;
  const auto note = event_of(left, progress);
  ASSERT_TRUE(note.has_value());
  EXPECT_EQ(note->message, "b is in effect; restart slurmd");
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

TEST_F(SlurmRollouts, WhoeverWasAskedToRestartIsAskedAgainOnTheWayBack) {
  use_fake_clock();
  make("x", "hostBinaries: true, rollout: {batch: 3}");
  for (const char* name : {"n1", "n2"}) {
    add_node(name);
  }
  patch("x", "{spec: {slurmConf: {a: 'TaskPlugin=task/affinity'}}}");
  reconcile("x");
  EXPECT_THAT(asked(), testing::ElementsAre("n1", "n2"));
  obey("n1");
  annotate("n1", "sluice.dev/slurm-conf", "the rejected one");
  time_.advance(std::chrono::seconds(601));
  reconcile("x");
  EXPECT_EQ(phase("x"), "RollBack");
  EXPECT_THAT(asked(), testing::ElementsAre("n1", "n2"));
  obey("n1");
  time_.advance(std::chrono::seconds(601));
  reconcile("x");
  EXPECT_EQ(phase("x"), "RollBack") << "n1 runs with what was taken back";
  EXPECT_EQ(reason("x"), "RollingOut");
  time_.advance(std::chrono::seconds(11));
  reconcile("x");
  EXPECT_THAT(asked(), testing::Contains("n1")) << "it is late";
  annotate("n1", "sluice.dev/slurm-conf", "");
  reconcile("x");
  EXPECT_EQ(reason("x"), "RollingOut") << "its slurmd is not back yet";
  obey("n1");
  reconcile("x");
  EXPECT_EQ(reason("x"), "RolledBack");
  EXPECT_THAT(condition("x", "Config").at("message").as_string(),
              HasSubstr("given up on: slurmd is being restarted on n2"));
}

// slurmctld did not reach them. They are restarted in batches too, however long that takes.
TEST_F(SlurmRollouts, NodesThatDoNotFollowAreRestartedInBatches) {
  use_fake_clock();
  make("x", "hostBinaries: true, rollout: {batch: 2}");
  const std::vector<std::string> nodes{"n1", "n2", "n3", "n4", "n5"};
  for (const std::string& name : nodes) {
    add_node(name);
    annotate(name, "sluice.dev/slurm-conf", "the one before");
  }
  patch("x", "{spec: {slurmConf: {a: 'KillWait=7'}}}");
  reconcile("x");
  EXPECT_EQ(phase("x"), "Verify");
  EXPECT_TRUE(asked().empty()) << "they may be about to follow";
  time_.advance(std::chrono::seconds(11));
  reconcile("x");
  EXPECT_THAT(asked(), testing::ElementsAre("n1", "n2"));
  reconcile("x");
  EXPECT_THAT(asked(), testing::ElementsAre("n1", "n2"));
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    EXPECT_EQ(phase("x"), "Verify");
    time_.advance(std::chrono::seconds(400));
    obey(nodes[i]);
    annotate(nodes[i], "sluice.dev/slurm-conf", "");
    reconcile("x");
    EXPECT_EQ(asked().size(), std::min<std::size_t>(2, nodes.size() - i - 1));
  }
  EXPECT_EQ(reason("x"), "Applied");
}

// Its Node is not ready while slurmd starts, so that what it has is not known.
TEST_F(SlurmRollouts, AChangeIsNotDoneWhileASlurmdThatWasLateStarts) {
  use_fake_clock();
  make("x", "hostBinaries: true");
  add_node("n1");
  annotate("n1", "sluice.dev/slurm-conf", "the one before");
  patch("x", "{spec: {slurmConf: {a: 'KillWait=7'}}}");
  reconcile("x");
  time_.advance(std::chrono::seconds(11));
  reconcile("x");
  EXPECT_THAT(asked(), testing::ElementsAre("n1"));
  say("n1", "False", std::chrono::seconds(0));
  time_.advance(std::chrono::seconds(500));
  reconcile("x");
  EXPECT_EQ(phase("x"), "Verify") << "it may yet start";
  time_.advance(std::chrono::seconds(101));
  reconcile("x");
  EXPECT_EQ(phase("x"), "RollBack");
  settle("x");
  reconcile("x");
  EXPECT_EQ(phase("x"), "RollBack") << "it starts with what is back, or it does not";
  say("n1", "True", std::chrono::seconds(0));
  annotate("n1", "sluice.dev/slurm-conf", "");
  obey("n1");
  reconcile("x");
  EXPECT_EQ(reason("x"), "RolledBack");
}

// A reconfigure may reach a node with slurm.conf as it was and other files beside it.
TEST_F(SlurmRollouts, NodesThatLackAFileBesideSlurmConfAreRestartedForIt) {
  use_fake_clock();
  make("x", "hostBinaries: true, files: {plugstack.conf: 'optional a.so'}");
  const auto digest = [](const std::string& text) {
    return services::sent_files_digest(
        [&](std::string_view name) { return name == "plugstack.conf" ? text : std::string(); });
  };
  for (const char* name : {"n1", "n2", "old-agent"}) {
    add_node(name);
  }
  annotate("n1", services::kSentFilesAnnotation, digest("optional a.so"));
  annotate("n2", services::kSentFilesAnnotation, digest("optional a.so"));
  patch("x", "{spec: {files: {plugstack.conf: 'optional b.so'}}}");
  reconcile("x");
  EXPECT_EQ(phase("x"), "Verify");
  annotate("n1", services::kSentFilesAnnotation, digest("optional b.so"));
  time_.advance(std::chrono::seconds(11));
  reconcile("x");
  EXPECT_THAT(asked(), testing::ElementsAre("n2"));
  obey("n2");  // and its agent tells nothing of files any more
  reconcile("x");
  EXPECT_EQ(reason("x"), "Applied");
}

TEST_F(SlurmRollouts, NodesThatNeverFollowLeadBack) {
  use_fake_clock();
  make("x", "hostBinaries: true");
  for (const char* name : {"n1", "n2"}) {
    add_node(name);
    annotate(name, "sluice.dev/slurm-conf", "the one before");
  }
  patch("x", "{spec: {slurmConf: {a: 'KillWait=7'}}}");
  reconcile("x");
  time_.advance(std::chrono::seconds(500));
  annotate("n1", "sluice.dev/slurm-conf", "");
  reconcile("x");
  time_.advance(std::chrono::seconds(500));
  // One that comes and goes is nothing that gets on.
  annotate("n1", "sluice.dev/slurm-conf", "the one before");
  reconcile("x");
  annotate("n1", "sluice.dev/slurm-conf", "");
  reconcile("x");
  EXPECT_EQ(phase("x"), "Verify");
  time_.advance(std::chrono::seconds(101));
  reconcile("x");
  EXPECT_EQ(phase("x"), "RollBack");
}

// Nobody else replaces a pod of an ordered StatefulSet that never becomes ready.
TEST_F(SlurmRollouts, APodOfAWrongImageGoesWhenTheImageIsCorrected) {
  make("x", "image: slurm:22.05, accounting: {}");
  patch("x", "{spec: {image: 'slurm:typo'}}");
  reconcile("x");
  EXPECT_EQ(image("x-accounting"), "slurm:typo");
  const auto add_pod = [&](const char* component, const char* hash) {
    client::Object pod =
        json::parse_yaml(R"({apiVersion: v1, kind: Pod, metadata: {namespace: default,
        labels: {sluice.dev/slurm-cluster: x}}, spec: {containers: [{name: a, image: i}]}})")
            ->front();
    const std::string set = std::string("x-") + component;
    pod["metadata"]["name"] = set + "-0";
    pod["metadata"]["labels"]["app.kubernetes.io/component"] = component;
    pod["metadata"]["labels"]["controller-revision-hash"] = hash;
    pod["metadata"]["ownerReferences"] =
        json::Array{api::controller_reference(get(api::kinds::stateful_set(), set))};
    const auto made = client_.create(api::kinds::pod(), pod);
    ASSERT_TRUE(made.has_value()) << made.error().message;
  };
  const auto say = [&](const char* component, const char* newest) {
    client::Object set = get(api::kinds::stateful_set(), std::string("x-") + component);
    set["status"] = json::Object{{"observedGeneration", set.at("metadata", "generation")},
                                 {"replicas", 1},
                                 {"updateRevision", newest}};
    ASSERT_TRUE(client_.update(api::kinds::stateful_set(), set, client::Part::kStatus).has_value());
  };
  add_pod("accounting", "typo");
  add_pod("controller", "other");
  say("accounting", "typo");
  say("controller", "other-than-that");
  reconcile("x");
  EXPECT_FALSE(get(api::kinds::pod(), "x-accounting-0").is_null()) << "it is of the newest";
  say("accounting", "corrected");
  reconcile("x");
  EXPECT_TRUE(get(api::kinds::pod(), "x-accounting-0").is_null() ||
              api::is_being_deleted(get(api::kinds::pod(), "x-accounting-0")));
  EXPECT_FALSE(api::is_being_deleted(get(api::kinds::pod(), "x-controller-0")))
      << "a parallel one is replaced by its controller";
}

TEST_F(SlurmRollouts, AReleaseOfTheMachineIsARestartOfEachInItsTurn) {
  make("x", "hostBinaries: true, accounting: {}");
  const std::string config = config_name("x");
  const json::Value accounting = template_of("x-accounting");
  const json::Value controller = template_of("x-controller");
  patch("x", "{spec: {version: '23.02', slurmConf: {a: 'KillWait=7'}}}");
  reconcile("x");
  EXPECT_NE(template_of("x-accounting"), accounting);
  EXPECT_EQ(template_of("x-controller"), controller);
  EXPECT_THAT(get(api::kinds::config_map(), config).at("data", "slurm.conf").as_string(),
              Not(HasSubstr("KillWait=7")))
      << "the old slurmctld does not see the files of the new one";
  settle("x");
  reconcile("x");
  EXPECT_NE(template_of("x-controller"), controller);
  finish("x");
  EXPECT_EQ(reason("x"), "Applied");
}

TEST_F(SlurmRollouts, APlannedRestartHappensThoughNothingOfThePodChanges) {
  ASSERT_TRUE(create("x", "image: slurm:24.11").has_value());
  patch("x", "{spec: {version: '24.11', slurmConf: {a: 'NodeName=n1 NodeAddr=10.0.0.1'}}}");
  make_ready("x");
  const json::Value before = template_of("x-controller");
  patch("x", "{spec: {slurmConf: {a: 'NodeName=n1 NodeAddr=10.0.0.2'}}}");
  reconcile("x");
  ASSERT_THAT(get(*kind_, "x").at("status", "plan").as_string(), HasSubstr("restart slurmctld"));
  EXPECT_NE(template_of("x-controller"), before);
  EXPECT_EQ(phase("x"), "Apply");
  const json::Value after = template_of("x-controller");
  finish("x");
  EXPECT_EQ(reason("x"), "Applied");
  reconcile("x");
  EXPECT_EQ(template_of("x-controller"), after) << "once";
}

TEST_F(SlurmRollouts, ARestartOnRequestGoesFromSlurmdbdToSlurmd) {
  make("x", "hostBinaries: true, accounting: {}, rollout: {batch: 1}");
  add_node("n1");
  const json::Value accounting = template_of("x-accounting");
  const json::Value controller = template_of("x-controller");
  patch("x", "{metadata: {annotations: {sluice.dev/restart: monday}}}");
  reconcile("x");
  EXPECT_NE(template_of("x-accounting"), accounting);
  EXPECT_EQ(template_of("x-controller"), controller);
  settle("x");
  reconcile("x");
  EXPECT_NE(template_of("x-controller"), controller);
  EXPECT_TRUE(asked().empty());
  settle("x");
  reconcile("x");
  EXPECT_THAT(asked(), testing::ElementsAre("n1"));
  obey("n1");
  reconcile("x");
  EXPECT_EQ(reason("x"), "Applied");
  EXPECT_EQ(get(*kind_, "x").at("status", "restarts", "asked").as_string(), "monday");
  const json::Value after = template_of("x-controller");
  commands_.forget();
  reconcile("x");
  const std::string version = version_of("x");
  reconcile("x");
  EXPECT_EQ(version_of("x"), version);
  EXPECT_EQ(template_of("x-controller"), after);
  EXPECT_TRUE(commands_.log().empty());
}

}  // namespace
}  // namespace sluice::clusters
