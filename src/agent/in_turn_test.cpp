// SPDX-License-Identifier: Apache-2.0
//
// What machines change one after the other.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "agent/test_machine.h"
#include "base/text.h"

namespace sluice::agent {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::string all_changed(std::string spec, const std::string& from, const std::string& to) {
  for (std::size_t at = spec.find(from); at != spec.npos; at = spec.find(from, at + to.size())) {
    spec.replace(at, from.size(), to);
  }
  return spec;
}

class InTurn : public Following {
 protected:
  const std::string spec_ = all_changed(kSpec, "unlessFiles", "inTurn: w, unlessFiles");
  const std::string other_ = changed(spec_, "/usr/sbin/slurmd, batch", "/usr/sbin/slurmd, other");
  const std::string fast_ = changed(spec_, "'Feature=batch'", "'Feature=batch,fast'");

  std::string asks() const { return process_->followed.view().asks.value_or("nobody knows"); }
  client::ObjectPtr with(const std::string& asked, const std::string& given) {
    std::string notes = asked.empty() ? "" : "turn.sluice.dev/asked: " + asked;
    notes += given.empty() ? "" : ", turn.sluice.dev/given: " + given;
    return node("batch", "{" + notes + "}");
  }
};

TEST_F(InTurn, AServiceIsStartedAnewWhenItsTurnHasCome) {
  steps(object(spec_), nullptr);  // the first time all start, whoever is there
  EXPECT_TRUE(process_->supervisor.settled());
  steps(object(spec_), node("batch"));
  EXPECT_EQ(asks(), "");
  taken_log();
  steps(object(other_), node("batch"));
  EXPECT_EQ(process_->followed.view().text_wait, "slurmd waits for its turn to be another one");
  const std::string word = asks();
  ASSERT_FALSE(word.empty());
  begin();
  steps(object(other_), with(word, "another"));
  begin();
  steps(nullptr, nullptr, 30);
  EXPECT_EQ(asks(), "nobody knows");
  steps(object(other_), with(word, ""));
  EXPECT_EQ(asks(), word);
  EXPECT_THAT(taken_log(), IsEmpty());
  EXPECT_THAT(unit("slurmd"), HasSubstr("-- /usr/sbin/slurmd batch\n"));
  systemd_.ill = {"slurmd"};
  steps(object(other_), with(word, word));
  EXPECT_THAT(taken_log(), ElementsAre("daemon-reload", "restart sluice-slurmd.service"));
  EXPECT_THAT(unit("slurmd"), HasSubstr("-- /usr/sbin/slurmd other\n"));
  EXPECT_EQ(process_->followed.view().text_wait, "");
  EXPECT_EQ(asks(), word);  // until it is ready
  systemd_.ill.clear();
  steps(object(other_), with(word, word));
  EXPECT_EQ(asks(), "");
  begin();
  steps(object(other_), node("batch"));
  EXPECT_EQ(asks(), "");
  EXPECT_THAT(taken_log(), IsEmpty());
}

TEST_F(InTurn, AllElseDoesNotWait) {
  steps(object(spec_), node("batch"));
  taken_log();
  key_ = "another";
  const std::string both = changed(other_, "revision: \"1\"", "revision: \"2\"");
  steps(object(both), node("batch"));
  EXPECT_THAT(taken_log(), ElementsAre("restart sluice-munged.service"));
  EXPECT_THAT(unit("slurmd"), HasSubstr("-- /usr/sbin/slurmd batch\n"));
  steps(object(all_changed(both, "inTurn: w", "inTurn: v")), node("batch"));
  EXPECT_THAT(taken_log(), ElementsAre("daemon-reload", "restart sluice-slurmd.service"));
  EXPECT_EQ(asks(), "");
  steps(object(all_changed(both, "inTurn: w", "inTurn: v")), node("htc"), 10);  // somebody says so
  EXPECT_EQ(process_->followed.view().pool, "htc");
}

TEST_F(InTurn, WhatIsTakenBackInTimeHasNeverChanged) {
  steps(object(spec_), node("batch"));
  taken_log();
  steps(object(other_), node("batch"));
  EXPECT_NE(asks(), "");
  steps(object(spec_), node("batch"));
  EXPECT_EQ(asks(), "");
  EXPECT_THAT(taken_log(), IsEmpty());
}

TEST_F(InTurn, AMachineLeavesForOtherFeaturesWhenItsTurnHasCome) {
  steps(object(spec_), node("batch"));
  slurm_.start_job("1", "n");
  steps(object(fast_), node("batch"));
  EXPECT_FALSE(process_->detachments.own().has_value());
  EXPECT_EQ(slurm_.reason("n"), "");
  EXPECT_EQ(process_->followed.view().pool_wait, "waits for its turn to leave");
  const std::string word = asks();
  ASSERT_FALSE(word.empty());
  steps(object(fast_), with(word, word));
  EXPECT_THAT(slurm_.reason("n"), HasSubstr("sluice: "));
  EXPECT_EQ(asks(), word);
  begin();
  steps(object(fast_), nullptr);  // nobody says that the turn is over
  EXPECT_TRUE(process_->detachments.own().has_value());
  steps(object(fast_), with(word, ""));
  EXPECT_FALSE(process_->detachments.own().has_value());
  EXPECT_EQ(slurm_.reason("n"), "");
  steps(object(fast_), with(word, word));
  EXPECT_TRUE(process_->detachments.own().has_value());
  slurm_.finish_job("1");
  slurm_.settle();
  steps(object(fast_), with(word, word), 10);
  EXPECT_THAT(unit("slurmd"), HasSubstr("Feature=batch,fast\n"));
  EXPECT_FALSE(slurm_.has("n"));  // slurmd registers it again
  EXPECT_TRUE(process_->supervisor.settled());
  EXPECT_EQ(asks(), "");
}

TEST_F(InTurn, WhomSomebodyElseKeepsLetsOthersGoFirst) {
  steps(object(spec_), node("batch"));
  steps(object(fast_), node("batch"));
  const std::string word = asks();
  ASSERT_TRUE(slurm_.drain("n", "disk"));
  steps(object(fast_), with(word, word));
  EXPECT_THAT(process_->followed.view().pool_wait, HasSubstr("somebody else has drained it: disk"));
  EXPECT_EQ(asks(), "");
}

TEST_F(InTurn, TheNodeAsksByOneAnnotationAndOnlyForWhatIsKnown) {
  EXPECT_FALSE(turn_patch(*node("batch"), std::nullopt).has_value());
  EXPECT_FALSE(turn_patch(*node("batch"), "").has_value());
  EXPECT_FALSE(turn_patch(*with("w", ""), "w").has_value());
  EXPECT_EQ(api::annotation(*turn_patch(*node("batch"), "w"), services::kTurnAsked), "w");
  const auto done = turn_patch(*with("w", "w"), "");
  ASSERT_TRUE(done.has_value());
  const json::Value* taken_off = done->find("metadata", "annotations", services::kTurnAsked);
  ASSERT_NE(taken_off, nullptr);
  EXPECT_TRUE(taken_off->is_null());
}

}  // namespace
}  // namespace sluice::agent
