// SPDX-License-Identifier: Apache-2.0
#include "agent/flip_decision.h"

#include <gtest/gtest.h>

namespace sluice::agent {
namespace {

using detach::Phase;
using detach::Stack;
using detach::StackPhase;

struct Case {
  const char* what;
  FlipView view;
  FlipAct act;
  StackPhase phase;
};

detach::Detachment leaving(Phase phase, bool returns = true) {
  return {.node = "w", .order = {}, .returns = returns, .progress = {.phase = phase}};
}

TEST(FlipDecision, NeverDoBothStacksTakeWork) {
  constexpr Stack kToKubernetes = Stack::kKubernetes;
  const LentNode open{.is_ready = true, .is_open = true};
  const std::vector<Case> cases{
      {"the node leaves Slurm first",
       {.wanted = kToKubernetes, .slurm_ready = true, .kubernetes_settled = true},
       FlipAct::kLeaveSlurm,
       StackPhase::kLeaving},
      {"which a slurmd that is only starting cannot",
       {.wanted = kToKubernetes, .kubernetes_settled = true},
       FlipAct::kNothing,
       StackPhase::kStarting},
      {"its jobs are waited for",
       {.wanted = kToKubernetes,
        .detachment = leaving(Phase::kWaiting),
        .kubernetes_settled = true},
       FlipAct::kNothing,
       StackPhase::kLeaving},
      {"somebody else's drain is honoured",
       {.wanted = kToKubernetes,
        .detachment = leaving(Phase::kRefused),
        .kubernetes_settled = true},
       FlipAct::kNothing,
       StackPhase::kRefused},
      {"nothing starts while services stop",
       {.wanted = kToKubernetes,
        .detachment = leaving(Phase::kStopping),
        .kubernetes_settled = true},
       FlipAct::kNothing,
       StackPhase::kLeaving},
      {"a machine that goes does not change",
       {.wanted = kToKubernetes,
        .detachment = leaving(Phase::kDetached, false),
        .kubernetes_settled = true},
       FlipAct::kNothing,
       StackPhase::kRefused},
      {"then Kubernetes starts",
       {.wanted = kToKubernetes,
        .detachment = leaving(Phase::kDetached),
        .kubernetes_settled = true},
       FlipAct::kStartKubernetes,
       StackPhase::kStarting},
      {"services are waited for",
       {.wanted = kToKubernetes, .detachment = leaving(Phase::kDetached), .kubernetes_runs = true},
       FlipAct::kNothing,
       StackPhase::kStarting},
      {"the kubelet is waited for",
       {.wanted = kToKubernetes,
        .detachment = leaving(Phase::kDetached),
        .kubernetes_runs = true,
        .kubernetes_settled = true},
       FlipAct::kNothing,
       StackPhase::kStarting},
      {"pods come when it is ready",
       {.wanted = kToKubernetes,
        .detachment = leaving(Phase::kDetached),
        .kubernetes_runs = true,
        .kubernetes_settled = true,
        .node = {.is_ready = true}},
       FlipAct::kOpenNode,
       StackPhase::kStarting},
      {"done",
       {.wanted = kToKubernetes,
        .detachment = leaving(Phase::kDetached),
        .kubernetes_runs = true,
        .kubernetes_settled = true,
        .node = open},
       FlipAct::kNothing,
       StackPhase::kReady},

      {"no more pods come",
       {.detachment = leaving(Phase::kDetached),
        .kubernetes_runs = true,
        .kubernetes_settled = true,
        .node = open},
       FlipAct::kCloseNode,
       StackPhase::kEvicting},
      {"those that are there leave",
       {.detachment = leaving(Phase::kDetached), .kubernetes_runs = true, .node = {.pods = 2}},
       FlipAct::kEvict,
       StackPhase::kEvicting},
      {"then Kubernetes stops",
       {.detachment = leaving(Phase::kDetached), .kubernetes_runs = true},
       FlipAct::kStopKubernetes,
       StackPhase::kStopping},
      {"nothing starts while services stop, here too",
       {.detachment = leaving(Phase::kDetached)},
       FlipAct::kNothing,
       StackPhase::kStopping},
      {"a pod that came too late has Kubernetes started again",
       {.detachment = leaving(Phase::kDetached), .kubernetes_settled = true, .node = {.pods = 1}},
       FlipAct::kStartKubernetes,
       StackPhase::kEvicting},
      {"then the node comes back",
       {.detachment = leaving(Phase::kDetached), .kubernetes_settled = true},
       FlipAct::kTakeBack,
       StackPhase::kStarting},
      {"unless the machine goes",
       {.detachment = leaving(Phase::kDetached, false), .kubernetes_settled = true},
       FlipAct::kNothing,
       StackPhase::kRefused},
      {"who was only on his way stays",
       {.detachment = leaving(Phase::kWaiting), .slurm_ready = true, .kubernetes_settled = true},
       FlipAct::kGiveUpLeaving,
       StackPhase::kStarting},
      {"Slurm is waited for",
       {.kubernetes_settled = true},
       FlipAct::kNothing,
       StackPhase::kStarting},
      {"done here too",
       {.slurm_ready = true, .kubernetes_settled = true},
       FlipAct::kNothing,
       StackPhase::kReady},
  };
  for (const Case& c : cases) {
    const FlipDecision decision = decide_flip(c.view);
    EXPECT_EQ(decision.act, c.act) << c.what;
    EXPECT_EQ(decision.progress.phase, c.phase) << c.what;
  }
}

TEST(FlipDecision, HowToLeaveMayChangeUntilItIsForced) {
  FlipView view{.wanted = Stack::kKubernetes,
                .leave = {.mode = detach::Mode::kForced},
                .detachment = leaving(Phase::kWaiting),
                .kubernetes_settled = true};
  EXPECT_EQ(decide_flip(view).act, FlipAct::kLeaveSlurm);
  view.detachment->order = view.leave;
  EXPECT_EQ(decide_flip(view).act, FlipAct::kNothing);
  view.leave = {};
  EXPECT_EQ(decide_flip(view).act, FlipAct::kNothing);
}

TEST(FlipDecision, WhatKeepsPodsIsTold) {
  const FlipDecision decision =
      decide_flip({.kubernetes_runs = true, .node = {.pods = 1, .pods_wait = "a/b: its budget"}});
  EXPECT_EQ(decision.progress.message, "1 pod left: a/b: its budget");
}

}  // namespace
}  // namespace sluice::agent
