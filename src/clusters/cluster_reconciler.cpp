// SPDX-License-Identifier: Apache-2.0
#include "clusters/cluster_reconciler.h"

#include <algorithm>

#include "api/meta.h"
#include "clusters/cluster_secrets.h"
#include "clusters/components.h"
#include "clusters/configuration.h"
#include "clusters/first_upgrade.h"
#include "clusters/history.h"
#include "clusters/identity.h"
#include "clusters/in_effect.h"
#include "clusters/objects.h"
#include "clusters/own_objects.h"
#include "clusters/port_owners.h"
#include "clusters/progress.h"
#include "clusters/roll_out.h"
#include "clusters/slurm_commands.h"

namespace sluice::clusters {
namespace {

constexpr Duration kLookAgain = std::chrono::seconds(30);
constexpr Duration kLookSoon = std::chrono::seconds(3);

// Reasons by which programs tell refusals apart.
std::string_view reason_of(Code code) {
  switch (code) {
    case Code::kInvalid:
      return "Invalid";
    case Code::kConflict:
      return "SecretChanged";
    case Code::kNotFound:
      return "SecretMissing";
    case Code::kAlreadyExists:
      return "PortTaken";
    case Code::kForbidden:
      return "ChangeRefused";
    default:
      return "";
  }
}

// Of what the API server said to our writes.
std::string_view reason_of_write(Code code) {
  switch (code) {
    case Code::kInvalid:
    case Code::kTooLarge:
    case Code::kForbidden:
      return "NotApplied";
    case Code::kAlreadyExists:
      return "NameTaken";
    case Code::kNotFound:
      return "RevisionMissing";
    default:
      return "";
  }
}

// For which request its keys were made, or taken.
json::Value with_keys(const client::Object& object, const Keys& keys, json::Value status) {
  if (const std::string& rotation = api::annotation(object, kRotateAnnotation);
      !rotation.empty() || status.find("keys") == nullptr) {
    status["keys"]["rotation"] = rotation;
  }
  if (!keys.adopted.empty()) {
    status["keys"]["adopted"] = keys.adopted;
  }
  return status;
}

}  // namespace

Result<runtime::Requeue> ClusterReconciler::reconcile(const api::Key& key) {
  const client::ObjectPtr object = parts_.clusters.get(key);
  if (object == nullptr || api::is_being_deleted(*object)) {
    return runtime::Requeue{};
  }
  const auto cluster = read(*object);
  if (!cluster) {
    return refuse(*object, cluster.error(), reason_of);
  }
  const auto found = ensure_keys(parts_.client, parts_.events, *object, *cluster);
  if (!found) {
    return refuse(*object, found.error(), reason_of);
  }
  if (const auto users = check_identity(parts_.client, *cluster); !users) {
    return refuse(*object, users.error(), reason_of);
  }
  return object->at("status", "applied").as_string().empty() ? first_time(*object, *cluster, *found)
                                                             : change(*object, *cluster, *found);
}

// Until it has worked once changes are not rolled out. Its programs may have run all the same.
Result<runtime::Requeue> ClusterReconciler::first_time(const client::Object& object,
                                                       const Cluster& cluster, const Keys& keys) {
  const auto secret = database_password(parts_.client, cluster, keys);
  if (!secret) {
    return refuse(object, secret.error(), reason_of);
  }
  if (const auto checked = check_first_upgrade(object, cluster); !checked) {
    return refuse(object, checked.error(), reason_of);
  }
  const auto change = plan_from_effect(parts_.client, object, cluster);
  if (!change) {
    return refuse(object, change.error(), reason_of);
  }
  TRY_ASSIGN(const auto until_slurmdbd_runs,
             objects_before_slurmdbd_runs(parts_.client, object, cluster, keys, *secret));
  const bool waits = until_slurmdbd_runs.has_value();
  if (const auto made =
          apply_objects(parts_.client, object, cluster,
                        waits ? *until_slurmdbd_runs : desired_objects(cluster, keys, *secret));
      !made) {
    return refuse(object, made.error(), reason_of_write);
  }
  if (parts_.nodes != nullptr && !waits) {
    if (const auto made = parts_.nodes->apply(object, cluster, keys); !made) {
      return refuse(object, made.error(), reason_of_write);
    }
  }
  TRY(note_revision(parts_.client, object));
  TRY(replace_stuck_pods(parts_.client, cluster));
  TRY_ASSIGN(auto components, look_at_all(parts_.client, cluster));
  if (waits) {
    ComponentNow& controller = *find_component(components, "controller");
    controller.ready = false;
    controller.message = "waits for slurmdbd, which goes first to another release";
  }
  const bool ready = all_ready(components);
  json::Value status = object.at("status").is_object() ? object.at("status") : json::Object{};
  note_versions(status, cluster, components);
  if (ready) {
    SlurmCommands slurm(parts_.commands, cluster);
    const auto taken = slurm.has_taken_over(configuration_mark(cluster));
    if (taken && *taken) {
      status["applied"] = revision_name(object);
      note_restarts(status, {}, api::annotation(object, kRestartAnnotation));
    } else {
      ComponentNow& controller = *find_component(components, "controller");
      controller.ready = false;
      controller.message =
          taken ? "slurmctld has not taken over its files yet" : taken.error().message;
    }
  }
  if (const std::string plan = slurmconf::to_text(*change);
      !change->changes.empty() && status.at("plan").as_string() != plan) {
    status["plan"] = plan;
    parts_.events.record(
        object, {.reason = "ConfigurationChanged", .message = status.at("plan").as_string()});
  }
  client::Object shown = object;
  shown["status"] = std::move(status);
  add_nodes(cluster, shown["status"], components);
  TRY(write(object, with_keys(object, keys, status_of(shown, components, parts_.clock.now()))));
  return runtime::Requeue{all_ready(components) ? kLookAgain : kLookSoon};
}

Result<runtime::Requeue> ClusterReconciler::change(const client::Object& seen,
                                                   const Cluster& cluster, const Keys& keys) {
  client::ObjectPtr object = std::make_shared<const client::Object>(seen);
  const bool settled = revision_name(seen) == seen.at("status", "applied").as_string() &&
                       restart_asked(seen).empty();
  if (!settled || read_progress(seen.at("status"))) {
    // What we wrote a moment ago may not have come back yet.
    TRY_ASSIGN(object, parts_.client.get(parts_.clusters.kind(), api::key(seen)));
    if (object->at("metadata", "generation") != seen.at("metadata", "generation")) {
      return runtime::Requeue{kLookSoon};
    }
  }
  const auto secret = database_password(parts_.client, cluster, keys);
  if (!secret) {
    return refuse(*object, secret.error(), reason_of);
  }
  RollOut roll_out(
      {parts_.client, parts_.clock, parts_.events, parts_.commands, parts_.clusters.kind()});
  const auto done = roll_out.run(object, {cluster, keys});
  if (!done) {
    return refuse(*object, done.error(), reason_of_write);
  }
  const RollOut::Outcome& outcome = *done;
  if (outcome.in_effect) {
    Cluster present = cluster;
    present.restarts = read_restarts(outcome.object->at("status"));
    if (const auto made = apply_objects(parts_.client, *outcome.object, present,
                                        desired_objects(present, keys, *secret));
        !made) {
      return refuse(*outcome.object, made.error(), reason_of_write);
    }
    TRY(note_revision(parts_.client, *outcome.object));
  }
  if (parts_.nodes != nullptr) {
    if (const auto made = parts_.nodes->apply(*outcome.object, outcome.machines, keys); !made) {
      return refuse(*outcome.object, made.error(), reason_of_write);
    }
  }
  TRY_ASSIGN(auto components, look_at_all(parts_.client, outcome.shown));
  if (outcome.in_effect && !all_ready(components)) {
    TRY(replace_stuck_pods(parts_.client, cluster));
  }
  client::Object shown = *outcome.object;
  add_nodes(outcome.shown, shown["status"], components);
  json::Value status = outcome.in_effect
                           ? status_of(shown, components, parts_.clock.now())
                           : status_while_changing(shown, components, outcome.reason,
                                                   outcome.message, parts_.clock.now());
  if (outcome.in_effect) {
    status["version"] = slurmconf::to_string(cluster.version);
  }
  TRY(write(*outcome.object, with_keys(*outcome.object, keys, std::move(status))));
  return runtime::Requeue{outcome.in_effect && !all_ready(components) ? kLookSoon : outcome.again};
}

void ClusterReconciler::add_nodes(const Cluster& cluster, json::Value& status,
                                  std::vector<ComponentNow>& components) const {
  if (parts_.nodes == nullptr) {
    return;
  }
  if (auto nodes = parts_.nodes->look(cluster, status)) {
    components.push_back(std::move(*nodes));
  }
}

Result<runtime::Requeue> ClusterReconciler::refuse(const client::Object& object, const Error& error,
                                                   std::string_view (*reasons)(Code)) {
  const std::string_view reason = reasons(error.code);
  if (reason.empty()) {
    return tl::unexpected(error);
  }
  TRY(write(object, status_of_refused(object, reason, error.message, parts_.clock.now())));
  return runtime::Requeue{kLookAgain};
}

Result<Cluster> ClusterReconciler::read(const client::Object& object) const {
  TRY_ASSIGN(Cluster cluster, read_cluster(object));
  TRY(check_port_owners(parts_.client, object, cluster, parts_.clusters.list()));
  return cluster;
}

Result<void> ClusterReconciler::write(const client::Object& object, json::Value status) {
  if (object.at("status") == status) {
    return {};
  }
  client::Object changed = object;
  changed["status"] = std::move(status);
  TRY(parts_.client.update(parts_.clusters.kind(), changed, client::Part::kStatus));
  return {};
}

}  // namespace sluice::clusters
