// SPDX-License-Identifier: Apache-2.0
#include "pod/ownership.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/files.h"
#include "pod/status_file.h"

namespace sluice::pod {
namespace {

class OwnAttempt : public testing::Test {
 protected:
  Result<Ownership> own(std::int64_t restarts, Duration silence = std::chrono::hours(1)) {
    return own_attempt(directory_.path(),
                       {.owner = "runner", .host = "n1", .pid = ::getpid(), .restarts = restarts},
                       {clock_, -1, silence});
  }
  void report(PodReport report) {
    report.attempt = {"u", 1};
    report.sequence = ++sequence_;
    ASSERT_TRUE(StatusFile(directory_.path()).append(report).has_value());
  }
  void claim_elsewhere() {
    ASSERT_TRUE(
        write_claim(directory_.path(), {.owner = "runner", .host = "n2", .pid = 1}).has_value());
  }

  TemporaryDirectory directory_{"own"};
  RealClock clock_;
  std::int64_t sequence_ = 0;
};

TEST_F(OwnAttempt, TheFirstGetsItAndASecondStartIsNoRequeue) {
  const auto first = own(0);
  ASSERT_TRUE(first.has_value()) << first.error().message;
  EXPECT_EQ(first->place, 0);
  EXPECT_EQ(own(0).error().code, Code::kAlreadyExists);
}

TEST_F(OwnAttempt, ARequeuedRunGoesOnWhereTheInterruptedOneEnded) {
  claim_elsewhere();
  report({.finished = true, .interrupted = clock_.now()});
  const auto second = own(1);
  ASSERT_TRUE(second.has_value()) << second.error().message;
  EXPECT_EQ(second->place, 1);
  EXPECT_EQ(second->before->sequence, 1);
  EXPECT_EQ((*read_claim(directory_.path()))->restarts, 1);
  EXPECT_TRUE(is_superseded(directory_.path(), 0));
  EXPECT_FALSE(is_superseded(directory_.path(), 1));
  EXPECT_EQ(own(1).error().code, Code::kAlreadyExists);
}

TEST_F(OwnAttempt, APodThatHasEndedDoesNotRunAgain) {
  claim_elsewhere();
  report({.finished = true});
  EXPECT_EQ(own(1).error().code, Code::kAlreadyExists);
}

TEST_F(OwnAttempt, NobodyComesAfterTheKubelet) {
  ASSERT_TRUE(write_claim(directory_.path(), {.owner = "kubelet"}).has_value());
  EXPECT_EQ(own(1).error().code, Code::kAlreadyExists);
}

TEST_F(OwnAttempt, ARunThatDiedWithoutAWordIsKnownByItsProcessOrItsSilence) {
  const pid_t child = ::fork();
  if (child == 0) {
    ::_exit(0);
  }
  ::waitpid(child, nullptr, 0);
  ASSERT_TRUE(
      write_claim(directory_.path(), {.owner = "runner", .host = "n1", .pid = child}).has_value());
  report({});
  EXPECT_EQ(own(1).value().place, 1);
  ASSERT_TRUE(write_claim(directory_.path(),
                          {.owner = "runner", .host = "n2", .pid = 1, .restarts = 2, .place = 2})
                  .has_value());
  EXPECT_EQ(own(3, Duration(0)).value().place, 3);
}

TEST_F(OwnAttempt, WhoeverIsToldToEndDoesNotWait) {
  claim_elsewhere();
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  ASSERT_EQ(::write(ends[1], "x", 1), 1);
  const Claim claim{.owner = "runner", .host = "n1", .restarts = 1};
  const auto owned =
      own_attempt(directory_.path(), claim, {clock_, ends[0], std::chrono::hours(1)});
  EXPECT_EQ(owned.error().code, Code::kAlreadyExists);
  ::close(ends[0]);
  ::close(ends[1]);
}

}  // namespace
}  // namespace sluice::pod
