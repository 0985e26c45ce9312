// SPDX-License-Identifier: Apache-2.0
#include "detach/detachments.h"

#include <algorithm>

#include "base/files.h"
#include "base/log.h"
#include "base/timestamp.h"
#include "json/kept_document.h"
#include "json/text.h"

namespace sluice::detach {
namespace {

// Jobs that have run for long will do so for a while, and every look asks slurmctld.
constexpr Duration kOften = std::chrono::seconds(1);
constexpr Duration kRarely = std::chrono::seconds(30);
// Of nodes of other machines: those that have left, and those for which nobody asks any more.
constexpr Duration kForgetAfter = std::chrono::hours(24);
constexpr Duration kForgetUnasked = std::chrono::minutes(10);

json::Value to_json(const Detachment& detachment) {
  return json::Object{{"order", to_json(detachment.order)},
                      {"since", format_rfc3339_micro(detachment.since)},
                      {"phase", to_string(detachment.progress.phase)},
                      {"returns", detachment.returns},
                      {"handedOver", detachment.handed_over}};
}

Result<Detachment> read_detachment(const std::string& node, const json::Value& value) {
  Detachment detachment{.node = node};
  TRY_ASSIGN(detachment.order, read_order(value.at("order")));
  TRY_ASSIGN(detachment.since, parse_rfc3339(value.at("since").as_string()));
  TRY_ASSIGN(detachment.progress, read_progress(value));
  detachment.returns = value.at("returns").as_bool();
  detachment.handed_over = value.at("handedOver").as_bool();
  return detachment;
}

}  // namespace

Result<void> Detachments::resume() {
  if (parts_.file.empty()) {
    return {};
  }
  TRY_ASSIGN(const auto kept, json::read_kept(parts_.file));
  if (!kept) {
    return {};
  }
  const std::scoped_lock lock(mutex_);
  for (const json::Member& member : kept->value.at("nodes").as_object()) {
    auto detachment = read_detachment(member.key, member.value);
    if (!detachment) {
      return tl::unexpected(with_context(detachment.error(), parts_.file.string()));
    }
    const Duration age = parts_.clock.now() - detachment->since;
    entries_[member.key] = {.detachment = std::move(*detachment),
                            .known_since = parts_.clock.steady(),
                            .age_before = std::max(age, Duration::zero()),
                            .asked_for = parts_.clock.steady()};
  }
  saved_ = kept->text;
  return {};
}

Result<void> Detachments::step() {
  std::vector<std::string> due;
  {
    const std::scoped_lock lock(mutex_);
    TRY(forget());
    for (const auto& [node, entry] : entries_) {
      if (is_due(entry)) {
        due.push_back(node);
      }
    }
  }
  for (const std::string& node : due) {
    const std::scoped_lock working(work_);
    TRY(advance(node));
  }
  return {};
}

Result<Progress> Detachments::order_now(const std::string& node, const Order& order) {
  {
    const std::scoped_lock lock(mutex_);
    TRY(forget());
  }
  TRY(this->order(node, order));
  bool due = false;
  {
    const std::scoped_lock lock(mutex_);
    const auto entry = entries_.find(node);
    due = entry != entries_.end() && is_due(entry->second);
  }
  if (due) {
    const std::unique_lock working(work_, std::try_to_lock);
    if (!working.owns_lock()) {
      return fail(Code::kTooManyRequests, "other nodes are leaving");
    }
    TRY(advance(node));
  }
  return progress(node);
}

bool Detachments::is_due(const Entry& entry) const {
  const Phase phase = entry.detachment.progress.phase;
  return phase == Phase::kStopping ||  // services say when they have stopped
         (phase != Phase::kDetached && entry.next_look <= parts_.clock.steady());
}

Result<void> Detachments::forget() {
  const auto gone = std::erase_if(
      entries_, [&](const auto& entry) { return is_forgotten(entry.first, entry.second); });
  return gone > 0 ? save() : Result<void>();
}

// What was done to the node stays: a drain of ours says so, and whoever repeats the order goes on
// from there.
bool Detachments::is_forgotten(const std::string& node, const Entry& entry) const {
  const Detachment& one = entry.detachment;
  if (node == parts_.own_node) {
    return false;
  }
  if (one.progress.phase == Phase::kDetached) {
    return now_of(entry) - one.since > kForgetAfter;
  }
  const bool is_unasked = parts_.clock.steady() - entry.asked_for > kForgetUnasked;
  if (is_unasked) {
    log::info("a detachment for which nobody asks any more is forgotten", {{"node", node}});
  }
  return is_unasked;
}

// Saved before each further step: what is begun must be known to a process that comes later.
Result<void> Detachments::advance(const std::string& node) {
  for (bool again = true; again;) {
    Detachment now;
    WallTime time;
    {
      const std::scoped_lock lock(mutex_);
      const auto entry = entries_.find(node);
      if (entry == entries_.end()) {
        return {};
      }
      now = entry->second.detachment;
      time = now_of(entry->second);
    }
    again = detach::step(now, parts_.slurm, machine_of(node), time);
    const std::scoped_lock lock(mutex_);
    const auto found = entries_.find(node);
    if (found == entries_.end()) {
      return {};  // it took longer than anybody asked
    }
    Entry& entry = found->second;
    entry.detachment.progress = now.progress;
    entry.detachment.handed_over = now.handed_over;
    entry.next_look = parts_.clock.steady() + pace(entry);
    TRY(save());
  }
  return {};
}

WallTime Detachments::now_of(const Entry& entry) const {
  return entry.detachment.since + entry.age_before + (parts_.clock.steady() - entry.known_since);
}

Duration Detachments::pace(const Entry& entry) const {
  const Detachment& detachment = entry.detachment;
  const WallTime now = now_of(entry);
  const Phase phase = detachment.progress.phase;
  // One that is refused although its deadline has passed waits for others.
  const bool ends_jobs = phase == Phase::kWaiting && detachment.is_forced(now);
  if (detachment.order.mode == Mode::kForced || ends_jobs ||
      (phase != Phase::kWaiting && phase != Phase::kRefused)) {
    return kOften;
  }
  const Duration age = (now - detachment.since) / 10;
  Duration pause = std::clamp(age, kOften, kRarely);
  if (detachment.order.deadline) {
    const Duration left = detachment.since + *detachment.order.deadline - now;
    pause = left > Duration::zero() ? std::min(pause, std::max(left, Duration(kOften))) : pause;
  }
  return pause;
}

const Machine* Detachments::machine_of(const std::string& node) const {
  return node == parts_.own_node ? &parts_.machine : nullptr;
}

Result<void> Detachments::check(const std::string& node) const {
  if (node == parts_.own_node || (parts_.answers_for_all && is_node_name(node))) {
    return {};
  }
  return fail(Code::kNotFound,
              "this is the agent of " + parts_.own_node + ", not of \"" + node + "\"");
}

Result<Progress> Detachments::order(const std::string& node, const Order& order, bool returns) {
  TRY(check(node));
  Progress progress;
  {
    const std::scoped_lock lock(mutex_);
    const auto found = entries_.find(node);
    const auto before = found == entries_.end() ? std::nullopt : std::optional(found->second);
    Entry& entry = entries_[node];
    Detachment& one = entry.detachment;
    // Another machine may have come under the name of one that has left.
    const bool is_new =
        !before || (node != parts_.own_node && one.progress.phase == Phase::kDetached);
    if (is_new) {
      entry = {.detachment = {.node = node,
                              .order = order,
                              .since = parts_.clock.now(),
                              .returns = returns},
               .known_since = parts_.clock.steady()};
    } else if (order.mode == Mode::kForced || one.order.mode == Mode::kGraceful) {
      one.order = order;
    }
    one.returns = one.returns && returns;
    entry.asked_for = parts_.clock.steady();
    // Operators repeat themselves, which is no reason to ask slurmctld more often.
    if (is_new || before->detachment.order != one.order) {
      log::info("a detachment is ordered",
                {{"node", node}, {"order", json::write(to_json(one.order))}});
      entry.next_look = {};
    }
    if (const auto done = save(); !done) {
      before ? static_cast<void>(entry = *before) : static_cast<void>(entries_.erase(node));
      return tl::unexpected(done.error());
    }
    progress = one.progress;
  }
  parts_.on_order();
  return progress;
}

Result<Progress> Detachments::progress(const std::string& node) {
  TRY(check(node));
  const std::scoped_lock lock(mutex_);
  const auto entry = entries_.find(node);
  if (entry == entries_.end()) {
    return fail(Code::kNotFound, "nobody has ordered to detach " + node);
  }
  entry->second.asked_for = parts_.clock.steady();
  return entry->second.detachment.progress;
}

Result<void> Detachments::give_up(const std::string& node) {
  TRY(check(node));
  const std::scoped_lock working(work_);
  Detachment now;
  {
    const std::scoped_lock lock(mutex_);
    const auto entry = entries_.find(node);
    if (entry == entries_.end()) {
      return fail(Code::kNotFound, "nobody has ordered to detach " + node);
    }
    now = entry->second.detachment;
  }
  TRY(detach::give_up(now, parts_.slurm, machine_of(node)));
  const std::scoped_lock lock(mutex_);
  entries_.erase(node);
  return save();
}

// While services start, it counts as one that stops them: then whoever finds it there, because this
// process was killed or another order came, stops them again.
Result<void> Detachments::take_back() {
  const std::scoped_lock working(work_);
  {
    const std::scoped_lock lock(mutex_);
    const auto entry = entries_.find(parts_.own_node);
    if (entry == entries_.end()) {
      return {};
    }
    if (!entry->second.detachment.returns) {
      return fail(Code::kConflict, parts_.own_node + " was told to leave Slurm for good");
    }
    if (entry->second.detachment.progress.phase != Phase::kDetached) {
      return fail(Code::kConflict, parts_.own_node + " has not left Slurm yet");
    }
    entry->second.detachment.progress = {.phase = Phase::kStopping};
    TRY(save());
  }
  TRY(parts_.machine.release());
  TRY(parts_.machine.start());
  const std::scoped_lock lock(mutex_);
  const auto entry = entries_.find(parts_.own_node);
  if (!entry->second.detachment.returns) {
    return fail(Code::kConflict, parts_.own_node + " was told to leave Slurm for good");
  }
  entries_.erase(entry);
  return save();
}

std::optional<Detachment> Detachments::own() const {
  const std::scoped_lock lock(mutex_);
  const auto entry = entries_.find(parts_.own_node);
  return entry == entries_.end() ? std::nullopt : std::optional(entry->second.detachment);
}

Result<void> Detachments::save() {
  if (parts_.file.empty()) {
    return {};
  }
  json::Value document = json::Object{{"nodes", json::Object{}}};
  for (const auto& [node, entry] : entries_) {
    document["nodes"][node] = to_json(entry.detachment);
  }
  std::string text = json::write(document) + "\n";
  if (text == saved_) {
    return {};
  }
  TRY(write_file_atomic(parts_.file, text));
  saved_ = std::move(text);
  return {};
}

}  // namespace sluice::detach
