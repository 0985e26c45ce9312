// SPDX-License-Identifier: Apache-2.0
#include "containers/builtin_runtime.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.h"
#include "containers/test_runner.h"

namespace sluice::containers {
namespace {

using ::testing::HasSubstr;

class BuiltinRuntimeTest : public ::testing::TestWithParam<Surroundings> {
 protected:
  TestRunner runner_{GetParam()};
};

TEST_P(BuiltinRuntimeTest, AnImpossibleUserIsRefused) {
  Launch launch = runner_.program({"true"});
  launch.identity = Identity{4294967295U, 0};
  EXPECT_EQ(runner_.run(launch), "error: user 4294967295:0: ids must be at most 2147483647");
}

TEST_P(BuiltinRuntimeTest, AnUnknownCapabilityIsRefused) {
  Launch launch = runner_.program({"true"});
  launch.privileges.add = {"FLY"};
  EXPECT_EQ(runner_.run(launch), "error: unknown capability \"FLY\"");
}

TEST_P(BuiltinRuntimeTest, TheSandboxIsSharedByItsContainers) {
  const std::filesystem::path memory = runner_.directory() / "scratch/memory";
  ASSERT_TRUE(make_directory(memory).has_value());
  ASSERT_EQ(::chown(memory.c_str(), GetParam().user, GetParam().user), 0);
  const std::string text = runner_.in_runner(
      [&](Runtime& runtime) {
        Launch first = runner_.shell("hostname; echo x > /dev/shm/y; echo 1 > /m/z", "one");
        Launch second = runner_.shell("ls /dev/shm /m; stat -c %a /dev/shm /m", "two");
        first.mounts = second.mounts = {{.source = memory, .target = "/m"}};
        std::string both = run_with(runtime, first) + "; ";
        return both += run_with(runtime, second);
      },
      {.hostname = "my-pod", .memory = {{memory, 1 << 20}}});
  EXPECT_EQ(text, "my-pod\nexit 0; /dev/shm:\ny\n\n/m:\nz\n1777\n777\nexit 0");
  EXPECT_TRUE(std::filesystem::is_empty(memory));
}

TEST_P(BuiltinRuntimeTest, ParametersOfTheKernelAreThePodsOwnOrTold) {
  const std::string machines = read_file("/proc/sys/kernel/shm_rmid_forced").value();
  const std::string text = runner_.in_user([&] {
    BuiltinRuntime runtime;
    const auto notes = runtime.enter({.scratch = runner_.directory() / "scratch",
                                      .sysctls = {{"kernel.shm_rmid_forced", "1"},
                                                  {"kernel.shm/../../../etc/passwd", "1"},
                                                  {"net.ipv4.ip_forward", "1"}}});
    if (!notes) {
      return notes.error().message;
    }
    const std::string told = notes->front().starts_with("sysctl \"kernel.shm_rmid") ? "told " : "";
    return told + join(*notes, ", ") + "; " +
           run_with(runtime, runner_.shell("cat /proc/sys/kernel/shm_rmid_forced"));
  });
  EXPECT_THAT(text, HasSubstr("sysctl \"kernel.shm/../../../etc/passwd\" is not set to \"1\": "));
  EXPECT_THAT(text, HasSubstr("sysctl \"net.ipv4.ip_forward\" is not set: it is the machine's"));
  EXPECT_THAT(text, text.starts_with("told") ? HasSubstr("exit 0") : HasSubstr("; 1\nexit 0"));
  EXPECT_EQ(read_file("/proc/sys/kernel/shm_rmid_forced").value(), machines);
}

TEST_P(BuiltinRuntimeTest, ProcessesAreSharedWhenAsked) {
  const std::string text = runner_.in_runner(
      [&](Runtime& runtime) {
        const auto other = runtime.start(runner_.program({"sleep", "1234"}, "one"));
        return run_with(runtime, runner_.shell("ps | grep -c '[s]leep 1234'", "two")) + "; " +
               (other ? "" : other.error().message);
      },
      {.share_processes = true});
  EXPECT_EQ(text, "1\nexit 0; ");
}

TEST_P(BuiltinRuntimeTest, ADebuggingContainerSeesTheProcessesOfAnother) {
  const std::string text = runner_.in_runner([&](Runtime& runtime) -> std::string {
    const auto other = runtime.start(runner_.program({"sleep", "1234"}, "one"));
    if (!other) {
      return other.error().message;
    }
    Launch debugger = runner_.shell("ps | grep -c '1 .*[s]leep 1234'; echo $$", "two");
    debugger.processes_of = other->pid;
    return run_with(runtime, debugger);
  });
  EXPECT_EQ(text, "1\n2\nexit 0");
}

TEST_P(BuiltinRuntimeTest, WhatDaemonisesDiesWithThePodToo) {
  Result<Pipe> output = make_pipe();
  const std::string started = runner_.in_runner([&](Runtime& runtime) -> std::string {
    Launch launch =
        runner_.shell("setsid sleep 1000 & setsid sleep 1000 & echo up; exec sleep 1000");
    launch.stdout_fd = output->write.get();
    return runtime.start(launch) ? "started" : "not started";
  });
  output->write.reset();
  EXPECT_EQ(started, "started");
  EXPECT_THAT(read_all(output->read.get()), ::testing::AnyOf("up\n", ""));
}

// Tries to have a hundred processes.
Launch bomb(const TestRunner& runner, const std::string& seconds, const std::string& name) {
  return runner.shell("(i=0; while test $i -lt 100; do sleep " + seconds +
                          " & i=$((i+1)); done); echo full; exec sleep 1000",
                      name);
}

// The processes of bombs of so many seconds: those that sleep, and those that are still the shell
// that was forked to become one.
std::size_t count_processes(const std::string& seconds) {
  std::size_t counted = 0;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    const std::string words = read_file(entry.path() / "cmdline").value_or("");
    counted += words.find(seconds) != std::string::npos ? 1 : 0;
  }
  return counted;
}

TEST_P(BuiltinRuntimeTest, AForkBombFillsNothingButItsPod) {
  const Sandbox sandbox{.max_processes = 40};
  Result<Pipe> full = make_pipe();
  Result<Pipe> done = make_pipe();
  const pid_t pod = ::fork();
  if (pod == 0) {
    done->write.reset();
    const std::string told = runner_.in_runner(
        [&](Runtime& runtime) -> std::string {
          Launch launch = bomb(runner_, "1000", "main");
          if (GetParam().user == 0) {
            launch.identity = Identity{1234, 1234};  // root of the machine has no limits
          }
          launch.stdout_fd = launch.stderr_fd = full->write.get();
          const auto started = runtime.start(launch);
          read_all(done->read.get());
          return started ? run_in(runtime, started->pid, runner_.program({"echo", "in"})) : "";
        },
        sandbox);
    ::_exit(told == "in\nexit 0" ? 0 : 1);
  }
  full->write.reset();
  std::string said;
  for (char c = 0; !said.ends_with("full\n") && ::read(full->read.get(), &c, 1) == 1;) {
    said += c;
  }
  EXPECT_THAT(said, HasSubstr("can't fork: Resource temporarily unavailable"));
  const std::string some = "sleep 1000 & sleep 1000 & sleep 1000 & sleep 1000 & echo free";
  EXPECT_EQ(runner_.run(runner_.shell(some, "other"), sandbox), "free\nexit 0");
  done->write.reset();
  EXPECT_EQ(how_it_ended(pod), "exit 0");     // a full pod can be entered
  EXPECT_EQ(read_all(full->read.get()), "");  // and takes all its processes along
}

TEST_P(BuiltinRuntimeTest, TheLimitOfProcessesIsThatOfAllContainersTogether) {
  const std::string seconds = std::to_string(100'000 + GetParam().user);
  const std::string text = runner_.in_runner(
      [&](Runtime& runtime) -> std::string {
        for (const char* name : {"one", "two"}) {
          Result<Pipe> ready = make_pipe();
          Launch launch = bomb(runner_, seconds, name);
          launch.identity = Identity{1234, 1234};
          launch.stdout_fd = ready->write.get();
          [[maybe_unused]] const auto started = runtime.start(launch);
          ready->write.reset();
          char first = 0;  // the second may find the pod too full to come so far
          [[maybe_unused]] const auto read = ::read(ready->read.get(), &first, 1);
        }
        const std::size_t counted = count_processes(seconds);
        return counted > 20 && counted <= 40 ? "within" : std::to_string(counted);
      },
      {.max_processes = 40});
  EXPECT_EQ(text, "within");
}

INSTANTIATE_TEST_SUITE_P(All, BuiltinRuntimeTest,
                         ::testing::ValuesIn(all_surroundings({"builtin"})),
                         [](const auto& given) { return name_of(given.param); });

}  // namespace
}  // namespace sluice::containers
