// SPDX-License-Identifier: Apache-2.0
#include "kubelet/session.h"

#include <gtest/gtest.h>

namespace sluice::kubelet {
namespace {

class SessionTest : public testing::Test {
 protected:
  SessionPlan plan() {
    return {.attempt = {"u", 2},
            .key = "k",
            .to_pod = {{pod::FrameKind::kIn, in_}},
            .from_pod = {{pod::FrameKind::kOut, out_}},
            .over = [this](const Result<int>& exit_code) { outcomes_.push_back(exit_code); }};
  }

  std::shared_ptr<BytePipe> in_ = std::make_shared<BytePipe>();
  std::shared_ptr<BytePipe> out_ = std::make_shared<BytePipe>();
  std::vector<Result<int>> outcomes_;
};

TEST_F(SessionTest, ItsNameIsItsAttemptsAndItsOwn) {
  const Session session(plan());
  EXPECT_EQ(session.identity(), "u/2/" + session.id());
  EXPECT_NE(session.id(), Session(plan()).id());
}

TEST_F(SessionTest, TheExitIsToldOnceAfterTheStreamsHaveEnded) {
  Session session(plan());
  session.take({pod::FrameKind::kExit, pod::exit_text(4)});
  session.fail({Code::kUnavailable, "gone"});
  ASSERT_EQ(outcomes_.size(), 1U);
  EXPECT_EQ(outcomes_[0].value(), 4);
  EXPECT_TRUE(in_->abandoned());
  std::string rest;
  EXPECT_EQ(out_->read(rest), Stream::State::kEnd);
}

TEST_F(SessionTest, AnEndWithoutAnExitIsAnError) {
  Session session(plan());
  session.fail({Code::kUnavailable, "gone"});
  ASSERT_EQ(outcomes_.size(), 1U);
  EXPECT_EQ(outcomes_[0].error().message, "gone");
}

TEST_F(SessionTest, LettingGoEndsTheStreamsInSilence) {
  { const Session session(plan()); }
  EXPECT_TRUE(outcomes_.empty());
  EXPECT_TRUE(in_->abandoned());
}

}  // namespace
}  // namespace sluice::kubelet
