// SPDX-License-Identifier: Apache-2.0
//
// To Kubernetes: leave Slurm (a detachment, as when the machine goes) -> start the services -> the
// kubelet says that it is ready -> the Node takes pods. Back: the Node takes none -> its pods leave
// -> the services stop -> the node is taken back. A pod that the scheduler bound before it saw that
// the Node takes none has the services started once more, to leave. Never do both stacks take work.
#include "agent/flip_decision.h"

namespace sluice::agent {
namespace {

using detach::Phase;
using detach::StackPhase;

// Then it stays so, whatever is ordered later.
bool is_forced(const detach::Detachment& detachment) {
  return detachment.order.mode == detach::Mode::kForced;
}

FlipDecision to_kubernetes(const FlipView& view) {
  if (!view.kubernetes_runs) {
    // A slurmd that registers only now would look as if the node had left already.
    if (!view.detachment && !view.slurm_ready) {
      return {FlipAct::kNothing,
              {StackPhase::kStarting, "waits for Slurm's services, to leave it"}};
    }
    if (!view.detachment) {
      return {FlipAct::kLeaveSlurm, {StackPhase::kLeaving, "the node is being drained"}};
    }
    const detach::Progress& leaving = view.detachment->progress;
    if (!view.detachment->returns) {
      return {FlipAct::kNothing, {StackPhase::kRefused, "the node leaves Slurm for good"}};
    }
    if (leaving.phase != Phase::kDetached) {
      return {view.detachment->order == view.leave || is_forced(*view.detachment)
                  ? FlipAct::kNothing
                  : FlipAct::kLeaveSlurm,
              {leaving.phase == Phase::kRefused ? StackPhase::kRefused : StackPhase::kLeaving,
               leaving.message}};
    }
    return {FlipAct::kStartKubernetes, {StackPhase::kStarting, "services are being started"}};
  }
  if (!view.kubernetes_settled) {
    return {FlipAct::kNothing, {StackPhase::kStarting, "waits for services to be ready"}};
  }
  if (!view.node.is_ready) {
    return {FlipAct::kNothing, {StackPhase::kStarting, "waits for the kubelet to be ready"}};
  }
  if (!view.node.is_open) {
    return {FlipAct::kOpenNode, {StackPhase::kStarting, "the Node is being opened for pods"}};
  }
  return {FlipAct::kNothing, {StackPhase::kReady, "the Node takes pods"}};
}

FlipDecision leave_kubernetes(const FlipView& view) {
  if (view.node.is_open) {
    return {FlipAct::kCloseNode, {StackPhase::kEvicting, "the Node is being closed for pods"}};
  }
  if (view.node.pods > 0) {
    return {FlipAct::kEvict,
            {StackPhase::kEvicting,
             std::to_string(view.node.pods) + (view.node.pods == 1 ? " pod" : " pods") + " left" +
                 (view.node.pods_wait.empty() ? "" : ": " + view.node.pods_wait)}};
  }
  return {FlipAct::kStopKubernetes, {StackPhase::kStopping, "services are being stopped"}};
}

FlipDecision to_slurm(const FlipView& view) {
  if (view.kubernetes_runs) {
    return leave_kubernetes(view);
  }
  if (!view.kubernetes_settled) {
    return {FlipAct::kNothing, {StackPhase::kStopping, "waits for services to stop"}};
  }
  if (!view.detachment) {
    return view.slurm_ready
               ? FlipDecision{FlipAct::kNothing, {StackPhase::kReady, "Slurm has the node"}}
               : FlipDecision{FlipAct::kNothing,
                              {StackPhase::kStarting, "waits for services to be ready"}};
  }
  if (!view.detachment->returns) {
    return {FlipAct::kNothing, {StackPhase::kRefused, "the node leaves Slurm for good"}};
  }
  switch (view.detachment->progress.phase) {
    case Phase::kDetached:
      if (view.node.pods > 0) {
        return {FlipAct::kStartKubernetes,
                {StackPhase::kEvicting, "pods came while services were being stopped"}};
      }
      return {FlipAct::kTakeBack, {StackPhase::kStarting, "services are being started"}};
    case Phase::kStopping:
      return {FlipAct::kNothing, {StackPhase::kStopping, "waits for services to stop"}};
    default:
      return {FlipAct::kGiveUpLeaving, {StackPhase::kStarting, "the node stays in Slurm"}};
  }
}

}  // namespace

FlipDecision decide_flip(const FlipView& view) {
  return view.wanted == detach::Stack::kKubernetes ? to_kubernetes(view) : to_slurm(view);
}

}  // namespace sluice::agent
