// SPDX-License-Identifier: Apache-2.0
#include "agent/followed_services.h"

#include <sys/stat.h>

#include "agent/test_machine.h"

namespace sluice::agent {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

TEST_F(Following, WhatIsDeclaredRunsAndASecondLookDoesNothing) {
  steps(object(), node("batch"));
  EXPECT_TRUE(process_->supervisor.settled());
  EXPECT_THAT(taken_log(),
              ElementsAre("daemon-reload", "restart sluice-munged.service",
                          "restart sluice-slurmd.service", "restart sluice-exporter.service"));
  EXPECT_THAT(unit("slurmd"),
              HasSubstr("ExecStart=/usr/local/bin/sluice jobsync exec --service slurmd "
                        "--run-dir /run/sluice/services --for munged -- /usr/sbin/slurmd batch\n"));
  EXPECT_THAT(unit("slurmd"), HasSubstr("KillMode=process\n"));
  EXPECT_THAT(unit("slurmd"), HasSubstr("ConditionPathExists=!/leaving\n"));
  struct stat key {};
  ASSERT_EQ(::stat((scratch_.path() / "root/etc/munge/munge.key").c_str(), &key), 0);
  EXPECT_EQ(key.st_mode & 07777, 0400U);
  EXPECT_THAT(unit("munged"), testing::Not(HasSubstr("secret")));
  systemd_.probes = 0;
  steps(object(), node("batch"), 10);
  EXPECT_THAT(taken_log(), IsEmpty());
  EXPECT_EQ(systemd_.probes, 0);
}

TEST_F(Following, WhoWaitsAtItsGateIsNotStartedAgain) {
  steps(object(), node("batch"));
  taken_log();
  ASSERT_TRUE(systemd_.directory.become({.service = "slurmd",
                                         .state = services::State::kDeploying,
                                         .holder = process_id(::getpid()),
                                         .why = "waits for ctl:6817 to answer"}));
  steps(object(), node("batch"));
  EXPECT_THAT(taken_log(), IsEmpty());
  const auto report = process_->supervisor.report();
  const auto slurmd = std::find_if(report.begin(), report.end(),
                                   [](const auto& one) { return one.name == "slurmd"; });
  ASSERT_NE(slurmd, report.end());
  EXPECT_EQ(slurmd->state, ServiceState::kDeploying);
  EXPECT_EQ(slurmd->why, "waits for ctl:6817 to answer");
}

TEST_F(Following, OnlyWhatChangedIsStartedAnewAndThoseThatNeedItAreAskedAgain) {
  steps(object(), node("batch"));
  taken_log();
  const std::int64_t epoch = systemd_.directory.look("slurmd")->epoch;
  key_ = "another";
  steps(object(changed(kSpec, "revision: \"1\"", "revision: \"2\"")), node("batch"));
  EXPECT_THAT(taken_log(), ElementsAre("restart sluice-munged.service"));
  EXPECT_EQ(read_file(scratch_.path() / "root/etc/munge/munge.key").value_or(""), "another");
  EXPECT_TRUE(process_->supervisor.settled());
  EXPECT_GT(systemd_.directory.look("slurmd")->epoch, epoch);
}

TEST_F(Following, WhatIsWrongChangesNothingAndIsTold) {
  steps(object(), node("batch"));
  taken_log();
  steps(object("services: [{name: a, command: [/a], needsReady: [b]}, {name: b, command: [/b], "
               "needsReady: [a]}]"),
        node("batch"));
  EXPECT_THAT(taken_log(), IsEmpty());
  EXPECT_THAT(process_->followed.view().fault, HasSubstr("a needs b needs a"));
  steps(object(), node("nowhere"));
  EXPECT_THAT(process_->followed.view().fault, HasSubstr("\"nowhere\" is no pool of x-nodes"));
  EXPECT_TRUE(slurm_.has("n"));
  EXPECT_THAT(taken_log(), IsEmpty());
}

TEST_F(Following, AMachineStartsWithoutTheServer) {
  steps(object(), node("batch"));
  begin();
  key_.clear();
  taken_log();
  ASSERT_TRUE(systemd_.directory.become({.service = "slurmd", .state = services::State::kAbsent}));
  steps(nullptr, nullptr);
  EXPECT_THAT(taken_log(), ElementsAre("start sluice-slurmd.service"));
  EXPECT_TRUE(process_->supervisor.settled());
}

TEST_F(Following, WhatIsDeclaredNoMoreStopsInReverseAndStartsWhenItIsDeclaredAgain) {
  steps(object(), node("batch"));
  taken_log();
  gone_steps(10);  // of two seconds
  EXPECT_THAT(taken_log(), IsEmpty());
  EXPECT_FALSE(process_->followed.view().declared);
  EXPECT_THAT(process_->followed.view().fault, HasSubstr("hpc/x-nodes is gone: services stop"));
  gone_steps(10);
  EXPECT_THAT(taken_log(), ElementsAre("stop sluice-exporter.service", "stop sluice-slurmd.service",
                                       "stop sluice-munged.service"));
  EXPECT_TRUE(process_->supervisor.settled());
  EXPECT_TRUE(slurm_.has("n"));
  EXPECT_THAT(process_->followed.view().fault, HasSubstr("nothing is declared"));
  gone_steps(30);
  begin();
  steps(nullptr, nullptr, 30);  // nobody says that it is there again
  EXPECT_THAT(taken_log(), IsEmpty());
  steps(object("services: [{name: a, command: [/a], needsReady: [b]}, {name: b, command: [/b], "
               "needsReady: [a]}]"),
        node("batch"));
  EXPECT_THAT(taken_log(), IsEmpty());
  EXPECT_THAT(process_->followed.view().fault, HasSubstr("a needs b needs a"));
  steps(object(), node("batch"));
  EXPECT_THAT(taken_log(), ElementsAre("start sluice-munged.service", "start sluice-slurmd.service",
                                       "start sluice-exporter.service"));
  EXPECT_TRUE(process_->supervisor.settled());
  EXPECT_TRUE(process_->followed.view().declared);
  EXPECT_EQ(process_->followed.view().fault, "");
}

TEST_F(Following, WhatIsDeclaredAgainInTimeHasNeverBeenAway) {
  steps(object(), node("batch"));
  taken_log();
  for (int i = 0; i < 5; ++i) {
    gone_steps(14);
    steps(object(), node("batch"), 1);
  }
  EXPECT_THAT(taken_log(), IsEmpty());
  EXPECT_TRUE(process_->followed.view().declared);
}

TEST_F(Following, NothingStopsBecauseNobodyAnswers) {
  steps(object(), node("batch"));
  taken_log();
  steps(nullptr, nullptr, 200);  // not seen yet, or not to be seen
  for (const Result<bool>& answer : std::vector<Result<bool>>{
           fail(Code::kForbidden, "no"), fail(Code::kTimeout, "late"), Result<bool>(false)}) {
    gone_ = answer;
    gone_steps(100);
  }
  EXPECT_THAT(taken_log(), IsEmpty());
  EXPECT_THAT(process_->followed.view().fault, HasSubstr("services go on"));
  steps(nullptr, nullptr);
  EXPECT_EQ(process_->followed.view().fault, "");
}

TEST_F(Following, AnAgentThatIsKilledWhileServicesStopGoesOn) {
  steps(object(), node("batch"));
  taken_log();
  gone_steps(17);  // noted, and begun
  ASSERT_TRUE(process_->supervisor.removing());
  for (int i = 0; i < 5; ++i) {
    begin();
    steps(nullptr, nullptr, 1);
  }
  EXPECT_TRUE(process_->supervisor.removing());
  EXPECT_TRUE(process_->supervisor.settled());
  taken_log();
  for (int i = 0; i < 5; ++i) {
    begin();
    steps(object(), node("batch"), 1);
  }
  EXPECT_FALSE(process_->supervisor.removing());
  EXPECT_TRUE(process_->supervisor.settled());
}

TEST_F(Following, AMachineWhoseClusterWentWhileItLeftComesBackWithIt) {
  steps(object(), node("batch"));
  slurm_.start_job("1", "n");
  steps(object(), node("htc"));
  ASSERT_TRUE(process_->detachments.own().has_value());
  gone_steps(20);
  EXPECT_TRUE(process_->supervisor.settled());
  steps(object(), node("batch"), 6);
  EXPECT_FALSE(process_->detachments.own().has_value());
  EXPECT_FALSE(process_->supervisor.removing());
  EXPECT_TRUE(process_->supervisor.settled());
  EXPECT_EQ(slurm_.reason("n"), "");
}

TEST_F(Following, AProcessThatBeginsAnewKnowsWhatHasToStop) {
  steps(object(), node("batch"));
  ASSERT_TRUE(process_->supervisor.remove_all());
  begin();
  EXPECT_TRUE(process_->supervisor.removing());
  EXPECT_FALSE(process_->supervisor.settled());  // before anything is known of the server
}

TEST_F(Following, ALostSecretIsFetchedAgainAndOneThatMayNotBeReadIsTold) {
  key_.clear();
  steps(object(), node("batch"));
  EXPECT_THAT(process_->followed.view().fault, HasSubstr("Secret x-nodes"));
  EXPECT_FALSE(process_->followed.view().known);
  key_ = "secret";
  steps(object(), node("batch"));
  const auto path = scratch_.path() / "root/etc/munge/munge.key";
  ASSERT_TRUE(remove_tree(path));
  steps(object(), node("batch"), 20);
  EXPECT_EQ(read_file(path).value_or(""), "secret");
}

TEST_F(Following, AnAnnotationHasOneServiceStartedAnewAndIsAnsweredOnceItIsReady) {
  steps(object(), node("batch"));
  taken_log();
  const auto asking = node("batch", "{restart.sluice.dev/slurmd: now}");
  systemd_.ill = {"slurmd"};
  steps(object(), asking);
  EXPECT_THAT(taken_log(), ElementsAre("restart sluice-slurmd.service"));
  EXPECT_FALSE(restarted_patch(*asking, process_->supervisor).has_value());
  systemd_.ill.clear();
  begin();  // killed meanwhile: it is not done twice
  steps(object(), asking);
  EXPECT_THAT(taken_log(), IsEmpty());
  const auto answer = restarted_patch(*asking, process_->supervisor);
  ASSERT_TRUE(answer.has_value());
  EXPECT_EQ(api::annotation(*answer, "restarted.sluice.dev/slurmd"), "now");
  steps(object(), node("batch"));  // taken off, it asks for nothing
  EXPECT_THAT(taken_log(), IsEmpty());
}

TEST_F(Following, TheNodeOfAnotherMachineAsksForNothing) {
  steps(object(), node("batch"));
  taken_log();
  json::Value theirs = *node("htc", "{restart.sluice.dev/slurmd: now}");
  theirs["metadata"]["labels"]["sluice.dev/slurm-cluster"] = "another";
  steps(object(), std::make_shared<const json::Value>(theirs));
  EXPECT_THAT(taken_log(), IsEmpty());
  EXPECT_FALSE(process_->detachments.own().has_value());
  EXPECT_EQ(process_->followed.view().fault, "it is another's");
  steps(object(), node("batch"));
  EXPECT_EQ(process_->followed.view().fault, "");
}

TEST_F(Following, WhatIsNotDeclaredAnyMoreStops) {
  steps(object(), node("batch"));
  taken_log();
  const std::string spec = kSpec;
  steps(object(spec.substr(0, spec.find("- {name: exporter"))), node("batch"));
  EXPECT_THAT(taken_log(), UnorderedElementsAre("daemon-reload", "stop sluice-exporter.service"));
  EXPECT_EQ(unit("exporter"), "");
}

TEST_F(Following, APoolIsChangedWhenJobsHaveEndedWhereverItsAgentIsKilled) {
  steps(object(), node("batch"));
  slurm_.start_job("1", "n");
  steps(object(), node("htc"));
  EXPECT_THAT(process_->followed.view().pool_wait, HasSubstr("waits for 1 job to end"));
  EXPECT_EQ(slurm_.state_of("1"), "RUNNING");
  EXPECT_THAT(slurm_.reason("n"), HasSubstr("sluice: "));
  slurm_.finish_job("1");
  slurm_.settle();
  for (int i = 0; i < 40 && process_->followed.view().pool != "htc"; ++i) {
    begin();
    steps(object(), node("htc"), 1);
  }
  EXPECT_FALSE(slurm_.has("n"));  // slurmd registers it again
  steps(object(), node("htc"), 6);
  EXPECT_TRUE(process_->supervisor.settled());
  EXPECT_FALSE(process_->supervisor.removing());
  EXPECT_THAT(unit("slurmd"), HasSubstr("-- /usr/sbin/slurmd htc\n"));
  EXPECT_FALSE(process_->detachments.own().has_value());
  EXPECT_EQ(process_->followed.view().pool_wait, "");
}

TEST_F(Following, OtherFeaturesAreTakenWhenJobsHaveEndedWhereverItsAgentIsKilled) {
  steps(object(), node("batch"));
  taken_log();
  slurm_.start_job("1", "n");
  const std::string fast = changed(kSpec, "'Feature=batch'", "'Feature=batch,fast'");
  steps(object(fast), node("batch"));
  EXPECT_THAT(process_->followed.view().pool_wait, HasSubstr("waits for 1 job to end"));
  EXPECT_THAT(slurm_.reason("n"), HasSubstr("sluice: "));
  EXPECT_THAT(taken_log(), IsEmpty());
  // Meanwhile all else is as it is declared, or slurmd could not talk to slurmctld any more.
  key_ = "another";
  const std::string both = changed(fast, "revision: \"1\"", "revision: \"2\"");
  steps(object(both), node("batch"));
  EXPECT_THAT(taken_log(), ElementsAre("restart sluice-munged.service"));
  EXPECT_THAT(unit("slurmd"), HasSubstr("Environment=SLUICE_REGISTERS_AS=Feature=batch\n"));
  EXPECT_EQ(slurm_.state_of("1"), "RUNNING");
  begin();
  EXPECT_THAT(unit("slurmd"), HasSubstr("Feature=batch\n"));
  slurm_.finish_job("1");
  slurm_.settle();
  const auto has_new = [&] {
    return unit("slurmd").find("Feature=batch,fast\n") != std::string::npos;
  };
  for (int i = 0; i < 40 && !has_new(); ++i) {
    begin();
    steps(object(both), node("batch"), 1);
  }
  EXPECT_TRUE(has_new());
  EXPECT_FALSE(slurm_.has("n"));  // slurmd registers it again
  begin();
  steps(object(both), node("batch"), 6);
  EXPECT_TRUE(process_->supervisor.settled());
  EXPECT_FALSE(process_->supervisor.removing());
  EXPECT_FALSE(process_->detachments.own().has_value());
  EXPECT_EQ(process_->followed.view().pool_wait, "");
}

TEST_F(Following, OnlyWhatANodeHasRegisteredAsMakesItLeave) {
  steps(object(), node("batch"));
  taken_log();
  key_ = "another";
  std::string spec = changed(kSpec, "revision: \"1\"", "revision: \"2\"");
  spec = changed(spec, "/usr/sbin/slurmd, batch", "/usr/sbin/slurmd, elsewhere");
  spec = changed(spec, "'Feature=htc'", "'Feature=htc,fast'");  // of others
  steps(object(spec), node("batch"));
  EXPECT_THAT(taken_log(), testing::Contains("restart sluice-slurmd.service"));
  EXPECT_FALSE(process_->detachments.own().has_value());
  EXPECT_TRUE(slurm_.has("n"));
  EXPECT_EQ(slurm_.reason("n"), "");
}

TEST_F(Following, FeaturesThatAreTakenBackInTimeAreGivenUp) {
  steps(object(), node("batch"));
  slurm_.start_job("1", "n");
  taken_log();
  steps(object(changed(kSpec, "'Feature=batch'", "'Feature=batch,fast'")), node("batch"));
  EXPECT_TRUE(process_->detachments.own().has_value());
  steps(object(), node("batch"));
  EXPECT_FALSE(process_->detachments.own().has_value());
  EXPECT_EQ(slurm_.reason("n"), "");
  EXPECT_THAT(taken_log(), IsEmpty());
}

TEST_F(Following, AnObjectThatSaysForTheFirstTimeWhatANodeRegistersAsChangesNothing) {
  steps(object(changed(kSpec, "registersAs: 'Feature=batch', ", "")), node("batch"));
  steps(object(), node("batch"));
  EXPECT_FALSE(process_->detachments.own().has_value());
  EXPECT_TRUE(slurm_.has("n"));
  EXPECT_TRUE(process_->supervisor.settled());
}

TEST_F(Following, AnAdministratorsDrainIsLeftAloneAndAPoolThatIsWantedBackIsKept) {
  steps(object(), node("batch"));
  taken_log();
  ASSERT_TRUE(slurm_.drain("n", "disk"));
  steps(object(), node("htc"));
  EXPECT_THAT(process_->followed.view().pool_wait, HasSubstr("somebody else has drained it: disk"));
  EXPECT_EQ(slurm_.reason("n"), "disk");
  steps(object(), node("batch"));
  EXPECT_FALSE(process_->detachments.own().has_value());
  EXPECT_EQ(slurm_.reason("n"), "disk");
  EXPECT_THAT(taken_log(), IsEmpty());
}

}  // namespace
}  // namespace sluice::agent
