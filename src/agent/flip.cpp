// SPDX-License-Identifier: Apache-2.0
#include "agent/flip.h"

#include <algorithm>

#include "agent/leaving_pods.h"
#include "agent/machine_node.h"
#include "base/files.h"
#include "base/log.h"
#include "base/timestamp.h"
#include "json/text.h"

namespace sluice::agent {
namespace {

constexpr const char* kFile = "stack.json";

}  // namespace

bool Flip::Wish::is_forced(SteadyTime now) const {
  return order.leave.mode == detach::Mode::kForced ||
         (order.leave.deadline && age_before + (now - known_since) >= *order.leave.deadline);
}

Result<void> Flip::resume() {
  const std::filesystem::path file = parts_.config.state_directory / kFile;
  const auto text = read_file(file);
  if (!text) {
    return text.error().code == Code::kNotFound ? Result<void>() : tl::unexpected(text.error());
  }
  const auto read = [&]() -> Result<Wish> {
    TRY_ASSIGN(const json::Value document, json::parse(*text));
    Wish wish;
    TRY_ASSIGN(wish.order, detach::read_stack_order(document.at("order")));
    TRY_ASSIGN(wish.since, parse_rfc3339(document.at("since").as_string()));
    wish.known_since = parts_.clock.steady();
    wish.age_before = std::max<Duration>(parts_.clock.now() - wish.since, Duration::zero());
    return wish;
  };
  auto wish = read();
  if (!wish) {
    return tl::unexpected(with_context(wish.error(), file.string()));
  }
  const std::scoped_lock lock(mutex_);
  wish_ = std::move(*wish);
  progress_ = {detach::StackPhase::kStarting, "the agent was started again"};
  return {};
}

Result<detach::StackProgress> Flip::order(const std::optional<detach::StackOrder>& order) {
  detach::StackProgress progress;
  {
    const std::scoped_lock lock(mutex_);
    const bool is_new =
        order && (wish_ ? wish_->order != *order : order->stack != detach::Stack::kSlurm);
    if (!is_new) {
      return progress_;
    }
    // Who only changes how it is done does not begin anew.
    Wish wish = wish_ && wish_->order.stack == order->stack
                    ? *wish_
                    : Wish{.since = parts_.clock.now(), .known_since = parts_.clock.steady()};
    wish.order = *order;
    const json::Value document =
        json::Object{{"order", to_json(wish.order)}, {"since", format_rfc3339_micro(wish.since)}};
    TRY(write_file_atomic(parts_.config.state_directory / kFile, json::write(document) + "\n"));
    log::info("a stack is ordered", {{"order", json::write(to_json(*order))}});
    wish_ = wish;
    progress_ = {detach::StackPhase::kStarting, "ordered"};
    progress = progress_;
  }
  parts_.on_order();
  return progress;
}

void Flip::step() {
  for (bool again = true; again;) {
    Wish wish;
    {
      const std::scoped_lock lock(mutex_);
      if (!wish_ || progress_.phase == detach::StackPhase::kReady) {
        return;
      }
      wish = *wish_;
    }
    const auto view = look(wish);
    const FlipDecision next = view ? decide_flip(*view) : FlipDecision{};
    const auto done = view ? act(next.act, wish) : tl::unexpected(view.error());
    // What others have to go on with first is looked at the next time.
    again = done && next.act != FlipAct::kNothing && next.act != FlipAct::kEvict &&
            next.act != FlipAct::kGiveUpLeaving;
    const std::scoped_lock lock(mutex_);
    if (wish_->order != wish.order) {
      again = true;  // another came meanwhile
      continue;
    }
    detach::StackProgress now = view ? next.progress : progress_;
    if (!done) {
      now.message = done.error().message;
    }
    if (now != progress_) {
      log::info("stack", {{"wanted", std::string(to_string(wish.order.stack))},
                          {"phase", std::string(to_string(now.phase))},
                          {"message", now.message}});
    }
    progress_ = std::move(now);
  }
}

Result<client::ObjectPtr> Flip::node() {
  return parts_.client.get(api::kinds::node(), {"", parts_.config.node});
}

// Conflict: the Node is another machine's. Nothing is done then, for that one's pods would be hit.
Result<FlipView> Flip::look(const Wish& wish) {
  FlipView view{.wanted = wish.order.stack,
                .leave = wish.order.leave,
                .detachment = parts_.detachments.own(),
                .slurm_ready = !parts_.slurm.removing() && parts_.slurm.settled(),
                .kubernetes_runs = !parts_.kubernetes.removing(),
                .kubernetes_settled = parts_.kubernetes.settled()};
  const auto node = this->node();
  if (!node && node.error().code != Code::kNotFound) {
    return tl::unexpected(node.error());
  }
  if (node) {
    if (std::string why = whose_node(**node, parts_.config); !why.empty()) {
      return fail(Code::kConflict, std::move(why));
    }
    view.node.is_ready = is_ready_by_kubelet(**node);
    view.node.is_open = !is_closed(**node);
  }
  const bool has_left_slurm =
      view.detachment && view.detachment->progress.phase == detach::Phase::kDetached;
  if (view.wanted == detach::Stack::kSlurm && (view.kubernetes_runs || has_left_slurm)) {
    TRY_ASSIGN(pods_,
               pods_to_leave(parts_.client, parts_.config.node, closing_taint(parts_.config)));
    view.node.pods = pods_.size();
    view.node.pods_wait = pods_.empty() ? "" : pods_wait_;
  }
  return view;
}

Result<void> Flip::act(FlipAct act, const Wish& wish) {
  switch (act) {
    case FlipAct::kNothing:
      return {};
    case FlipAct::kLeaveSlurm:
      TRY(parts_.detachments.order(parts_.config.slurm_node, wish.order.leave, /*returns=*/true));
      return {};
    case FlipAct::kGiveUpLeaving: {
      const auto given_up = parts_.detachments.give_up(parts_.config.slurm_node);
      // Too late: it comes back when it has left.
      return given_up || given_up.error().code == Code::kConflict
                 ? Result<void>()
                 : tl::unexpected(given_up.error());
    }
    case FlipAct::kTakeBack:
      return parts_.detachments.take_back();
    case FlipAct::kStartKubernetes:
      TRY(parts_.kubernetes.deploy_all());
      break;
    case FlipAct::kStopKubernetes:
      TRY(parts_.kubernetes.remove_all());
      break;
    case FlipAct::kOpenNode:
    case FlipAct::kCloseNode: {
      TRY_ASSIGN(const client::ObjectPtr node, this->node());
      const auto patch =
          act == FlipAct::kOpenNode ? opening_patch(*node) : node_patch(*node, parts_.config);
      if (patch) {
        TRY(parts_.client.patch(api::kinds::node(), {"", parts_.config.node}, {.body = *patch}));
      }
      return {};
    }
    case FlipAct::kEvict: {
      TRY_ASSIGN(pods_wait_,
                 make_leave(parts_.client, pods_, wish.is_forced(parts_.clock.steady())));
      return {};
    }
  }
  parts_.on_services();
  return {};
}

}  // namespace sluice::agent
