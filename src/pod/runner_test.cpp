// SPDX-License-Identifier: Apache-2.0
// The runner for real: as a child process of the test, with real containers in a scratch directory.
#include "pod/runner.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <thread>

#include "base/files.h"
#include "json/text.h"
#include "pod/cri_log.h"
#include "pod/log_files.h"
#include "pod/protocol.h"
#include "pod/status_file.h"
#include "pod/time_limit.h"

namespace sluice::pod {
namespace {

class RunnerTest : public ::testing::Test {
 protected:
  void spec(std::vector<std::string> argv, std::string policy = "Never") {
    spec_.containers = {{.name = "main", .argv = std::move(argv)}};
    spec_.restart_policy = std::move(policy);
  }

  pid_t start() {
    EXPECT_TRUE(write_file_atomic(dir() / "spec.json", json::write(to_json(spec_))).has_value());
    const pid_t child = ::fork();
    if (child == 0) {
      if (keep_errors_) {
        ::dup2(::open((dir() / "errors").c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600), 2);
      }
      ::_exit(run({.attempt_dir = dir(),
                   .environment = environment_,
                   .restart = {},
                   .heartbeat = heartbeat_}));
    }
    return child;
  }

  static int wait_for(pid_t child) {
    int status = 0;
    EXPECT_EQ(::waitpid(child, &status, 0), child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }

  static bool has_ended(pid_t child) {
    siginfo_t info{};
    return ::waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
           info.si_pid == child;
  }
  static int count(std::string_view text, std::string_view word) {
    int found = 0;
    for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
      ++found;
    }
    return found;
  }

  int run_to_end() { return wait_for(start()); }

  PodReport report() {
    const auto status = read_status(dir());
    EXPECT_TRUE(status.has_value());
    return *status;
  }
  std::string log(std::string_view container) {
    return read_file(log_path(dir(), container)).value_or("");
  }

  // Blocks until the container said "ready" through a FIFO that only it opens for writing.
  void await_ready() {
    const std::string fifo = (dir() / "ready").string();
    EXPECT_EQ(*read_file(fifo), "ready\n");
  }
  void make_fifo() { ASSERT_EQ(::mkfifo((dir() / "ready").c_str(), 0600), 0); }

  const std::filesystem::path& dir() const { return scratch_.path(); }

  TemporaryDirectory scratch_;
  std::vector<std::string> environment_{"PATH=/usr/bin:/bin", "SLURM_JOB_ID=17"};
  bool keep_errors_ = false;  // what the runner logs goes to the file "errors"
  Duration heartbeat_ = std::chrono::seconds(10);
  PodSpec spec_{.ns = "default", .name = "p", .attempt = {"u", 1}, .grace_period_seconds = 30};
};

// The disk is full until the container has long ended.
TEST_F(RunnerTest, TheLastWordIsWrittenAsSoonAsThereIsRoom) {
  std::filesystem::create_symlink("/dev/full", dir() / "status.jsonl");
  spec({"true"});
  keep_errors_ = true;
  const pid_t runner = start();
  int errors = 0;
  while (errors < 3 && !has_ended(runner)) {  // as it starts, as it ends, and again
    errors = count(read_file(dir() / "errors").value_or(""), "status could not be written");
  }
  std::filesystem::remove(dir() / "status.jsonl");
  EXPECT_EQ(wait_for(runner), 0);
  EXPECT_TRUE(report().finished);
}

// There is no srun for its tasks, and no room to say so at first.
TEST_F(RunnerTest, APodThatCannotRunHereSaysSoAsSoonAsThereIsRoom) {
  std::filesystem::create_symlink("/dev/full", dir() / "status.jsonl");
  spec({"true"});
  spec_.tasks.container = "main";
  environment_ = {"PATH=/nowhere", "SLURM_JOB_ID=17"};
  keep_errors_ = true;
  const pid_t runner = start();
  int errors = 0;
  while (errors < 2 && !has_ended(runner)) {
    errors = count(read_file(dir() / "errors").value_or(""), "status could not be written");
  }
  std::filesystem::remove(dir() / "status.jsonl");
  EXPECT_EQ(wait_for(runner), 1);
  EXPECT_TRUE(report().finished);
  EXPECT_EQ(report().reason, "FailedCreatePodSandBox");
  EXPECT_NE(report().message.find("srun"), std::string::npos) << report().message;
}

TEST_F(RunnerTest, ASucceedingPodExitsZeroAndSaysSo) {
  spec({"sh", "-c", "echo hello"});
  EXPECT_EQ(run_to_end(), 0);
  const PodReport end = report();
  EXPECT_TRUE(end.finished);
  EXPECT_EQ(end.job_id, 17u);
  EXPECT_EQ(end.containers[0].exit_code, 0);
  EXPECT_EQ(end.containers[0].reason, "Completed");
  EXPECT_NE(log("main").find("stdout F hello\n"), std::string::npos);
  EXPECT_EQ((*read_claim(dir()))->owner, "runner");
}

TEST_F(RunnerTest, AFailingPodExitsOne) {
  spec({"sh", "-c", "exit 42"});
  EXPECT_EQ(run_to_end(), 1);
  EXPECT_EQ(report().containers[0].exit_code, 42);
}

TEST_F(RunnerTest, NoCommandIsAStartError) {
  spec({});
  EXPECT_EQ(run_to_end(), 1);
  EXPECT_EQ(report().containers[0].reason, "StartError");
}

TEST_F(RunnerTest, WithoutASpecNothingIsClaimed) {
  const pid_t child = ::fork();
  if (child == 0) {
    ::_exit(run({.attempt_dir = dir()}));
  }
  EXPECT_EQ(wait_for(child), kExitBadSpec);
  EXPECT_FALSE(read_claim(dir())->has_value());
}

TEST_F(RunnerTest, ARevokedAttemptStartsNothing) {
  spec({"touch", (dir() / "ran").string()});
  ASSERT_TRUE(write_claim(dir(), {.owner = "kubelet"}).has_value());
  EXPECT_EQ(run_to_end(), kExitLostClaim);
  EXPECT_FALSE(std::filesystem::exists(dir() / "ran"));
  EXPECT_FALSE(std::filesystem::exists(dir() / "status.jsonl"));
}

TEST_F(RunnerTest, OfTwoRunnersOneRunsThePod) {
  spec({"sh", "-c", "echo run >>" + (dir() / "ran").string()});
  const pid_t first = start();
  const pid_t second = start();
  std::vector<int> codes{wait_for(first), wait_for(second)};
  std::sort(codes.begin(), codes.end());
  EXPECT_EQ(codes, (std::vector<int>{0, kExitLostClaim}));
  EXPECT_EQ(*read_file(dir() / "ran"), "run\n");
}

TEST_F(RunnerTest, SigtermReachesTheContainerWhichMayEndWell) {
  make_fifo();
  spec({"sh", "-c",
        "trap 'echo bye; exit 5' TERM; echo ready >" + (dir() / "ready").string() +
            "; while :; do read x <" + (dir() / "never").string() + "; done"});
  ASSERT_EQ(::mkfifo((dir() / "never").c_str(), 0600), 0);
  const pid_t child = start();
  await_ready();
  ::kill(child, SIGTERM);
  EXPECT_EQ(wait_for(child), 1);
  EXPECT_EQ(report().containers[0].exit_code, 5);
  EXPECT_NE(log("main").find("bye"), std::string::npos);
}

TEST_F(RunnerTest, WhoIgnoresSigtermIsKilledAfterTheGraceThatWasAsked) {
  make_fifo();
  spec({"sh", "-c", "trap '' TERM; echo ready >" + (dir() / "ready").string() + "; sleep 1000"});
  const pid_t child = start();
  await_ready();
  ASSERT_TRUE(write_stop(dir(), 0).has_value());
  ::kill(child, SIGTERM);
  EXPECT_EQ(wait_for(child), 1);
  EXPECT_EQ(report().containers[0].signal, SIGKILL);
}

TEST_F(RunnerTest, WhoIsToldToEndByOthersThanTheKubeletSaysSo) {
  make_fifo();
  spec({"sh", "-c",
        "trap 'exit 0' TERM; echo ready >" + (dir() / "ready").string() +
            "; while :; do sleep 0.02; done"});
  const pid_t child = start();
  await_ready();
  ::kill(child, SIGTERM);
  EXPECT_EQ(wait_for(child), 1);
  const PodReport end = report();
  EXPECT_TRUE(end.finished && end.interrupted && end.reason.empty());
  EXPECT_FALSE(is_settled(end));
  EXPECT_EQ(end.containers[0].exit_code, 0);
  EXPECT_GE(end.containers[0].finished, end.interrupted);
}

TEST_F(RunnerTest, ARequeuedJobStartsItsPodOnceMoreAsARestart) {
  make_fifo();
  spec({"sh", "-c", "echo run; echo ready >" + (dir() / "ready").string() + "; exec sleep 1000"});
  const pid_t child = start();
  await_ready();
  ::kill(child, SIGTERM);
  EXPECT_EQ(wait_for(child), 1);
  const PodReport first = report();
  EXPECT_EQ(run_to_end(), kExitLostClaim);  // a second start that is no requeue

  environment_.emplace_back("SLURM_RESTART_COUNT=1");
  const pid_t next = start();
  await_ready();
  ASSERT_TRUE(write_stop(dir(), 5).has_value());
  ::kill(next, SIGTERM);
  EXPECT_EQ(wait_for(next), 1);
  const PodReport second = report();
  EXPECT_GT(second.sequence, first.sequence);
  EXPECT_GT(second.events.back().sequence, first.events.back().sequence);
  EXPECT_EQ(second.restarts, 1);
  EXPECT_TRUE(is_settled(second));
  EXPECT_EQ(second.containers[0].restarts, 1);
  EXPECT_EQ(second.containers[0].last->reason, "Requeued");
  EXPECT_NE(read_file(previous_log_path(dir(), "main"))->find("run"), std::string::npos);
  environment_.back() = "SLURM_RESTART_COUNT=2";
  EXPECT_EQ(run_to_end(), kExitLostClaim);  // it was told to end by the kubelet: it is over
}

TEST_F(RunnerTest, WhoeverHasLostItsPodToALaterRunKillsItsOwn) {
  heartbeat_ = std::chrono::milliseconds(20);
  make_fifo();
  spec({"sh", "-c", "echo ready >" + (dir() / "ready").string() + "; exec sleep 1000"});
  const pid_t child = start();
  await_ready();
  const Claim later{.owner = "runner", .host = "other", .restarts = 1, .place = 1};
  ASSERT_TRUE(write_claim(dir(), later).has_value());
  EXPECT_EQ(wait_for(child), kExitLostClaim);
  EXPECT_FALSE(report().finished);
}

TEST_F(RunnerTest, APodEndsBeforeTheTimeLimitOfItsJob) {
  heartbeat_ = std::chrono::milliseconds(20);
  spec({"sleep", "1000"});
  spec_.limit_warning_seconds = 120;
  const RealClock clock;
  const TimeLimit near{clock.now() + std::chrono::seconds(30), 3600};
  ASSERT_TRUE(write_limit(dir(), near).has_value());
  EXPECT_EQ(run_to_end(), 1);
  const PodReport end = report();
  EXPECT_EQ(end.reason, "TimeLimitExceeded");
  EXPECT_TRUE(end.limit_near && end.interrupted && is_settled(end));
  EXPECT_EQ(end.containers[0].signal, SIGTERM);
  EXPECT_TRUE(std::any_of(end.events.begin(), end.events.end(), [](const PodEvent& event) {
    return event.reason == "TimeLimitNear" && event.warning;
  }));
}

TEST_F(RunnerTest, FiftyContainersAreFiftyContainers) {
  for (int i = 0; i < 50; ++i) {
    const std::string name = "c" + std::to_string(i);
    spec_.containers.push_back({.name = name, .argv = {"echo", name}});
  }
  spec_.restart_policy = "Never";
  EXPECT_EQ(run_to_end(), 0);
  ASSERT_EQ(report().containers.size(), 50u);
  for (const ContainerStatus& container : report().containers) {
    EXPECT_TRUE(log(container.name).ends_with(" F " + container.name + "\n")) << container.name;
  }
}

// Whether some process has this among its arguments.
bool is_somewhere(const std::string& word) {
  for (const auto& process : std::filesystem::directory_iterator("/proc")) {
    if (read_file(process.path() / "cmdline").value_or("").find(word) != std::string::npos) {
      return true;
    }
  }
  return false;
}

TEST_F(RunnerTest, NothingIsLeftOfAContainerThatForksAndHides) {
  make_fifo();
  const std::string word = "1000." + std::to_string(::getpid());
  spec({"sh", "-c",
        "trap '' TERM HUP; i=0; while [ $i -lt 100 ]; do i=$((i+1)); setsid sleep " + word +
            " & (setsid sh -c 'sleep " + word + " & exit') & done; echo ready >" +
            (dir() / "ready").string() + "; sleep " + word});
  const pid_t child = start();
  await_ready();
  EXPECT_TRUE(is_somewhere(word));
  ASSERT_TRUE(write_stop(dir(), 0).has_value());
  ::kill(child, SIGTERM);
  EXPECT_EQ(wait_for(child), 1);
  EXPECT_FALSE(is_somewhere(word));
}

TEST_F(RunnerTest, AFloodOfOutputIsBoundedOnDisk) {
  const std::string line(1000, 'x');
  spec({"sh", "-c", "yes " + line + " | head -n 65000; echo last"});
  EXPECT_EQ(run_to_end(), 0);
  std::uintmax_t bytes = 0;
  for (const auto& file : std::filesystem::directory_iterator(dir())) {
    bytes += file.file_size();
  }
  EXPECT_LE(bytes, kLogPieces * kLogPieceBytes + (1 << 20));
  EXPECT_TRUE(log("main").ends_with(" F last\n"));
}

TEST_F(RunnerTest, SigurgSaysThatThereIsAStopFile) {
  make_fifo();
  spec({"sh", "-c", "echo ready >" + (dir() / "ready").string() + "; exec sleep 1000"}, "Always");
  const pid_t child = start();
  await_ready();
  ::kill(child, SIGURG);  // there is none yet
  ASSERT_TRUE(write_stop(dir(), 5).has_value());
  ::kill(child, SIGURG);
  EXPECT_EQ(wait_for(child), 1);
  EXPECT_EQ(report().containers[0].signal, SIGTERM);
}

TEST_F(RunnerTest, AStopFileAloneEndsThePod) {
  heartbeat_ = std::chrono::milliseconds(20);
  make_fifo();
  spec({"sh", "-c", "echo ready >" + (dir() / "ready").string() + "; exec sleep 1000"}, "Always");
  const pid_t child = start();
  await_ready();
  ASSERT_TRUE(write_stop(dir(), 5).has_value());
  EXPECT_EQ(wait_for(child), 1);
  EXPECT_EQ(report().containers[0].signal, SIGTERM);
}

TEST_F(RunnerTest, AHeartbeatTellsWhatTheContainersUse) {
  heartbeat_ = std::chrono::milliseconds(20);
  spec({"sh", "-c", "(while :; do :; done) & wait"}, "Never");
  const pid_t child = start();
  const auto busy = [&] {
    const auto status = read_status(dir());
    return status && !status->containers.empty() && status->containers[0].usage &&
           status->containers[0].usage->cpu_nanocores > 0 &&
           status->containers[0].usage->memory_bytes > 0;
  };
  while (!busy()) {
    std::this_thread::yield();
  }
  ::kill(child, SIGTERM);
  wait_for(child);
  EXPECT_FALSE(report().containers[0].usage.has_value());
}

TEST_F(RunnerTest, KillingTheRunnerTakesTheContainerAlong) {
  make_fifo();
  spec({"sh", "-c", "echo ready >" + (dir() / "ready").string() + "; exec sleep 1000"});
  std::array<int, 2> ends{};
  ASSERT_EQ(::pipe(ends.data()), 0);  // inherited by the container: closes when all are dead
  const pid_t child = start();
  ::close(ends[1]);
  await_ready();
  ::kill(child, SIGKILL);
  EXPECT_EQ(wait_for(child), 128 + SIGKILL);
  char byte = 0;
  EXPECT_EQ(::read(ends[0], &byte, 1), 0);
  ::close(ends[0]);
}

TEST_F(RunnerTest, OnFailureRunsAgainUntilItWorks) {
  const std::string mark = (dir() / "mark").string();
  spec({"sh", "-c", "test -e " + mark + " || { touch " + mark + "; exit 1; }"}, "OnFailure");
  EXPECT_EQ(run_to_end(), 0);
  EXPECT_EQ(report().containers[0].restarts, 1);
  EXPECT_EQ(report().containers[0].last->exit_code, 1);
}

TEST_F(RunnerTest, InitContainersComeFirst) {
  spec({"cat", (dir() / "made").string()});
  spec_.init_containers = {
      {.name = "make", .argv = {"sh", "-c", "echo it >" + (dir() / "made").string()}}};
  EXPECT_EQ(run_to_end(), 0);
  EXPECT_NE(log("main").find("stdout F it\n"), std::string::npos);
  EXPECT_EQ(report().init_containers[0].reason, "Completed");
}

// Waits one real second, the smallest deadline a pod can have: the runner's poll(2) knows no other
// time than the kernel's.
TEST_F(RunnerTest, TheDeadlineEndsThePod) {
  spec({"sleep", "1000"});
  spec_.active_deadline_seconds = 1;
  EXPECT_EQ(run_to_end(), 1);
  EXPECT_EQ(report().reason, "DeadlineExceeded");
}

TEST_F(RunnerTest, ADeadlineGivenLaterCountsFromTheStart) {
  heartbeat_ = std::chrono::milliseconds(20);
  spec({"sleep", "1000"});
  const pid_t child = start();
  ASSERT_TRUE(write_changes(dir(), {.active_deadline_seconds = 1}).has_value());
  EXPECT_EQ(wait_for(child), 1);
  EXPECT_EQ(report().reason, "DeadlineExceeded");
}

std::string append_to(const std::filesystem::path& file, const std::string& word) {
  return "echo " + word + " >>" + file.string();
}

TEST_F(RunnerTest, HooksRunAfterTheStartAndBeforeTheSignal) {
  make_fifo();
  const auto order = dir() / "order";
  spec({"sh", "-c",
        "trap '" + append_to(order, "signal") + "; exit 0' TERM; touch " + (dir() / "up").string() +
            "; while :; do sleep 0.01; done"});
  Lifecycle& lifecycle = spec_.containers[0].lifecycle;
  lifecycle.post_start = {
      .kind = ActionKind::kExec,
      .command = {"sh", "-c",
                  "until test -e " + (dir() / "up").string() + "; do sleep 0.01; done; " +
                      append_to(order, "start") + "; echo ready >" + (dir() / "ready").string()}};
  lifecycle.pre_stop = {.kind = ActionKind::kExec,
                        .command = {"sh", "-c", append_to(order, "stop")}};
  const pid_t child = start();
  await_ready();
  ASSERT_TRUE(write_stop(dir(), 30).has_value());
  ::kill(child, SIGTERM);
  EXPECT_EQ(wait_for(child), 0);
  EXPECT_EQ(*read_file(order), "start\nstop\nsignal\n");
}

TEST_F(RunnerTest, AFailedPostStartHookFailsAPodThatNeverRestarts) {
  spec({"sleep", "1000"});
  spec_.containers[0].lifecycle.post_start = {.kind = ActionKind::kExec, .command = {"false"}};
  EXPECT_EQ(run_to_end(), 1);
  EXPECT_EQ(report().containers[0].signal, SIGTERM);
  std::vector<std::string> reasons;
  for (const PodEvent& event : report().events) {
    reasons.push_back(event.reason);
  }
  EXPECT_EQ(reasons,
            (std::vector<std::string>{"Created", "Started", "FailedPostStartHook", "Killing"}));
}

TEST_F(RunnerTest, SidecarsOutliveTheMainContainersAndEndInReverse) {
  const auto order = dir() / "order";
  const auto sidecar = [&](const std::string& name) {
    ContainerSpec result{.name = name,
                         .argv = {"sh", "-c",
                                  "trap '" + append_to(order, name) + "; exit 0' TERM; touch " +
                                      (dir() / name).string() + "; while :; do sleep 0.01; done"}};
    result.lifecycle.restart_policy = "Always";
    return result;
  };
  spec_.init_containers = {sidecar("s1"), sidecar("s2")};
  spec({"sh", "-c",
        "until test -e " + (dir() / "s1").string() + " -a -e " + (dir() / "s2").string() +
            "; do sleep 0.01; done; " + append_to(order, "main")});
  EXPECT_EQ(run_to_end(), 0);
  EXPECT_EQ(*read_file(order), "main\ns2\ns1\n");
}

// Waits two real seconds: a probe's shortest period and a second look.
TEST_F(RunnerTest, ALivenessProbeRestartsWhatIsSick) {
  const std::string mark = (dir() / "mark").string();
  spec({"sh", "-c", "test -e " + mark + " && exit 0; touch " + mark + "; exec sleep 1000"},
       "OnFailure");
  spec_.containers[0].lifecycle.liveness =
      ProbeSpec{.action = {.kind = ActionKind::kExec, .command = {"sh", "-c", "echo sick; exit 1"}},
                .period_seconds = 1,
                .failure_threshold = 1};
  EXPECT_EQ(run_to_end(), 0);
  EXPECT_EQ(report().containers[0].restarts, 1);
  EXPECT_EQ(report().containers[0].last->signal, SIGTERM);
  bool unhealthy = false;
  for (const PodEvent& event : report().events) {
    unhealthy = unhealthy || event.message == "Liveness probe failed: sick\n";
  }
  EXPECT_TRUE(unhealthy);
}

TEST_F(RunnerTest, AMessageIsLeftInAFileOrTakenFromTheLog) {
  const std::string file = (dir() / "why").string();
  spec({"sh", "-c", "printf because >" + file + "; exit 3"});
  spec_.containers[0].lifecycle.termination_message_path = file;
  spec_.containers.push_back({.name = "other", .argv = {"sh", "-c", "echo last words; exit 4"}});
  spec_.containers[1].lifecycle.termination_message_path = (dir() / "none").string();
  spec_.containers[1].lifecycle.message_from_log = true;
  EXPECT_EQ(run_to_end(), 1);
  EXPECT_EQ(report().containers[0].message, "because");
  EXPECT_EQ(report().containers[1].message, "last words\n");
}

TEST_F(RunnerTest, AnEphemeralContainerJoinsARunningPod) {
  heartbeat_ = std::chrono::milliseconds(20);
  make_fifo();
  spec({"sh", "-c", "read x <" + (dir() / "ready").string()});
  const pid_t child = start();
  const ContainerSpec debug{.name = "debug",
                            .argv = {"sh", "-c", "echo go >" + (dir() / "ready").string()}};
  ASSERT_TRUE(write_changes(dir(), {.ephemeral_containers = {debug}}).has_value());
  EXPECT_EQ(wait_for(child), 0);
  EXPECT_EQ(report().ephemeral_containers.at(0).name, "debug");
}

TEST_F(RunnerTest, TheStopSignalIsTheContainersOwn) {
  make_fifo();
  spec({"sh", "-c",
        "trap 'exit 7' USR1; echo ready >" + (dir() / "ready").string() +
            "; while :; do sleep 0.01; done"});
  spec_.containers[0].lifecycle.stop_signal = SIGUSR1;
  const pid_t child = start();
  await_ready();
  ::kill(child, SIGTERM);
  EXPECT_EQ(wait_for(child), 1);
  EXPECT_EQ(report().containers[0].exit_code, 7);
}

}  // namespace
}  // namespace sluice::pod
