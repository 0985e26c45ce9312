// SPDX-License-Identifier: Apache-2.0
#include "clusters/roll_out.h"

#include <algorithm>
#include <optional>

#include "api/meta.h"
#include "clusters/cluster_secrets.h"
#include "clusters/history.h"
#include "clusters/in_effect.h"
#include "clusters/live_cluster.h"
#include "clusters/objects.h"
#include "clusters/own_objects.h"
#include "clusters/roll_out_words.h"
#include "clusters/slurm_commands.h"
#include "clusters/stages.h"
#include "clusters/whole_change.h"

namespace sluice::clusters {
namespace {

using slurmconf::Phase;

constexpr Duration kNow = std::chrono::milliseconds(500);
constexpr Duration kWhileBusy = std::chrono::seconds(3);
constexpr Duration kLookAgain = std::chrono::seconds(30);
constexpr int kPatience = 600;               // seconds for one step
constexpr int kAsks = 60;                    // seconds
constexpr int kMostSteps = 64;               // in one go
constexpr std::int64_t kMachinesStop = 120;  // seconds in which agents have stopped slurmd

// Objects are, or may be, in between.
bool is_under_way(Phase phase) {
  return phase == Phase::kApply || phase == Phase::kVerify || phase == Phase::kRollBack;
}

// Programs of the new release have, or may have, written what older ones cannot read.
bool is_beyond_return(Phase phase) {
  return is_under_way(phase) || phase == Phase::kDone || phase == Phase::kBroken;
}

// How a failed change of release goes on when the spec is corrected: from where it stands.
bool goes_on_from_there(const Progress& before, const Cluster& from, const Cluster& to) {
  return before.rollout.phase == Phase::kBroken && from.version != to.version;
}

// The API server does not want an object of ours, and will not.
bool is_refusal(Code code) {
  return code == Code::kInvalid || code == Code::kTooLarge || code == Code::kForbidden ||
         code == Code::kAlreadyExists;
}

bool has_moved(const slurmconf::Rollout& was, const slurmconf::Rollout& is) {
  return was.phase != is.phase || was.step != is.step || was.restarted != is.restarted ||
         was.restarting != is.restarting || was.closed != is.closed || is.differing < was.differing;
}

}  // namespace

struct RollOut::Way {
  Cluster from;
  Cluster to;
  std::vector<json::Value> before;
  std::vector<json::Value> after;
  slurmconf::Plan plan;
  slurmconf::RolloutOptions options;
};

Result<client::ObjectPtr> RollOut::write(const client::Object& object, json::Value status) {
  if (object.at("status") == status) {
    return std::make_shared<const client::Object>(object);
  }
  client::Object changed = object;
  changed["status"] = std::move(status);
  return parts_.client.update(parts_.kind, changed, client::Part::kStatus);
}

Result<Cluster> RollOut::read_revision(const client::Object& object, const std::string& name) {
  const auto revision =
      parts_.client.get(api::kinds::controller_revision(), {api::ns(object), name});
  if (!revision && revision.error().code == Code::kNotFound) {
    return fail(Code::kNotFound, "ControllerRevision " + name +
                                     ": it is gone, and with it the spec that is in effect or on "
                                     "its way; bring it back, or set the spec back to that one");
  }
  TRY(revision);
  return read_cluster(
      json::Object{{"metadata", object.at("metadata")}, {"spec", (*revision)->at("data", "spec")}});
}

// Whoever rotates a password by another Secret, and deletes the old one at once, has given up what
// the old one opened: then the one that is wanted now is as good.
Result<std::string> RollOut::password(const Cluster& cluster, const Wanted& wanted) {
  auto own = database_password(parts_.client, cluster, wanted.keys);
  return own || own.error().code != Code::kNotFound
             ? std::move(own)
             : database_password(parts_.client, wanted.cluster, wanted.keys);
}

Result<RollOut::Way> RollOut::way(const client::Object& object, const Wanted& wanted,
                                  const Progress& progress) {
  Way way;
  TRY_ASSIGN(way.from, read_revision(object, progress.from));
  if (progress.to == revision_name(object)) {
    way.to = wanted.cluster;
  } else {
    TRY_ASSIGN(way.to, read_revision(object, progress.to));
  }
  way.from.restarts = way.to.restarts = read_restarts(object.at("status"));
  TRY_ASSIGN(const std::string old_secret, password(way.from, wanted));
  TRY_ASSIGN(const std::string secret, password(way.to, wanted));
  way.before = desired_objects(way.from, wanted.keys, old_secret);
  way.after = desired_objects(way.to, wanted.keys, secret);
  TRY_ASSIGN(way.plan, plan_whole_change({way.from, way.before}, {way.to, way.after}, object));
  if (!progress.restart.empty()) {
    way.plan =
        slurmconf::with_changes(std::move(way.plan), restart_changes(way.to, progress.restart));
  }
  TRY_ASSIGN(const auto machines, machines_of(parts_.client, way.to, false));
  if (machines.empty()) {
    way.plan = slurmconf::without_agents(std::move(way.plan));
  }
  const Restarts restarts = restarts_for(way.plan, way.to, way.before, way.after, progress.mark());
  if (restarts != way.to.restarts) {
    way.to.restarts = restarts;
    way.after = desired_objects(way.to, wanted.keys, secret);
  }
  way.options = {.batch = static_cast<std::size_t>(way.to.batch),
                 .patience = kPatience,
                 .waits_for_jobs = way.to.waits_for_jobs,
                 .asks = kAsks,
                 .can_go_back = way.from.version == way.to.version};
  return way;
}

Result<client::ObjectPtr> RollOut::advance(const client::ObjectPtr& object, const Way& way,
                                           Progress& progress) {
  client::ObjectPtr latest = object;
  const auto live = [&] {
    return LiveCluster({parts_.client, parts_.commands, *latest, way.from, way.to, way.before,
                        way.after, way.plan, progress, parts_.clock.now()});
  };
  std::optional<Error> refused;
  if (read_progress(object->at("status"))) {
    const auto made = live().apply();  // what somebody has damaged since
    if (!made && is_refusal(made.error().code) && is_under_way(progress.rollout.phase)) {
      refused = made.error();  // as a step would hear it
    } else {
      TRY(made);
    }
  }
  for (int i = 0; i < kMostSteps; ++i) {
    const slurmconf::Rollout was = progress.rollout;
    const std::int64_t now = seconds_of(parts_.clock.now());
    progress.rollout.tries = static_cast<int>(now - progress.since);
    if (was.phase == Phase::kRefused) {  // what was in the way may be gone; if not, nothing is new
      progress.rollout.phase = Phase::kCheck;
      progress.rollout.tries = 0;
    }
    LiveCluster cluster = live();
    if (refused && was.phase != Phase::kRollBack) {
      slurmconf::fall_back(progress.rollout, way.plan, way.options, *refused);
    } else {
      slurmconf::advance(progress.rollout, way.plan, cluster, way.options);
    }
    refused.reset();
    if (progress.rollout.phase == Phase::kDone) {
      const auto made = cluster.apply();
      if (!made && is_refusal(made.error().code)) {
        progress.rollout.phase = Phase::kRefused;
        progress.rollout.message = made.error().message;
        TRY(cluster.apply());  // what there was before
      } else {
        TRY(made);
      }
    }
    const bool moved = has_moved(was, progress.rollout);
    progress.since = moved ? now : progress.since;
    json::Value status = latest->at("status");
    status["rollout"] = progress_json(progress, way.plan);
    status["plan"] = slurmconf::to_text(way.plan);
    if (is_beyond_return(progress.rollout.phase)) {
      status["version"] = slurmconf::to_string(way.to.version);
    }
    if (progress.rollout.phase == Phase::kDone) {
      status["applied"] = progress.to;
      note_restarts(status, way.to.restarts, progress.restart);
    }
    TRY_ASSIGN(latest, write(*latest, std::move(status)));
    if (was.phase != progress.rollout.phase) {
      if (const auto event = event_of(way.plan, progress)) {
        parts_.events.record(*latest, *event);
      }
    }
    if (!moved || slurmconf::is_over(progress.rollout.phase)) {
      break;
    }
  }
  return latest;
}

// What was closed for a change that is over, or not wanted any more, is opened. Where machines
// went, that waits until their slurmd have stopped, for jobs would start there.
Result<RollOut::Outcome> RollOut::rest(const client::ObjectPtr& object, const Wanted& wanted,
                                       std::optional<Progress> progress) {
  json::Value status = object->at("status");
  Duration again = kLookAgain;
  if (progress && !progress->rollout.closed.empty()) {
    slurmconf::Closed& closed = progress->rollout.closed;
    TRY_ASSIGN(const auto machines, machines_of(parts_.client, wanted.cluster, true));
    const bool stop = progress->to == revision_name(*object) && !wanted.cluster.compute &&
                      seconds_of(parts_.clock.now()) - progress->since < kMachinesStop;
    if (!stop || machines.empty()) {
      SlurmCommands slurm(parts_.commands, wanted.cluster);
      (void)slurmconf::open_unguarded(closed, slurmconf::Plan(), slurm);  // else the next time
    }
    note_closed(status["rollout"], closed);
    again = closed.empty() ? again : kWhileBusy;
  }
  if (progress && progress->to != revision_name(*object) && progress->rollout.closed.empty()) {
    status.erase("rollout");
  }
  TRY_ASSIGN(const auto latest, write(*object, std::move(status)));
  return Outcome{latest, true, wanted.cluster, wanted.cluster, again};
}

Result<RollOut::Outcome> RollOut::run(const client::ObjectPtr& object, const Wanted& wanted) {
  const std::string name = revision_name(*object);
  const std::string& applied = object->at("status", "applied").as_string();
  std::optional<Progress> progress = read_progress(object->at("status"));
  const bool under_way = progress && is_under_way(progress->rollout.phase);
  const std::string restart = restart_asked(*object);
  if (!under_way && name == applied && restart.empty()) {
    return rest(object, wanted, std::move(progress));
  }
  if (!under_way && (!progress || progress->to != name || progress->restart != restart)) {
    TRY_ASSIGN(const Cluster from, read_revision(*object, applied));
    const auto checked = check_database(parts_.client, *object, wanted.cluster);
    if (!checked && checked.error().code == Code::kForbidden) {
      return Outcome{
          object, false, from, from, kLookAgain, "ChangeRefused", checked.error().message};
    }
    TRY(checked);
    const std::int64_t now = seconds_of(parts_.clock.now());
    Progress fresh{.from = applied, .to = name, .started = now, .since = now, .restart = restart};
    if (progress && goes_on_from_there(*progress, from, wanted.cluster)) {
      TRY(note_revision(parts_.client, *object, {applied, name}));
      fresh.rollout = progress->rollout;
      fresh.rollout.phase = Phase::kApply;
    } else if (progress) {
      fresh.rollout.closed = progress->rollout.closed;
    }
    progress = fresh;
  }
  TRY_ASSIGN(Way way, this->way(*object, wanted, *progress));
  const Phase was = progress->rollout.phase;
  TRY_ASSIGN(const client::ObjectPtr latest, advance(object, way, *progress));
  const slurmconf::Rollout& rollout = progress->rollout;
  if (rollout.phase == Phase::kRolledBack && was != Phase::kRolledBack &&
      progress->from != progress->to) {
    TRY(note_failure(parts_.client, {api::ns(*object), progress->to}, rollout.message));
  }
  const Switched switched = switched_at(rollout, way.plan, way.options.can_go_back);
  const Words words = words_of(*progress, way.options.can_go_back);
  Outcome outcome{.object = latest,
                  .in_effect = rollout.phase == Phase::kDone && progress->to == name,
                  .shown = switched.all() ? way.to : way.from,
                  .machines = switched.machines ? way.to : way.from,
                  .again = kNow,
                  .reason = words.reason,
                  .message = words.message};
  outcome.plan = std::move(way.plan);
  if (rollout.phase == Phase::kCheck) {
    outcome.again = kWhileBusy;
  } else if (slurmconf::is_over(rollout.phase) && rollout.phase != Phase::kDone) {
    outcome.again = kLookAgain;
  }
  return outcome;
}

}  // namespace sluice::clusters
