// SPDX-License-Identifier: Apache-2.0
#include "ssh/connection.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "ssh/test_sshd.h"

namespace sluice::ssh {
namespace {

using std::chrono::seconds;
using testing::HasSubstr;

std::string six_mebibytes_of_lines() {
  std::string text;
  while (text.size() < (6U << 20U)) {
    text += "line " + std::to_string(text.size()) + "\n";
  }
  return text;
}

class SshConnection : public testing::Test {
 protected:
  void SetUp() override {
    if (!TestSshd::possible()) {
      GTEST_SKIP() << "sshd is not installed";
    }
    sshd_.emplace();
  }

  static ConnectionLimits quick() {
    return {.first_retry = std::chrono::milliseconds(1),
            .longest_retry = std::chrono::milliseconds(50),
            .after_refusal = std::chrono::milliseconds(1),
            .longest_after_refusal = std::chrono::milliseconds(50)};
  }
  Error refusal(const Endpoint& endpoint) {
    Connection connection(endpoint, clock_, quick());
    const auto output = connection.run({.argv = {"true"}});
    EXPECT_FALSE(output.has_value());
    return output ? Error{} : output.error();
  }
  // A lost connection may take a call or two to come back.
  CommandOutput eventually(Connection& connection, const Command& command) {
    const SteadyTime deadline = clock_.steady() + seconds(20);
    auto output = connection.run(command);
    while (!output && clock_.steady() < deadline) {
      output = connection.run(command);
    }
    EXPECT_TRUE(output.has_value()) << output.error().message;
    return output.value_or(CommandOutput{});
  }

  RealClock clock_;
  std::optional<TestSshd> sshd_;
};

TEST_F(SshConnection, CommandsRunWithTheirWordsInputAndExitCode) {
  Connection connection(sshd_->endpoint(), clock_);
  const auto output =
      connection.run({.argv = {"/bin/sh", "-c",
                               R"(cat; printf '%s' "$1 $WORD"; echo no >&2; exit 3)", "x", "a 'b"},
                      .input = "in\n",
                      .environment = {{"WORD", "$HOME"}}});
  ASSERT_TRUE(output.has_value()) << output.error().message;
  EXPECT_EQ(output->out, "in\na 'b $HOME");
  EXPECT_EQ(output->err, "no\n");
  EXPECT_EQ(output->exit_code, 3);
}

TEST_F(SshConnection, LargeInputAndOutputPassWhole) {
  Connection connection(sshd_->endpoint(), clock_);
  const std::string text = six_mebibytes_of_lines();
  const auto output = connection.run({.argv = {"cat"}, .input = text});
  ASSERT_TRUE(output.has_value()) << output.error().message;
  EXPECT_TRUE(output->out == text);
}

TEST_F(SshConnection, ManyCallersShareOneLoginAndMoreThanTheHostAllowsAtATimeWait) {
  Connection connection(sshd_->endpoint(), clock_);  // eight at a time; this sshd allows four
  std::vector<std::jthread> callers;
  std::atomic<int> right = 0;
  for (int i = 0; i < 24; ++i) {
    callers.emplace_back([&, i] {
      const auto output = connection.run(
          {.argv = {"/bin/sh", "-c", "sleep 0.02; echo $1", "x", std::to_string(i)}});
      EXPECT_TRUE(output.has_value()) << output.error().message;
      right += output && output->out == std::to_string(i) + "\n" ? 1 : 0;
    });
  }
  callers.clear();
  EXPECT_EQ(right, 24);
  EXPECT_EQ(connection.logins(), 1U);
}

TEST_F(SshConnection, ASlowCommandTimesOutAndOthersGoOn) {
  Connection connection(sshd_->endpoint(), clock_);
  ASSERT_TRUE(connection.run({.argv = {"true"}}).has_value());
  const auto slow =
      connection.run({.argv = {"sleep", "100"}, .timeout = std::chrono::milliseconds(200)});
  EXPECT_EQ(slow.error().code, Code::kTimeout);
  EXPECT_TRUE(connection.run({.argv = {"true"}}).has_value());
  EXPECT_EQ(connection.logins(), 1U);
}

TEST_F(SshConnection, AMissingProgramIsNotFound) {
  Connection connection(sshd_->endpoint(), clock_);
  const auto output = connection.run({.argv = {"squeue-of-nowhere"}});
  ASSERT_FALSE(output.has_value());
  EXPECT_EQ(output.error().code, Code::kNotFound);
  EXPECT_THAT(output.error().message, HasSubstr("squeue-of-nowhere"));
}

TEST_F(SshConnection, AnUnknownHostIsRefusedWithItsFingerprint) {
  Endpoint endpoint = sshd_->endpoint();
  endpoint.known_hosts = "elsewhere " + endpoint.known_hosts.substr(endpoint.known_hosts.find(' '));
  const Error error = refusal(endpoint);
  EXPECT_EQ(error.code, Code::kForbidden);
  EXPECT_THAT(error.message, HasSubstr("ssh-ed25519 SHA256:"));
  EXPECT_THAT(error.message, HasSubstr("is not known"));
}

TEST_F(SshConnection, AHostWithAnotherKeyIsRefused) {
  const Endpoint endpoint = sshd_->endpoint();
  sshd_->stop();
  sshd_->new_host_key();
  sshd_->start();
  const Error error = refusal(endpoint);
  EXPECT_EQ(error.code, Code::kForbidden);
  EXPECT_THAT(error.message, HasSubstr("another one"));
}

TEST_F(SshConnection, WrongKeysAndPasswordsAreUnauthorized) {
  Endpoint endpoint = sshd_->endpoint();
  endpoint.private_key = sshd_->wrong_key();
  EXPECT_EQ(refusal(endpoint).code, Code::kUnauthorized);
  endpoint.private_key.clear();
  endpoint.password = "a secret word";
  const Error error = refusal(endpoint);
  EXPECT_EQ(error.code, Code::kUnauthorized);
  EXPECT_THAT(error.message, testing::Not(HasSubstr("secret")));
  endpoint.private_key = "no key at all";
  EXPECT_EQ(refusal(endpoint).code, Code::kInvalid);
}

TEST_F(SshConnection, ARefusedLoginIsTriedEverMoreRarely) {
  Endpoint endpoint = sshd_->endpoint();
  endpoint.private_key = sshd_->wrong_key();
  FakeClock clock;
  Connection connection(endpoint, clock);
  const auto run = [&] { return connection.run({.argv = {"true"}}); };
  EXPECT_EQ(run().error().code, Code::kUnauthorized);
  clock.advance(seconds(10));
  EXPECT_EQ(run().error().code, Code::kUnauthorized);
  sshd_->accept_wrong_key();
  clock.advance(seconds(10));
  EXPECT_EQ(run().error().code, Code::kUnauthorized);  // the host was not asked
  clock.advance(seconds(10));
  EXPECT_TRUE(run().has_value());
}

TEST_F(SshConnection, AKeyWithAPassphraseIsOpenedWithIt) {
  Endpoint endpoint = sshd_->endpoint();
  endpoint.private_key = sshd_->locked_key();
  const Error missing = refusal(endpoint);
  EXPECT_EQ(missing.code, Code::kInvalid);
  EXPECT_THAT(missing.message, HasSubstr("passphrase"));
  endpoint.passphrase = "another";
  const Error wrong = refusal(endpoint);
  EXPECT_EQ(wrong.code, Code::kInvalid);
  EXPECT_THAT(wrong.message, HasSubstr("passphrase does not fit"));
  endpoint.passphrase = TestSshd::kPassphrase;
  Connection connection(endpoint, clock_, quick());
  EXPECT_TRUE(connection.run({.argv = {"true"}}).has_value());
}

class SshJump : public SshConnection {
 protected:
  void SetUp() override {
    SshConnection::SetUp();
    if (sshd_) {
      gate_.emplace();
    }
  }
  Endpoint endpoint(const Endpoint& gate) const {
    Endpoint result = sshd_->endpoint();
    result.jump = std::make_shared<const Endpoint>(gate);
    return result;
  }

  std::optional<TestSshd> gate_;
};

TEST_F(SshJump, AHostBehindAnotherIsReachedThroughIt) {
  Connection connection(endpoint(gate_->endpoint()), clock_, quick());
  const std::string text = six_mebibytes_of_lines();
  const auto output = connection.run({.argv = {"cat"}, .input = text});
  ASSERT_TRUE(output.has_value()) << output.error().message;
  EXPECT_TRUE(output->out == text);
  EXPECT_EQ(connection.logins(), 1U);
  gate_->stop();  // and with it the way
  const SteadyTime deadline = clock_.steady() + seconds(30);
  auto lost = connection.run({.argv = {"true"}});
  while (lost && clock_.steady() < deadline) {
    lost = connection.run({.argv = {"true"}});
  }
  ASSERT_FALSE(lost.has_value());
  EXPECT_EQ(lost.error().code, Code::kUnavailable);
  gate_->start();
  EXPECT_EQ(eventually(connection, {.argv = {"echo", "again"}}).out, "again\n");
}

TEST_F(SshJump, WhatTheHostBetweenRefusesIsToldAsItsOwn) {
  Endpoint gate = gate_->endpoint();
  gate.private_key = gate_->wrong_key();
  const Error unauthorized = refusal(endpoint(gate));
  EXPECT_EQ(unauthorized.code, Code::kUnauthorized);
  EXPECT_THAT(unauthorized.message, HasSubstr("jump host"));
  sshd_->stop();
  const Error closed = refusal(endpoint(gate_->endpoint()));
  EXPECT_EQ(closed.code, Code::kUnavailable);
  EXPECT_THAT(closed.message, HasSubstr("no way on to 127.0.0.1"));
}

TEST_F(SshJump, BothHostsMustBeKnown) {
  Endpoint gate = gate_->endpoint();
  gate.known_hosts.clear();
  EXPECT_EQ(refusal(endpoint(gate)).code, Code::kForbidden);
  Endpoint target = endpoint(gate_->endpoint());
  target.known_hosts = gate_->endpoint().known_hosts;
  EXPECT_EQ(refusal(target).code, Code::kForbidden);
}

TEST_F(SshConnection, NobodyListeningIsUnavailable) {
  const Endpoint endpoint = sshd_->endpoint();
  sshd_->stop();
  EXPECT_EQ(refusal(endpoint).code, Code::kUnavailable);
}

TEST_F(SshConnection, ALostConnectionFailsItsCallsAndComesBack) {
  Connection connection(sshd_->endpoint(), clock_, quick());
  ASSERT_TRUE(connection.run({.argv = {"true"}}).has_value());
  std::jthread caller([&] {
    const auto output = connection.run({.argv = {"/bin/sh", "-c", "exec sleep 100"}});
    EXPECT_EQ(output.error().code, Code::kUnavailable);
  });
  // The call is under way when a later one has been answered.
  ASSERT_TRUE(connection.run({.argv = {"true"}}).has_value());
  sshd_->stop();
  caller.join();
  sshd_->start();
  EXPECT_EQ(eventually(connection, {.argv = {"echo", "again"}}).out, "again\n");
  EXPECT_EQ(connection.logins(), 2U);
}

TEST_F(SshConnection, AHostThatStallsIsGivenUpAndTriedAgain) {
  ConnectionLimits limits = quick();
  limits.login = seconds(1);
  Connection connection(sshd_->endpoint(), clock_, limits);
  ASSERT_TRUE(connection.run({.argv = {"true"}}).has_value());
  sshd_->signal_sessions(SIGSTOP);
  const auto stalled =
      connection.run({.argv = {"true"}, .timeout = std::chrono::milliseconds(300)});
  EXPECT_EQ(stalled.error().code, Code::kTimeout);
  EXPECT_EQ(eventually(connection, {.argv = {"echo", "again"}}).out, "again\n");
  EXPECT_EQ(connection.logins(), 2U);
}

// Who comes while another tries to log in to a host that is away is not kept waiting.
TEST_F(SshConnection, AHostThatStallsHoldsUpOneCallerAtATime) {
  ConnectionLimits limits = quick();
  limits.login = seconds(20);
  limits.busy_keepalive = std::chrono::milliseconds(200);
  Connection connection(sshd_->endpoint(), clock_, limits);
  ASSERT_TRUE(connection.run({.argv = {"true"}}).has_value());
  sshd_->signal(SIGSTOP);
  EXPECT_EQ(connection.run({.argv = {"true"}}).error().code, Code::kUnavailable);  // noticed
  std::atomic<bool> answered = false;
  std::jthread first([&] {
    (void)connection.run({.argv = {"true"}});
    answered = true;
  });
  while (!connection.tries()) {
    ::poll(nullptr, 0, 2);
  }
  EXPECT_EQ(connection.run({.argv = {"true"}}).error().code, Code::kUnavailable);
  EXPECT_FALSE(answered);
  sshd_->signal(SIGCONT);
  first.join();
  EXPECT_EQ(eventually(connection, {.argv = {"echo", "again"}}).out, "again\n");
}

TEST_F(SshConnection, ASilentHostIsAskedForASign) {
  ConnectionLimits limits = quick();
  limits.keepalive = std::chrono::milliseconds(200);
  Connection connection(sshd_->endpoint(), clock_, limits);
  EXPECT_EQ(eventually(connection, {.argv = {"sleep", "1"}}).exit_code, 0);
  EXPECT_EQ(connection.logins(), 1U);
}

}  // namespace
}  // namespace sluice::ssh
