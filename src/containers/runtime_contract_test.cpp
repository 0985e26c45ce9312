// SPDX-License-Identifier: Apache-2.0
// What every runtime owes to whoever starts containers with it.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include "containers/availability.h"
#include "containers/test_runner.h"

namespace sluice::containers {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

class RuntimeContractTest : public ::testing::TestWithParam<Surroundings> {
 protected:
  TestRunner runner_{GetParam()};
};

TEST_P(RuntimeContractTest, OutputAndExitCodeAreTheProgramsOwn) {
  EXPECT_EQ(runner_.run(runner_.shell("echo out; echo err >&2; exit 3")), "out\nerr\nexit 3");
  EXPECT_EQ(runner_.run(runner_.program({"true"})), "exit 0");
}

TEST_P(RuntimeContractTest, TheSignalThatKilledItIsTold) {
  const std::string end = runner_.in_runner([&](Runtime& runtime) {
    Launch launch = runner_.program({"sleep", "1000"});
    const auto started = runtime.start(launch);
    ::kill(started->pid, SIGKILL);
    return how_it_ended(started->pid);
  });
  EXPECT_EQ(end, "signal 9");
}

TEST_P(RuntimeContractTest, TheProcessLeadsItsOwnSession) {
  const std::string same = runner_.in_runner([&](Runtime& runtime) {
    const auto started = runtime.start(runner_.program({"sleep", "1000"}));
    const bool leads =
        ::getsid(started->pid) == started->pid && ::getpgid(started->pid) == started->pid;
    ::kill(started->pid, SIGKILL);
    return (leads ? "leads, " : "follows, ") + how_it_ended(started->pid);
  });
  EXPECT_EQ(same, "leads, signal 9");
}

// The output ends when the last process that could write to it is dead.
TEST_P(RuntimeContractTest, TheContainerDiesWithItsStarter) {
  Result<Pipe> output = make_pipe();
  const std::string started = runner_.in_runner([&](Runtime& runtime) {
    Launch launch = runner_.shell("echo up; exec sleep 1000");
    launch.stdout_fd = output->write.get();
    const auto process = runtime.start(launch);
    return process ? std::string("started") : process.error().message;
  });
  EXPECT_EQ(started, "started");
  output->write.reset();
  EXPECT_THAT(read_all(output->read.get()), ::testing::AnyOf("up\n", ""));
}

TEST_P(RuntimeContractTest, AMissingProgramIsNamed) {
  EXPECT_EQ(runner_.run(runner_.program({"no-such-program"})),
            "error: exec: \"no-such-program\": executable file not found in $PATH");
  EXPECT_EQ(runner_.run(runner_.program({"/no/such"})),
            "error: exec: \"/no/such\": stat /no/such: no such file or directory");
  EXPECT_THAT(runner_.run(runner_.program({})), StartsWith("error: "));
}

TEST_P(RuntimeContractTest, TheEnvironmentIsExactlyWhatWasGiven) {
  Launch launch = runner_.program({"env"});
  launch.environment = {"PATH=/bin:/usr/bin", "A=line\nnext", "B=it's \"quoted\" $HOME `x` \\n",
                        "C="};
  const std::string text = runner_.run(launch);
  EXPECT_THAT(text, HasSubstr("A=line\nnext\n"));
  EXPECT_THAT(text, HasSubstr("B=it's \"quoted\" $HOME `x` \\n\n"));
  EXPECT_THAT(text, HasSubstr("C=\n"));
}

TEST_P(RuntimeContractTest, ArgumentsArriveUnchanged) {
  EXPECT_EQ(runner_.run(runner_.program({"echo", "a b", "c\nd", "'\"$x`", "--", "", "e"})),
            "a b c\nd '\"$x` --  e\nexit 0");
}

TEST_P(RuntimeContractTest, AMegabyteOfArgumentsIsFineAndOneHugeOneIsExplained) {
  std::vector<std::string> many{"sh", "-c", "echo $#", "sh"};
  many.resize(many.size() + 16, std::string(64 << 10, 'x'));
  EXPECT_THAT(runner_.run(runner_.program(many)),
              GetParam().runtime == "apptainer"  // which has a limit of its own
                  ? StartsWith("error: exec: \"sh\": argument list too long")
                  : StartsWith("16\nexit 0"));
  const std::string huge = runner_.run(runner_.program({"echo", std::string(200 << 10, 'x')}));
  EXPECT_THAT(huge, StartsWith("error: exec: \"echo\": argument list too long"));
}

TEST_P(RuntimeContractTest, ANulByteIsRefused) {
  EXPECT_THAT(runner_.run(runner_.program({"echo", std::string("a\0b", 3)})),
              HasSubstr("an argument or variable contains a NUL byte"));
}

TEST_P(RuntimeContractTest, NothingOfTheStarterLeaksIn) {
  const std::string text = runner_.in_runner([&](Runtime& runtime) {
    const int leaked = ::open("/dev/null", O_RDONLY);  // not close-on-exec
    ::signal(SIGTERM, SIG_IGN);
    ::umask(077);
    sigset_t all;
    sigfillset(&all);
    ::sigprocmask(SIG_SETMASK, &all, nullptr);
    std::string result = run_with(
        runtime,
        runner_.shell("umask; grep -E 'Sig(Blk|Ign)' /proc/self/status; ls /proc/self/fd; cat"));
    return ::close(leaked) == 0 ? result : "not leaked";
  });
  EXPECT_EQ(text, "0022\nSigBlk:\t0000000000000000\nSigIgn:\t0000000000000000\n0\n1\n2\n3\nexit 0");
}

TEST_P(RuntimeContractTest, ADescriptorThatWasAskedForKeepsItsNumber) {
  Result<Pipe> other = make_pipe();
  constexpr int kNumber = 9;
  ASSERT_EQ(::dup2(other->write.get(), kNumber), kNumber);
  Launch launch = runner_.shell("echo hello >&9");
  launch.inherited = {kNumber};
  EXPECT_EQ(runner_.run(launch), "exit 0");
  ::close(kNumber);
  other->write.reset();
  EXPECT_EQ(read_all(other->read.get()), "hello\n");
}

TEST_P(RuntimeContractTest, InputComesFromTheGivenDescriptor) {
  Result<Pipe> input = make_pipe();
  ASSERT_EQ(::write(input->write.get(), "hello", 5), 5);
  input->write.reset();
  Launch launch = runner_.program({"cat"});
  launch.stdin_fd = input->read.get();
  EXPECT_EQ(runner_.run(launch), "helloexit 0");
}

TEST_P(RuntimeContractTest, ATerminalControlsTheSession) {
  const std::string text = runner_.in_runner([&](Runtime& runtime) {
    Launch launch = runner_.shell("tty; stty size; exit 4");
    launch.terminal = Terminal{.rows = 11, .columns = 77};
    const auto started = runtime.start(launch);
    return started ? read_all(started->terminal.get()) + how_it_ended(started->pid)
                   : started.error().message;
  });
  EXPECT_THAT(text, ::testing::MatchesRegex("/dev/(pts/[0-9]+|console)\r\n11 77\r\nexit 4"));
}

TEST_P(RuntimeContractTest, AFurtherProcessRunsInTheContainer) {
  const std::string text = runner_.in_runner([&](Runtime& runtime) -> std::string {
    Result<Pipe> up = make_pipe();
    Launch launch = runner_.shell("echo 1 > /tmp/sluice-mark; echo up; exec sleep 1000");
    launch.stdout_fd = up->write.get();
    const auto started = runtime.start(launch);
    char first = 0;
    if (!started || ::read(up->read.get(), &first, 1) != 1) {
      return "not started";
    }
    std::string result =
        run_in(runtime, started->pid, runner_.shell("cat /tmp/sluice-mark; exit 7"));
    result += "; " + run_in(runtime, started->pid, runner_.program({"gone"}));
    ::kill(started->pid, SIGKILL);
    return result + "; " + how_it_ended(started->pid);
  });
  EXPECT_EQ(text, "1\nexit 7; error: exec: \"gone\": executable file not found in $PATH; signal 9");
}

TEST_P(RuntimeContractTest, AChildOfTheStarterMayStartFurtherProcessesToo) {
  const std::string text = runner_.in_runner([&](Runtime& runtime) -> std::string {
    Result<Pipe> up = make_pipe();
    Result<Pipe> answer = make_pipe();
    Launch launch = runner_.shell("echo up; exec sleep 1000");
    launch.stdout_fd = up->write.get();
    const auto started = runtime.start(launch);
    char first = 0;
    if (!started || ::read(up->read.get(), &first, 1) != 1) {
      return "not started";
    }
    const pid_t child = ::fork();
    if (child == 0) {
      const std::string got = run_in(runtime, started->pid, runner_.shell("echo in; exit 7"));
      ::_exit(::write(answer->write.get(), got.data(), got.size()) > 0 ? 0 : 1);
    }
    answer->write.reset();
    const std::string got = read_all(answer->read.get()) + "; " + how_it_ended(child);
    ::kill(started->pid, SIGKILL);
    return got + "; " + how_it_ended(started->pid);
  });
  EXPECT_EQ(text, "in\nexit 7; exit 0; signal 9");
}

class ContainerContractTest : public RuntimeContractTest {};

TEST_P(ContainerContractTest, TheImageIsTheRootAndStaysAsItIs) {
  EXPECT_EQ(
      runner_.run(runner_.shell("echo x > /etc/new; cat /etc/new; test -e /usr || echo none")),
      "x\nnone\nexit 0");
  EXPECT_FALSE(std::filesystem::exists(runner_.root() / "etc/new"));
  Launch launch = runner_.shell("(echo x > /etc/new) 2>/dev/null || echo refused");
  launch.read_only_root = true;
  EXPECT_EQ(runner_.run(launch), "refused\nexit 0");
}

TEST_P(ContainerContractTest, CanBeEnteredAsSoonAsItIsStarted) {
  const std::string text = runner_.in_runner([&](Runtime& runtime) {
    const auto started = runtime.start(runner_.shell("sleep 100"));
    return started ? run_in(runtime, started->pid, runner_.shell("test -e /usr || echo in"))
                   : started.error().message;
  });
  EXPECT_EQ(text, "in\nexit 0");
}

TEST_P(ContainerContractTest, MountsAppearWhereTheyWereAskedFor) {
  ASSERT_TRUE(write_file_atomic(runner_.volume() / "f", "content\n", 0644).has_value());
  ASSERT_EQ(::chown((runner_.volume() / "f").c_str(), GetParam().user, GetParam().user), 0);
  Launch launch = runner_.shell(
      "cat /new/place/f /etc/one; (echo x > /etc/one) 2>/dev/null; echo y > /new/place/g");
  launch.mounts = {{.source = runner_.volume(), .target = "/new/place"},
                   {.source = runner_.volume() / "f", .target = "/etc/one", .read_only = true}};
  EXPECT_EQ(runner_.run(launch), "content\ncontent\nexit 0");
  EXPECT_EQ(read_file(runner_.volume() / "f").value(), "content\n");
  EXPECT_EQ(read_file(runner_.volume() / "g").value(), "y\n");
}

TEST_P(ContainerContractTest, TheWorkingDirectoryIsMade) {
  Launch launch = runner_.program({"pwd"});
  launch.working_directory = "/made/here";
  EXPECT_EQ(runner_.run(launch), "/made/here\nexit 0");
}

TEST_P(ContainerContractTest, ContainersShareTheirNameAndMemory) {
  const std::string text = runner_.in_runner(
      [&](Runtime& runtime) {
        std::string both = run_with(runtime, runner_.shell("hostname; echo x > /dev/shm/y", "one"));
        return both += "; " + run_with(runtime, runner_.shell("cat /dev/shm/y", "two"));
      },
      {.hostname = "my-pod"});
  EXPECT_EQ(text, "my-pod\nexit 0; x\nexit 0");
}

TEST_P(ContainerContractTest, AnotherProcessOfTheUserMayJoin) {
  const Sandbox sandbox{.hostname = "my-pod", .share_processes = true};
  Result<Pipe> ready = make_pipe();
  Result<Pipe> done = make_pipe();
  const pid_t maker = ::fork();
  if (maker == 0) {
    done->write.reset();
    runner_.in_runner(
        [&](Runtime& runtime) {
          run_with(runtime, runner_.shell("echo x > /dev/shm/y", "one"));
          ::prctl(PR_SET_DUMPABLE, 1, 0, 0, 0);
          const pid_t self = ::getpid();
          [[maybe_unused]] const auto told = ::write(ready->write.get(), &self, sizeof self);
          read_all(done->read.get());
          return std::string();
        },
        sandbox);
    ::_exit(0);
  }
  pid_t member = 0;
  ASSERT_EQ(::read(ready->read.get(), &member, sizeof member), ssize_t{sizeof member});
  const std::string text = runner_.in_user([&]() -> std::string {
    const auto runtime = make_runtime(GetParam().runtime);
    Sandbox same = sandbox;
    same.scratch = runner_.directory() / "scratch";
    const auto joined = (*runtime)->join(same, member);
    Launch two = runner_.shell("hostname; cat /dev/shm/y; id -u", "two");
    return joined ? run_with(**runtime, two) : joined.error().message;
  });
  EXPECT_EQ(text, "my-pod\nx\n0\nexit 0");
  done->write.reset();
  EXPECT_EQ(how_it_ended(maker), "exit 0");
}

TEST_P(ContainerContractTest, TheFirstProcessIsTheProgramAndRootUnlessAskedOtherwise) {
  EXPECT_EQ(runner_.run(runner_.shell("echo $$; id -u")), "1\n0\nexit 0");
}

const std::vector<std::string> kRuntimes{"builtin", "apptainer", "host"};

std::vector<std::string> present_runtimes(bool with_host) {
  std::vector<std::string> present;
  for (const std::string& name : kRuntimes) {
    if ((with_host || name != "host") && runtime_available(name, "/tmp")) {
      present.push_back(name);
    }
  }
  return present;
}

TEST(RuntimeContract, IsTestedForEveryRuntime) {
  for (const std::string& name : kRuntimes) {
    if (const auto available = runtime_available(name, "/tmp"); !available) {
      GTEST_SKIP() << name << " is not tested here: " << available.error().message;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, RuntimeContractTest,
                         ::testing::ValuesIn(all_surroundings(present_runtimes(true))),
                         [](const auto& given) { return name_of(given.param); });
INSTANTIATE_TEST_SUITE_P(All, ContainerContractTest,
                         ::testing::ValuesIn(all_surroundings(present_runtimes(false))),
                         [](const auto& given) { return name_of(given.param); });

}  // namespace
}  // namespace sluice::containers
