// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "detach/detachment.h"
#include "detach/stack.h"

namespace sluice::agent {

// The Node, which a kubelet keeps while it runs; its pods, until Slurm has the machine again.
struct LentNode {
  bool is_ready = false;       // the kubelet says so, not we before it
  bool is_open = false;        // it takes pods
  std::size_t pods = 0;        // that have to leave before the kubelet does
  std::string pods_wait = {};  // what keeps one of them
};

// All that counts for what happens next.
struct FlipView {
  detach::Stack wanted = detach::Stack::kSlurm;
  detach::Order leave = {};                           // how Slurm shall be left
  std::optional<detach::Detachment> detachment = {};  // of the own node; nothing: none is ordered
  bool slurm_ready = false;                           // its services are
  bool kubernetes_runs = false;                       // its services shall run
  bool kubernetes_settled = false;                    // all of them do, or all have stopped
  LentNode node = {};                                 // where they shall run
};

enum class FlipAct {
  kNothing,  // but to look again
  kLeaveSlurm,
  kGiveUpLeaving,
  kTakeBack,  // the node, into Slurm
  kStartKubernetes,
  kOpenNode,
  kCloseNode,
  kEvict,
  kStopKubernetes,
};

struct FlipDecision {
  FlipAct act = FlipAct::kNothing;
  detach::StackProgress progress = {};
};

// What is next on the way to the stack that is wanted. Pure: nothing is remembered but what is
// seen, so that a process which was killed anywhere goes on from there.
FlipDecision decide_flip(const FlipView& view);

}  // namespace sluice::agent
