// SPDX-License-Identifier: Apache-2.0
//
// Nothing is remembered here: the Machine says that it is being deleted and has hooks, and the
// agent how far it is. An order is therefore given again at every look, until the node has left.
#include "machines/machine_reconciler.h"

#include <algorithm>
#include <array>

#include "base/log.h"
#include "base/timestamp.h"
#include "machines/cluster_api.h"
#include "machines/detach_policy.h"
#include "machines/hooks.h"
#include "machines/machine_conditions.h"
#include "machines/stack_wish.h"

namespace sluice::machines {
namespace {

using runtime::Requeue;

constexpr Duration kBusy = std::chrono::seconds(2);  // an agent that was asked too often

// Reasons of SlurmDetached: Slurm did not know the node any more, and has it again.
constexpr const char* kLeft = "Detached";
constexpr const char* kRegisteredLate = "RegisteredLate";

bool is_detached_as(const client::Object& machine, std::string_view reason) {
  const json::Value* shown = machine_condition(machine, kDetached);
  return shown != nullptr && shown->at("reason").as_string() == reason;
}

// By us, and not because somebody said so.
bool was_let_go(const client::Object& machine) {
  return is_detached_as(machine, kLeft) || is_detached_as(machine, kRegisteredLate);
}

// A tenth of the time that it has taken so far: nobody waits much longer than for Slurm itself, and
// who waits for days does not ask all the time.
Requeue look_again(const json::Value& began, WallTime now) {
  const auto since = parse_rfc3339(began.as_string());
  const Duration gone = since ? Duration(now - *since) : Duration::zero();
  return {std::clamp<Duration>(gone / 10, std::chrono::milliseconds(100), std::chrono::seconds(5))};
}

// The reason of SlurmRegistered, which tells the first time from others.
const char* registration(const json::Value* before, bool is_there, bool is_elsewhere) {
  const std::string reason = before == nullptr ? "" : before->at("reason").as_string();
  if (is_there) {
    return reason == "Lost" || reason == "RunsKubernetes" || reason == "RegisteredAgain"
               ? "RegisteredAgain"
               : "Registered";
  }
  if (is_elsewhere) {
    return "RunsKubernetes";
  }
  return reason.empty() || reason == "NotRegistered" ? "NotRegistered" : "Lost";
}

// What becomes of a node that Slurm does not have, it does not say. `fault` is that of the node,
// and outlives the update.
std::optional<api::ConditionUpdate> health_of(const client::Object& machine,
                                              const detach::NodeView* node,
                                              const std::string& fault) {
  if (node == nullptr) {
    return machine_condition(machine, kHealthy) == nullptr
               ? std::nullopt
               : std::optional(api::ConditionUpdate{.type = kHealthy,
                                                    .status = "Unknown",
                                                    .reason = "NotRegistered",
                                                    .message = "Slurm does not know the node"});
  }
  if (!fault.empty()) {
    return api::ConditionUpdate{.type = kHealthy,
                                .status = "False",
                                .reason = node->is("DOWN") ? "Down" : "Invalid",
                                .message = fault};
  }
  return api::ConditionUpdate{.type = kHealthy,
                              .status = "True",
                              .reason = "Healthy",
                              .message = "Slurm has not given the node up"};
}

std::string text_of(const detach::Progress& progress) {
  if (progress.jobs_left == 0) {
    return progress.message.empty() ? "on its way" : progress.message;
  }
  std::string text =
      std::to_string(progress.jobs_left) + (progress.jobs_left == 1 ? " job" : " jobs") + " left";
  if (progress.first_end && progress.first_end != progress.last_end) {
    text += ", the first ends by " + format_rfc3339(*progress.first_end);
  }
  if (progress.last_end) {
    text += ", the last ends by " + format_rfc3339(*progress.last_end);
  }
  return progress.message.empty() ? text : text + ": " + progress.message;
}

}  // namespace

Result<Requeue> MachineReconciler::reconcile(const api::Key& key) {
  if (parts_.fleet.machine_kind() == nullptr) {
    return Requeue{};  // all come back with their definition
  }
  if (!parts_.fleet.is_complete()) {
    return Requeue{std::chrono::seconds(1)};
  }
  const client::ObjectPtr machine = parts_.fleet.machine(key);
  if (machine == nullptr) {
    detachment_.forget(key);
    return Requeue{};
  }
  const client::ObjectPtr cluster = parts_.fleet.cluster_of(*machine);
  if (is_paused(cluster == nullptr ? json::Value::null() : *cluster, *machine)) {
    return Requeue{};
  }
  const auto slurm = parts_.fleet.slurm(*machine);
  if (!api::is_being_deleted(*machine)) {
    return slurm ? keep(*machine, *slurm) : Requeue{};
  }
  if (!has_hook(*machine)) {
    return slurm && was_let_go(*machine) ? see_off(*machine, *slurm) : Requeue{};
  }
  return slurm ? detach(*machine, *slurm) : let_go(*machine);
}

Result<Requeue> MachineReconciler::keep(const client::Object& machine, const SlurmMachine& slurm) {
  if (const auto hooks = hooks_to_add(machine, slurm)) {
    TRY(change(machine, *hooks));
  }
  TRY(show_registration(machine, slurm));
  return change_stack(machine, slurm);
}

Result<void> MachineReconciler::show_registration(const client::Object& machine,
                                                  const SlurmMachine& slurm) {
  const SlurmView::NodesPtr view = parts_.view.of(slurm.node_class);
  if (view == nullptr) {
    return {};
  }
  const bool is_controller = slurm.role == Role::kSlurmController;
  const detach::NodeView* node = SlurmView::running(*view, slurm.node);
  const bool is_there = is_controller || node != nullptr;
  std::vector<api::ConditionUpdate> updates{
      {.type = kRegistered,
       .status = is_there ? "True" : "False",
       .reason = registration(machine_condition(machine, kRegistered), is_there,
                              shall_run_kubernetes(machine)),
       .message = !is_there       ? "Slurm does not know the node"
                  : is_controller ? "slurmctld answers"
                                  : "Slurm knows the node"}};
  const std::string fault = node == nullptr ? "" : SlurmView::fault(*node);
  if (const auto health = health_of(machine, node, fault); health && !is_controller) {
    updates.push_back(*health);
  }
  if (node != nullptr && node->jobs > 0) {
    updates.push_back(
        {.type = kUsed, .status = "True", .reason = "JobsRan", .message = "a job has run here"});
  }
  return show(machine, updates);
}

// That it is not so any more is shown before it is ordered: who comes later, and finds that the
// order was taken back, must see that it was given.
Result<Requeue> MachineReconciler::change_stack(const client::Object& machine,
                                                const SlurmMachine& slurm) {
  const auto wanted = stack_to_order(machine);
  if (!wanted) {
    TRY(tell_stack(machine, "False", {"Invalid", wanted.error().message, true}));
    return Requeue{};
  }
  if (!*wanted) {
    return Requeue{};
  }
  const json::Value* shown = machine_condition(machine, kStackReady);
  if (shown == nullptr || shown->at("status").as_string() == "True") {
    TRY(tell_stack(machine, "False", {"Ordered", "shall run " + std::string(to_string(**wanted))}));
    return Requeue{};  // the change brings it back
  }
  const Requeue later = look_again(shown->at("lastTransitionTime"), parts_.clock.now());
  const client::ObjectPtr node_class = parts_.fleet.node_class(slurm.node_class);
  const auto leave =
      detach_order(machine, node_class == nullptr ? json::Value::null() : *node_class);
  if (!leave) {
    TRY(tell_stack(machine, "False", {"Invalid", leave.error().message, true}));
    return Requeue{};
  }
  const auto agent = parts_.fleet.agent_of(machine, slurm);
  if (!agent) {
    TRY(tell_stack(machine, "False", {"Unreachable", "the machine has no address yet"}));
    return later;
  }
  const auto progress = parts_.agents.order_stack(*agent, {**wanted, *leave});
  if (!progress && progress.error().code == Code::kTooManyRequests) {
    return Requeue{kBusy};
  }
  if (!progress && progress.error().code == Code::kNotFound) {
    if (**wanted == detach::Stack::kKubernetes) {
      TRY(tell_stack(machine, "False", {"OneStackOnly", progress.error().message, true}));
      return Requeue{};  // what it started with does not change
    }
  } else if (!progress) {
    TRY(tell_stack(machine, "False", {"Unreachable", progress.error().message, true}));
    return later;
  } else if (progress->phase != detach::StackPhase::kReady) {
    TRY(tell_stack(machine, "False",
                   {.reason = std::string(to_string(progress->phase)),
                    .message = progress->message,
                    .is_warning = progress->phase == detach::StackPhase::kRefused}));
    return later;
  }
  TRY(tell_stack(machine, "True", {stack_reason(**wanted), "the machine takes work"}));
  return Requeue{};
}

Result<void> MachineReconciler::tell_stack(const client::Object& machine, const char* status,
                                           const Story& story) {
  const std::array updates{api::ConditionUpdate{
      .type = kStackReady, .status = status, .reason = story.reason, .message = story.message}};
  const json::Value* before = machine_condition(machine, kStackReady);
  const bool is_news = before == nullptr || before->at("reason").as_string() != story.reason;
  TRY(show(machine, updates));
  if (is_news) {
    parts_.events.record(machine, {.type = story.is_warning ? "Warning" : "Normal",
                                   .reason = "Stack" + story.reason,
                                   .message = story.message});
  }
  return {};
}

// The Machine is not one of Slurm, or nobody knows: its VirtualKubeletConfig went before hooks of
// a template were noticed.
Result<Requeue> MachineReconciler::let_go(const client::Object& machine) {
  const bool is_unknown = config_of(machine) && parts_.fleet.config_of(machine) == nullptr;
  if (is_unknown && !is_released_by_hand(machine) && can_have_started(machine)) {
    return wait(machine, {"Unknown",
                          "its VirtualKubeletConfig is gone, and nothing says which Slurm cluster "
                          "it is of: detach it and set the annotation sluice.dev/detach-release",
                          true});
  }
  if (const auto hooks = hooks_to_remove(machine)) {
    TRY(change(machine, *hooks));
  }
  return Requeue{};
}

Result<Requeue> MachineReconciler::detach(const client::Object& machine,
                                          const SlurmMachine& slurm) {
  if (is_released_by_hand(machine)) {
    return release(machine, {"ReleasedByHand",
                             "let go as the annotation sluice.dev/detach-release says, whatever "
                             "Slurm knows",
                             true});
  }
  if (!can_have_started(machine)) {
    return release(machine, {"NeverStarted", "the machine was never given what it starts with"});
  }
  const client::ObjectPtr node_class = parts_.fleet.node_class(slurm.node_class);
  auto order = detach_order(machine, node_class == nullptr ? json::Value::null() : *node_class);
  if (!order) {
    return wait(machine, {"Invalid", order.error().message, true});
  }
  TRY_ASSIGN(const bool is_noted, note_name(machine, slurm));
  if (is_noted) {
    return look_again(machine.at("metadata", "deletionTimestamp"), parts_.clock.now());
  }
  if (must_wait_for_workers(machine, slurm)) {
    return wait(machine, {"WaitingForWorkers",
                          "machines of the cluster that are being deleted too leave it before its "
                          "controller does"});
  }
  // The only controller of a cluster goes by force only; with the whole Cluster, when nothing is
  // left for it to do.
  if (slurm.role == Role::kSlurmController && is_cluster_going(machine) &&
      detachment_.is_abandoned(slurm).value_or(false)) {
    order->mode = detach::Mode::kForced;
  }
  const auto progress = detachment_.order(machine, slurm, *order);
  if (!progress && progress.error().code == Code::kTooManyRequests) {
    return Requeue{kBusy};
  }
  if (!progress) {
    return wait(machine, {progress.error().code == Code::kUnavailable ? "Unreachable"
                          : progress.error().code == Code::kInvalid   ? "Invalid"
                                                                      : "AgentRefuses",
                          progress.error().message, true});
  }
  if (progress->phase == detach::Phase::kDetached) {
    return release(machine, {.reason = kLeft,
                             .message = progress->message.empty() ? "Slurm does not know the node"
                                                                  : progress->message,
                             .is_drained = true});
  }
  return wait(machine, {.reason = std::string(to_string(progress->phase)),
                        .message = text_of(*progress),
                        .is_warning = progress->phase == detach::Phase::kRefused,
                        .is_drained = progress->phase == detach::Phase::kDeleting ||
                                      progress->phase == detach::Phase::kStopping});
}

// A slurmd that was just starting registers after that, and a slurmctld that was killed before it
// had saved that the node is deleted has it again. Jobs would start there until the machine is
// switched off, and the node would be DOWN ever after.
Result<Requeue> MachineReconciler::see_off(const client::Object& machine,
                                           const SlurmMachine& slurm) {
  const SlurmView::NodesPtr view = parts_.view.of(slurm.node_class);
  if (view == nullptr || slurm.is_guess || slurm.role != Role::kSlurmWorker) {
    return Requeue{};
  }
  const bool is_listed = SlurmView::running(*view, slurm.node) != nullptr;
  const Result<bool> is_there =
      is_listed ? detachment_.remove_late(machine, slurm) : Result<bool>(false);
  if (!is_there) {
    log::debug("a node that came back cannot be removed",
               {{"node", slurm.node}, {"error", is_there.error().message}});
    return Requeue{kBusy};
  }
  if (*is_there) {
    TRY(tell(machine, "True",
             {kRegisteredLate,
              "Slurm has the node again, after its machine was let go: its controller removes it",
              true}));
  } else if (is_detached_as(machine, kRegisteredLate)) {
    TRY(tell(machine, "True", {kLeft, "Slurm does not know the node"}));
  }
  return is_listed ? Requeue{kBusy} : Requeue{};  // what was heard last may be older
}

// A name that was only likely, and that Slurm has. It must be noted before the node leaves: later
// nobody could tell that it had that name.
Result<bool> MachineReconciler::note_name(const client::Object& machine,
                                          const SlurmMachine& slurm) {
  const SlurmView::NodesPtr view =
      slurm.is_guess ? parts_.view.of(slurm.node_class) : SlurmView::NodesPtr();
  if (view == nullptr || SlurmView::running(*view, slurm.node) == nullptr) {
    return false;
  }
  if (const auto note = name_to_note(machine, slurm)) {
    TRY(change(machine, *note));
  }
  TRY(show_registration(machine, slurm));
  return true;
}

bool MachineReconciler::is_cluster_going(const client::Object& machine) const {
  const client::ObjectPtr cluster = parts_.fleet.cluster_of(machine);
  return cluster != nullptr && api::is_being_deleted(*cluster);
}

bool MachineReconciler::must_wait_for_workers(const client::Object& machine,
                                              const SlurmMachine& slurm) const {
  const client::ObjectPtr node_class = parts_.fleet.node_class(slurm.node_class);
  if (slurm.role != Role::kSlurmController || node_class == nullptr) {
    return false;
  }
  const bool all = is_cluster_going(machine);  // they will be deleted, too
  const std::vector<Fleet::Member> members = parts_.fleet.of_cluster(*node_class);
  return std::any_of(members.begin(), members.end(), [&](const Fleet::Member& other) {
    return other.slurm.role == Role::kSlurmWorker && has_hook(*other.machine) &&
           (all || api::is_being_deleted(*other.machine));
  });
}

Result<Requeue> MachineReconciler::wait(const client::Object& machine, const Story& story) {
  TRY(tell(machine, "False", story));
  return look_again(machine.at("metadata", "deletionTimestamp"), parts_.clock.now());
}

// What the Machine shows is for people; that it cannot be written holds nothing up.
Result<Requeue> MachineReconciler::release(const client::Object& machine, const Story& story) {
  if (const auto told = tell(machine, "True", story); !told) {
    log::warning("cannot show that a Machine has left Slurm",
                 {{"machine", api::to_string(api::key(machine))}, {"error", told.error().message}});
  }
  if (const auto hooks = hooks_to_remove(machine)) {
    TRY(change(machine, *hooks));
  }
  detachment_.forget(api::key(machine));
  return Requeue{};
}

Result<void> MachineReconciler::tell(const client::Object& machine, const char* status,
                                     const Story& story) {
  std::vector<api::ConditionUpdate> updates{
      {.type = kDetached, .status = status, .reason = story.reason, .message = story.message}};
  if (story.is_drained) {
    updates.push_back(
        {.type = kDrained, .status = "True", .reason = "NoJobs", .message = "no job is left"});
  }
  if (std::string_view(status) == "True") {
    updates.push_back(
        {.type = kRegistered, .status = "False", .reason = story.reason, .message = story.message});
  }
  TRY(show(machine, updates));
  const json::Value* before = machine_condition(machine, kDetached);
  if (before == nullptr || before->at("reason").as_string() != story.reason) {
    parts_.events.record(machine, {.type = story.is_warning ? "Warning" : "Normal",
                                   .reason = "Slurm" + story.reason,
                                   .message = story.message});
  }
  return {};
}

Result<void> MachineReconciler::show(const client::Object& machine,
                                     std::span<const api::ConditionUpdate> updates) {
  const auto body = conditions_to_apply(machine, updates, parts_.clock.now());
  const api::KindPtr kind = parts_.fleet.machine_kind();
  if (!body || kind == nullptr) {
    return {};
  }
  TRY(parts_.client.patch(*kind, api::key(machine),
                          {.type = client::PatchType::kApply, .body = *body, .force = true},
                          client::Part::kStatus));
  return {};
}

Result<void> MachineReconciler::change(const client::Object& machine, const json::Value& body) {
  const api::KindPtr kind = parts_.fleet.machine_kind();
  if (kind == nullptr) {
    return {};
  }
  const auto changed = parts_.client.patch(*kind, api::key(machine), {.body = body});
  return changed || changed.error().code == Code::kNotFound ? Result<void>()
                                                            : tl::unexpected(changed.error());
}

}  // namespace sluice::machines
