// SPDX-License-Identifier: Apache-2.0
// Sessions with a real runner process: what the API server asks for, over the real connection home,
// and over a relay where there is none.
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <condition_variable>
#include <future>

#include "api/meta.h"
#include "base/unique_fd.h"
#include "http/sockets.h"
#include "kubelet_world.h"

namespace sluice {
namespace {

// Reads a pipe to its end, blocking.
std::string read_all(const std::shared_ptr<BytePipe>& pipe) {
  struct News {
    std::mutex mutex;
    std::condition_variable changed;
    bool any = false;
  };
  const auto news = std::make_shared<News>();
  pipe->set_readable([news] {
    const std::scoped_lock lock(news->mutex);
    news->any = true;
    news->changed.notify_all();
  });
  std::string all;
  for (auto state = pipe->read(all); state != Stream::State::kEnd; state = pipe->read(all)) {
    if (state == Stream::State::kPending) {
      std::unique_lock lock(news->mutex);
      news->changed.wait(lock, [&] { return std::exchange(news->any, false); });
    }
  }
  return all;
}

class Sessions : public KubeletWorld {
 protected:
  struct Outcome {
    std::string out;
    std::string err;
    Result<int> exit_code = 0;
  };
  struct Asked {
    client::ProcessStreams streams;
    std::unique_ptr<client::Process> process;
    std::future<Result<int>> exit_code;

    Outcome await() {
      Outcome outcome;
      outcome.out = read_all(streams.out);
      outcome.err = streams.err != nullptr ? read_all(streams.err) : "";
      outcome.exit_code = exit_code.get();
      return outcome;
    }
  };

  Sessions() {
    options_.sluice_binary = TEST_RUNNER;
    options_.report_host = "127.0.0.1";
    slurm_.on_start(
        [this](const slurm::Job&, const slurm::JobRequest& request) { spawn(request.script); });
  }
  ~Sessions() override {
    for (const pid_t runner : runners_) {
      ::kill(runner, SIGKILL);
      ::waitpid(runner, nullptr, 0);
    }
  }

  void spawn(const std::string& script) {
    const std::vector<const char*> argv{"sh", "-c", script.c_str(), nullptr};
    pid_t runner = 0;
    EXPECT_EQ(::posix_spawn(&runner, "/bin/sh", nullptr, nullptr,
                            const_cast<char* const*>(argv.data()), environ),
              0);
    runners_.push_back(runner);
  }

  void run_pod(const std::string& container_fields) {
    start_kubelet();
    const client::Object pod = create_pod(
        "p",
        R"({"restartPolicy":"Never","terminationGracePeriodSeconds":0,"containers":[{"name":"main","image":"none",)" +
            container_fields + "}]}");
    await_job(comment(pod));
    slurm_.run();
    await_phase("p", "Running");
  }

  Asked ask(decltype(&client::PodAccess::exec) how, const std::vector<std::string>& command,
            bool tty = false) {
    Asked asked;
    asked.streams = {std::make_shared<BytePipe>(2 * 1024 * 1024), std::make_shared<BytePipe>(),
                     tty ? nullptr : std::make_shared<BytePipe>()};
    auto promise = std::make_shared<std::promise<Result<int>>>();
    asked.exit_code = promise->get_future();
    auto process = (kubelet_->pods().*how)(
        {{"default", "p"}, "main", command, tty}, asked.streams,
        [promise](const Result<int>& exit_code) { promise->set_value(exit_code); });
    EXPECT_TRUE(process) << process.error().message;
    if (process) {
      asked.process = std::move(*process);
    }
    return asked;
  }
  Asked exec(const std::vector<std::string>& command, bool tty = false) {
    return ask(&client::PodAccess::exec, command, tty);
  }

  std::vector<pid_t> runners_;
};

constexpr const char* kSleeper =
    R"("command":["sleep","1000"],"env":[{"name":"COLOUR","value":"green"}])";

TEST_F(Sessions, ACommandHasItsOwnOutputErrorsAndExitCode) {
  run_pod(kSleeper);
  Asked asked = exec({"sh", "-c", "echo $COLOUR; echo oops >&2; exit 3"});
  const Outcome outcome = asked.await();
  EXPECT_EQ(outcome.out, "green\n");
  EXPECT_EQ(outcome.err, "oops\n");
  EXPECT_EQ(outcome.exit_code.value(), 3);
}

TEST_F(Sessions, AMegabyteGoesInAndComesBackIntact) {
  run_pod(kSleeper);
  std::string text;
  while (text.size() < 1024 * 1024) {
    text += std::to_string(text.size()) + std::string(1, '\0');
  }
  Asked asked = exec({"cat"});
  asked.streams.in->write(text);
  asked.streams.in->end();
  const Outcome outcome = asked.await();
  EXPECT_TRUE(outcome.out == text);
  EXPECT_EQ(outcome.exit_code.value(), 0);
}

TEST_F(Sessions, ATerminalHasASizeAndOneOutput) {
  run_pod(kSleeper);
  Asked asked = exec({"sh", "-c", "read x; stty size; tty >&2; echo $TERM"}, /*tty=*/true);
  asked.process->resize({132, 43});
  asked.streams.in->write("go\n");
  const Outcome outcome = asked.await();
  EXPECT_NE(outcome.out.find("43 132\r\n"), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("/dev/pts/"), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("xterm\r\n"), std::string::npos) << outcome.out;
}

TEST_F(Sessions, AMissingProgramIsNamed) {
  run_pod(kSleeper);
  Asked asked = exec({"no-such-program"});
  const Outcome outcome = asked.await();
  ASSERT_FALSE(outcome.exit_code);
  EXPECT_NE(outcome.exit_code.error().message.find("no-such-program"), std::string::npos)
      << outcome.exit_code.error().message;
}

TEST_F(Sessions, LettingGoHangsUpOnTheCommand) {
  run_pod(kSleeper);
  const std::string gate = (home_.path() / "gate").string();
  ASSERT_EQ(::mkfifo(gate.c_str(), 0600), 0);
  Asked asked = exec({"sh", "-c", "trap 'echo hup > " + gate + "; exit' HUP; echo ready; read x"});
  std::string ready;
  await([&] { return asked.streams.out->read(ready) == Stream::State::kData; });
  asked.process.reset();
  EXPECT_EQ(read_file(gate).value(), "hup\n");
}

TEST_F(Sessions, WhatACommandLeavesBehindDoesNotHoldItsEnd) {
  run_pod(kSleeper);
  Asked asked = exec({"sh", "-c", "sleep 1000 & echo done"});
  const Outcome outcome = asked.await();
  EXPECT_EQ(outcome.out, "done\n");
  EXPECT_EQ(outcome.exit_code.value(), 0);
}

TEST_F(Sessions, TheEndOfThePodKillsTheCommandAndTellsIt) {
  const std::string gate = (home_.path() / "gate").string();
  ASSERT_EQ(::mkfifo(gate.c_str(), 0600), 0);
  run_pod(R"("command":["sh","-c","read x <)" + gate + R"("])");
  Asked asked = exec({"sh", "-c", "echo ready; sleep 1000"});
  std::string ready;
  await([&] { return asked.streams.out->read(ready) == Stream::State::kData; });
  ASSERT_TRUE(append_to_file(gate, "go\n"));
  EXPECT_EQ(asked.await().exit_code.value(), 137);
  await_phase("p", "Succeeded");
}

TEST_F(Sessions, ARestartedKubeletFindsTheRunnerAgain) {
  run_pod(kSleeper);
  kill_kubelet();
  start_kubelet();
  Asked asked = exec({"echo", "hi"});
  EXPECT_EQ(asked.await().out, "hi\n");
}

TEST_F(Sessions, AnAttachedClientTalksToTheContainerAndHearsItsEnd) {
  run_pod(
      R"("stdin":true,"stdinOnce":true,"command":["sh","-c","while read x; do echo got $x; done; echo bye >&2; exit 5"])");
  Asked asked = ask(&client::PodAccess::attach, {});
  asked.streams.in->write("one\ntwo\n");
  asked.streams.in->end();
  const Outcome outcome = asked.await();
  EXPECT_EQ(outcome.out, "got one\ngot two\n");
  EXPECT_EQ(outcome.err, "bye\n");
  EXPECT_EQ(outcome.exit_code.value(), 5);
  await_phase("p", "Failed");
}

TEST_F(Sessions, AnAttachedTerminalIsTheContainersOwn) {
  run_pod(R"("stdin":true,"tty":true,"command":["sh","-c","read x; stty size; exit 4"])");
  Asked asked = ask(&client::PodAccess::attach, {}, /*tty=*/true);
  asked.process->resize({90, 30});
  asked.streams.in->write("go\n");
  const Outcome outcome = asked.await();
  EXPECT_NE(outcome.out.find("30 90\r\n"), std::string::npos) << outcome.out;
  EXPECT_EQ(outcome.exit_code.value(), 4);
}

// Two megabytes, which the container prints faster than anybody reads.
TEST_F(Sessions, AnAttachedClientMissesNothing) {
  run_pod(R"("stdin":true,"command":["sh","-c","read x; head -c 2000000 /dev/zero"])");
  Asked asked = ask(&client::PodAccess::attach, {});
  asked.streams.in->write("go\n");
  const Outcome outcome = asked.await();
  EXPECT_EQ(outcome.out.size(), 2000000U);
}

TEST_F(Sessions, APortIsReachedAndClosedInBothDirections) {
  run_pod(kSleeper);
  auto listener = http::listen_on("127.0.0.1", 0);
  ASSERT_TRUE(listener);
  const client::PortStreams streams{std::make_shared<BytePipe>(), std::make_shared<BytePipe>()};
  std::promise<Result<void>> closed;
  const auto connection =
      kubelet_->pods().connect({"default", "p"}, http::local_port(listener->get()), streams,
                               [&](const Result<void>& outcome) { closed.set_value(outcome); });
  ASSERT_TRUE(connection);
  ASSERT_TRUE(http::wait_for(listener->get(), POLLIN, clock_.steady() + std::chrono::seconds(20)));
  UniqueFd server = http::accept_from(listener->get()).value();
  ::fcntl(server.get(), F_SETFL, 0);
  streams.in->write("ping");
  streams.in->end();
  std::string heard(16, '\0');
  EXPECT_EQ(::recv(server.get(), heard.data(), heard.size(), MSG_WAITALL), 4);  // and the end
  EXPECT_EQ(heard.substr(0, 4), "ping");
  ASSERT_EQ(::send(server.get(), "pong", 4, 0), 4);
  server.reset();
  EXPECT_EQ(read_all(streams.out), "pong");
  EXPECT_TRUE(closed.get_future().get());
}

TEST_F(Sessions, ARefusedPortIsExplained) {
  run_pod(kSleeper);
  const client::PortStreams streams{std::make_shared<BytePipe>(), std::make_shared<BytePipe>()};
  std::promise<Result<void>> closed;
  const auto connection =
      kubelet_->pods().connect({"default", "p"}, 1, streams,
                               [&](const Result<void>& outcome) { closed.set_value(outcome); });
  ASSERT_TRUE(connection);
  const auto outcome = closed.get_future().get();
  ASSERT_FALSE(outcome);
  EXPECT_NE(outcome.error().message.find("refused"), std::string::npos) << outcome.error().message;
}

TEST_F(Sessions, APodInTheQueueSaysSo) {
  start_kubelet();
  const client::Object pod = create_pod("p");
  await_job(comment(pod));
  await_pod("p", [&](const client::Object& now) { return !waiting_reason(now).empty(); });
  const auto refused = kubelet_->pods().exec({{"default", "p"}, "main", {"true"}, false}, {}, {});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Code::kNotFound);
  EXPECT_NE(refused.error().message.find("container not found (\"main\")"), std::string::npos);
}

// The runner cannot find us: everything goes through a step of its job.
class SessionsByRelay : public Sessions {
 protected:
  SessionsByRelay() {
    options_.report_host = "";
    options_.srun = (home_.path() / "srun").string();
    const std::string script =
        "#!/bin/sh\nwhile [ \"$1\" != '" TEST_RUNNER "' ]; do shift; done\nexec \"$@\"\n";
    EXPECT_TRUE(write_file_atomic(options_.srun, script, 0700));
  }
};

TEST_F(SessionsByRelay, ACommandRunsWithoutAConnectionHome) {
  run_pod(kSleeper);
  std::string text(1024 * 1024, 'x');
  Asked asked = exec({"sh", "-c", "cat; exit 9"});
  asked.streams.in->write(text);
  asked.streams.in->end();
  const Outcome outcome = asked.await();
  EXPECT_TRUE(outcome.out == text);
  EXPECT_EQ(outcome.exit_code.value(), 9);
}

TEST_F(SessionsByRelay, AFailingSrunIsQuoted) {
  ASSERT_TRUE(write_file_atomic(options_.srun, "#!/bin/sh\necho no such job >&2\nexit 1\n", 0700));
  run_pod(kSleeper);
  Asked asked = exec({"true"});
  const Outcome outcome = asked.await();
  ASSERT_FALSE(outcome.exit_code);
  EXPECT_NE(outcome.exit_code.error().message.find("no such job"), std::string::npos)
      << outcome.exit_code.error().message;
}

}  // namespace
}  // namespace sluice
