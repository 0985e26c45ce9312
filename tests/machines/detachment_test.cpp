// SPDX-License-Identifier: Apache-2.0
#include "machines/detachment.h"

#include "base/waiting.h"
#include "hooked_machines.h"

namespace sluice::machines {
namespace {

using detach::Phase;

// The operator knows who is there; its own controllers do nothing, as nothing is being deleted.
class Detaching : public Hooks {
 protected:
  void SetUp() override {
    Hooks::SetUp();
    agents_.register_node("w");
    make("w", {});
    EXPECT_TRUE(wait_until(seconds(60), [&] {
      const client::ObjectPtr now = fleet().machine({"default", "w"});
      const auto slurm = now == nullptr ? std::nullopt : fleet().slurm(*now);
      const client::ObjectPtr node_class = fleet().node_class({"default", "hpc"});
      return slurm && fleet().node_of(*now, *slurm) != nullptr && node_class != nullptr &&
             !fleet().controller_agents(*node_class).empty();
    }));
  }
  const Fleet& fleet() const { return operator_->fleet(); }
  Result<detach::Progress> order() {
    const client::ObjectPtr now = fleet().machine({"default", "w"});
    return detachment_->order(*now, *fleet().slurm(*now), {});
  }
  void order_until_stopping() {
    for (const Phase phase : {Phase::kDraining, Phase::kDeleting, Phase::kStopping}) {
      EXPECT_EQ(order()->phase, phase);
    }
  }

  FakeClock time_;
  Controllers controllers_{{time_, operator_->fleet(), agents_}};
  std::unique_ptr<Detachment> detachment_ = std::make_unique<Detachment>(
      Detachment::Parts{time_, operator_->fleet(), agents_, controllers_});
};

TEST_F(Detaching, TheControllerIsAskedAfterAMinuteOfSilence) {
  agents_.silence("10.0.0.1");
  EXPECT_EQ(order().error().code, Code::kUnavailable);
  time_.advance(seconds(59));
  EXPECT_EQ(order().error().code, Code::kUnavailable);
  EXPECT_EQ(orders_for("w"), 0U);
  agents_.wake("10.0.0.1");
  EXPECT_EQ(order()->phase, Phase::kDraining);  // a word ends the silence
  agents_.silence("10.0.0.1");
  time_.advance(seconds(30));
  EXPECT_FALSE(order().has_value());
  time_.advance(seconds(60));
  EXPECT_EQ(order()->phase, Phase::kDraining);
  EXPECT_EQ(agents_.orders().back().agent.address, kHead);
}

// The server did not say whom to trust: nobody was asked.
TEST_F(Detaching, AnAgentThatCouldNotBeAskedIsNotSilent) {
  agents_.silence("10.0.0.1");
  EXPECT_FALSE(order().has_value());
  agents_.silence("10.0.0.1", {Code::kInternal, "the Secret cannot be read"});
  time_.advance(seconds(90));
  EXPECT_EQ(order().error().code, Code::kInternal);
  agents_.silence("10.0.0.1");
  EXPECT_FALSE(order().has_value());
  time_.advance(seconds(59));
  EXPECT_FALSE(order().has_value());
  EXPECT_EQ(orders_for("w"), 0U);
  time_.advance(seconds(1));
  EXPECT_TRUE(order().has_value());
}

TEST_F(Detaching, TheLastWordOfAControllerIsWaitedFor) {
  order_until_stopping();
  agents_.silence(kHead, {Code::kInternal, "slurmctld does not answer"});
  time_.advance(std::chrono::hours(1));
  EXPECT_EQ(order().error().code, Code::kInternal);
  agents_.silence(kHead, {Code::kTooManyRequests, "later"});
  time_.advance(std::chrono::hours(1));
  EXPECT_EQ(order().error().code, Code::kTooManyRequests);
  agents_.wake(kHead);
  time_.advance(seconds(10));
  EXPECT_EQ(order()->phase, Phase::kDetached);
}

TEST_F(Detaching, AControllerThatIsSilentForAMinuteHasNoLastWord) {
  order_until_stopping();
  agents_.silence(kHead);
  EXPECT_EQ(order().error().code, Code::kUnavailable);
  time_.advance(seconds(59));
  EXPECT_EQ(order().error().code, Code::kUnavailable);
  time_.advance(seconds(1));
  EXPECT_EQ(order()->phase, Phase::kDetached);
}

// What it was before nobody asked is nobody's silence now.
TEST_F(Detaching, ASilenceThatLedToAReleaseIsNotCountedTheNextTime) {
  order_until_stopping();
  agents_.silence(kHead);
  EXPECT_FALSE(order().has_value());
  time_.advance(seconds(60));
  EXPECT_EQ(order()->phase, Phase::kDetached);
  agents_.wake(kHead);
  time_.advance(std::chrono::hours(1));
  agents_.silence(kHead);
  EXPECT_EQ(order().error().code, Code::kUnavailable);
  time_.advance(seconds(59));
  EXPECT_EQ(order().error().code, Code::kUnavailable);
  time_.advance(seconds(1));
  EXPECT_EQ(order()->phase, Phase::kDetached);
}

// Nobody else may be at its address: it still is not heard of.
TEST_F(Detaching, AnAgentWhoseCertificateHasExpiredIsSpokenForByTheController) {
  agents_.silence("10.0.0.1", {Code::kUnauthorized, "TLS handshake: certificate has expired"});
  EXPECT_THAT(order().error().message, HasSubstr("certificate has expired"));
  EXPECT_EQ(order().error().code, Code::kUnavailable);
  time_.advance(seconds(60));
  EXPECT_EQ(order()->phase, Phase::kDraining);
  EXPECT_EQ(agents_.orders().back().agent.address, kHead);
}

TEST_F(Detaching, WhatNobodyCanEndByItselfNamesTheWayOut) {
  agents_.silence("10.0.0.1");
  agents_.silence(kHead);
  EXPECT_FALSE(order().has_value());
  time_.advance(seconds(60));
  EXPECT_THAT(order().error().message, HasSubstr("sluice.dev/detach-release"));
  agents_.wake("10.0.0.1");
  order_until_stopping();
  agents_.silence(kHead, {Code::kInternal, "the agent answers 503: slurmctld does not answer"});
  time_.advance(seconds(10));
  EXPECT_THAT(order().error().message, HasSubstr("sluice.dev/detach-release"));
  agents_.silence("10.0.0.1", {Code::kForbidden, "not for you"});
  EXPECT_THAT(order().error().message, HasSubstr("sluice.dev/detach-release"));
}

TEST_F(Detaching, OfSeveralControllersTheOneThatIsReadyIsAskedFirst) {
  patch(*kinds_.node_class, "hpc",
        "{spec: {controller: {hosts: [{name: head, address: 10.0.0.9}, {name: spare, address: "
        "10.0.0.8}]}}}");
  make("spare", {.role = "slurm-controller", .address = "10.0.0.8"});
  const auto first = [&] {
    const auto all = fleet().controller_agents(*fleet().node_class({"default", "hpc"}));
    return all.size() == 2 ? all.front().address : "";
  };
  for (const auto& [ready, lost] : {std::pair{"head", "spare"}, std::pair{"spare", "head"}}) {
    node_condition(ready, "True");
    node_condition(lost, "Unknown");
    const std::string wanted = ready == std::string("head") ? kHead : "10.0.0.8";
    EXPECT_TRUE(wait_until(seconds(60), [&] { return first() == wanted; })) << ready;
  }
}

// Until its agent has told the Node, and when nobody else has.
TEST_F(Detaching, AMachineWhoseNodeHasNoAddressIsAskedAtItsOwn) {
  make("v", {.address = "10.0.0.5"});
  const auto at = [&] {
    const client::ObjectPtr now = fleet().machine({"default", "v"});
    const auto agent = now == nullptr ? std::nullopt : fleet().agent_of(*now, *fleet().slurm(*now));
    return agent ? agent->address : "";
  };
  EXPECT_TRUE(wait_until(seconds(60), [&] { return at() == "10.0.0.5"; }));
  patch_machine("v", "{status: {addresses: [{type: InternalIP, address: 10.0.0.6}]}}",
                client::Part::kStatus);
  EXPECT_TRUE(client_
                  .patch(api::kinds::node(), {"", "v"},
                         {.body = json::parse_yaml("{status: {addresses: null}}")->front()},
                         client::Part::kStatus)
                  .has_value());
  EXPECT_TRUE(wait_until(seconds(60), [&] { return at() == "10.0.0.6"; }));
}

// Whatever it was asked about.
TEST_F(Detaching, AnyWordOfAControllerEndsItsSilence) {
  order_until_stopping();
  agents_.silence(kHead);
  EXPECT_EQ(order().error().code, Code::kUnavailable);
  agents_.wake(kHead);
  time_.advance(seconds(50));
  const client::ObjectPtr head = fleet().machine({"default", "head"});
  EXPECT_TRUE(detachment_->is_abandoned(*fleet().slurm(*head)).has_value());
  agents_.silence(kHead);
  time_.advance(seconds(20));
  EXPECT_EQ(order().error().code, Code::kUnavailable);
  time_.advance(seconds(60));
  EXPECT_EQ(order()->phase, Phase::kDetached);
}

TEST_F(Detaching, NodesThatAreDownForGoodDoNotHoldTheirController) {
  const client::ObjectPtr head = fleet().machine({"default", "head"});
  const SlurmMachine slurm = *fleet().slurm(*head);
  EXPECT_EQ(detachment_->is_abandoned(slurm), false);
  agents_.lose_node("w");
  time_.advance(seconds(10));
  EXPECT_EQ(detachment_->is_abandoned(slurm), true);
}

}  // namespace
}  // namespace sluice::machines
