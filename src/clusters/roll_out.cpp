// SPDX-License-Identifier: Apache-2.0
#include "clusters/roll_out.h"

#include <optional>

#include "api/meta.h"
#include "clusters/change.h"
#include "clusters/cluster_secrets.h"
#include "clusters/configuration.h"
#include "clusters/history.h"
#include "clusters/in_effect.h"
#include "clusters/live_cluster.h"
#include "clusters/objects.h"
#include "clusters/own_objects.h"
#include "clusters/stages.h"

namespace sluice::clusters {
namespace {

using slurmconf::Phase;

constexpr Duration kNow = std::chrono::milliseconds(500);
constexpr Duration kWhileBusy = std::chrono::seconds(3);
constexpr Duration kLookAgain = std::chrono::seconds(30);
constexpr int kPatience = 600;  // seconds for one step
constexpr int kAsks = 60;       // seconds
constexpr int kMostSteps = 64;  // in one go

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
  return code == Code::kInvalid || code == Code::kForbidden || code == Code::kAlreadyExists;
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
  TRY_ASSIGN(const client::ObjectPtr revision,
             parts_.client.get(api::kinds::controller_revision(), {api::ns(object), name}));
  return read_cluster(
      json::Object{{"metadata", object.at("metadata")}, {"spec", revision->at("data", "spec")}});
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
  TRY_ASSIGN(const std::string old_secret, database_password(parts_.client, way.from, wanted.keys));
  TRY_ASSIGN(const std::string secret, database_password(parts_.client, way.to, wanted.keys));
  way.before = desired_objects(way.from, wanted.keys, old_secret);
  way.after = desired_objects(way.to, wanted.keys, secret);
  TRY_ASSIGN(slurmconf::Plan plan, plan_change(configuration_files(way.from), way.to));
  const std::vector<slurmconf::Change> more =
      daemon_changes(way.from, way.to, way.before, way.after, plan.steps);
  way.plan = without_vouched(slurmconf::with_changes(std::move(plan), more), object);
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
  if (read_progress(object->at("status"))) {
    TRY(live().apply());  // what somebody has damaged since
  }
  for (int i = 0; i < kMostSteps; ++i) {
    const slurmconf::Rollout was = progress.rollout;
    const std::int64_t now = seconds_of(parts_.clock.now());
    progress.rollout.tries = static_cast<int>(now - progress.since);
    LiveCluster cluster = live();
    slurmconf::advance(progress.rollout, way.plan, cluster, way.options);
    if (progress.rollout.phase == Phase::kDone) {
      const auto made = cluster.apply();
      if (!made && is_refusal(made.error().code)) {
        progress.rollout.phase = Phase::kRefused;
        progress.rollout.message = made.error().message;
      } else {
        TRY(made);
      }
    }
    const bool moved = was.phase != progress.rollout.phase || was.step != progress.rollout.step ||
                       was.restarted != progress.rollout.restarted;
    progress.since = moved ? now : progress.since;
    json::Value status = latest->at("status");
    status["rollout"] = progress_json(progress, way.plan);
    status["plan"] = slurmconf::to_text(way.plan);
    if (is_beyond_return(progress.rollout.phase)) {
      status["version"] = slurmconf::to_string(way.to.version);
    }
    if (progress.rollout.phase == Phase::kDone) {
      status["applied"] = progress.to;
    }
    TRY_ASSIGN(latest, write(*latest, std::move(status)));
    if (was.phase != progress.rollout.phase) {
      tell(*latest, way, progress);
    }
    if (!moved || slurmconf::is_over(progress.rollout.phase)) {
      break;
    }
  }
  return latest;
}

void RollOut::tell(const client::Object& object, const Way& way, const Progress& progress) {
  const std::string& why = progress.rollout.message;
  switch (progress.rollout.phase) {
    case Phase::kSave:
      return parts_.events.record(
          object, {.reason = "ConfigurationChanged", .message = slurmconf::to_text(way.plan)});
    case Phase::kRollBack:
      return parts_.events.record(object,
                                  {.type = "Warning", .reason = "RollingBack", .message = why});
    case Phase::kRolledBack:
      return parts_.events.record(object,
                                  {.type = "Warning",
                                   .reason = "RolledBack",
                                   .message = progress.from + " is in effect again: " + why});
    case Phase::kBroken:
      return parts_.events.record(object,
                                  {.type = "Warning", .reason = "RolloutFailed", .message = why});
    case Phase::kRefused:
      return parts_.events.record(object,
                                  {.type = "Warning", .reason = "ChangeRefused", .message = why});
    case Phase::kDone:
      return parts_.events.record(
          object, {.reason = "ConfigurationInEffect", .message = progress.to + " is in effect"});
    default:
      return;
  }
}

Result<RollOut::Outcome> RollOut::run(const client::ObjectPtr& object, const Wanted& wanted) {
  const std::string name = revision_name(*object);
  const std::string& applied = object->at("status", "applied").as_string();
  std::optional<Progress> progress = read_progress(object->at("status"));
  const bool under_way = progress && is_under_way(progress->rollout.phase);
  if (!under_way && name == applied) {
    json::Value status = object->at("status");
    if (progress && progress->to != name) {
      status.erase("rollout");
    }
    TRY_ASSIGN(const auto latest, write(*object, std::move(status)));
    return Outcome{latest, true, wanted.cluster, wanted.cluster, kLookAgain};
  }
  if (!under_way && (!progress || progress->to != name)) {
    TRY_ASSIGN(const Cluster from, read_revision(*object, applied));
    const auto checked = check_database(parts_.client, *object, wanted.cluster);
    if (!checked && checked.error().code == Code::kForbidden) {
      return Outcome{
          object, false, from, from, kLookAgain, "ChangeRefused", checked.error().message};
    }
    TRY(checked);
    const std::int64_t now = seconds_of(parts_.clock.now());
    Progress fresh{.from = applied, .to = name, .started = now, .since = now};
    if (progress && goes_on_from_there(*progress, from, wanted.cluster)) {
      TRY(note_revision(parts_.client, *object, {applied, name}));
      fresh.rollout = progress->rollout;
      fresh.rollout.phase = Phase::kApply;
    }
    progress = fresh;
  } else if (progress->rollout.phase == Phase::kRefused) {
    progress->rollout.phase = Phase::kCheck;  // what was in the way may be gone
  }
  TRY_ASSIGN(Way way, this->way(*object, wanted, *progress));
  const Phase was = progress->rollout.phase;
  TRY_ASSIGN(const client::ObjectPtr latest, advance(object, way, *progress));
  const slurmconf::Rollout& rollout = progress->rollout;
  if (rollout.phase == Phase::kRolledBack && was != Phase::kRolledBack) {
    TRY(note_failure(parts_.client, {api::ns(*object), progress->to}, rollout.message));
  }
  const Switched switched = switched_at(rollout, way.plan, way.options.can_go_back);
  Outcome outcome{.object = latest,
                  .in_effect = rollout.phase == Phase::kDone && progress->to == name,
                  .shown = switched.all() ? way.to : way.from,
                  .machines = switched.machines ? way.to : way.from,
                  .again = kNow};
  outcome.plan = std::move(way.plan);
  switch (rollout.phase) {
    case Phase::kRefused:
      outcome.reason = "ChangeRefused";
      outcome.message = rollout.message;
      outcome.again = kLookAgain;
      break;
    case Phase::kRolledBack:
      outcome.reason = "RolledBack";
      outcome.message = "the change to " + progress->to + " was taken back: " + rollout.message +
                        "; " + progress->from +
                        " is in effect, and this spec is not tried again: correct it, or go back "
                        "with sluice rollback";
      outcome.again = kLookAgain;
      break;
    case Phase::kBroken:
      outcome.reason = "RolloutFailed";
      outcome.message = rollout.message + (way.options.can_go_back
                                               ? "; somebody has to look"
                                               : "; all stays as it is, for an older Slurm cannot "
                                                 "read what a newer one has stored: correct the "
                                                 "spec, and it goes on from here");
      outcome.again = kLookAgain;
      break;
    case Phase::kCheck:
      outcome.reason = rollout.message.empty() ? "RollingOut" : "Waiting";
      outcome.message = rollout.message;
      outcome.again = kWhileBusy;
      break;
    default:
      outcome.reason = "RollingOut";
      outcome.message = std::string(slurmconf::to_string(rollout.phase)) +
                        (rollout.message.empty() ? "" : ": " + rollout.message);
      break;
  }
  return outcome;
}

}  // namespace sluice::clusters
