// SPDX-License-Identifier: Apache-2.0
//
// The order of the questions is that of the contract for bootstrap providers: owner, cluster,
// pause, done already, infrastructure, started already (an object that was moved here from another
// management cluster comes without its status), control plane. Whatever is waited for brings the
// key back when it changes, but Secrets and ConfigMaps, which are not watched. Last come our own
// hooks: from the Secret on the machine may start, and be deleted, whether or not we live.
#include "machines/bootstrap_reconciler.h"

#include <algorithm>

#include "api/meta.h"
#include "base/text.h"
#include "base/timestamp.h"
#include "machines/agent_authority.h"
#include "machines/cluster_api.h"
#include "machines/config_status.h"
#include "machines/hooks.h"
#include "machines/name_holder.h"
#include "machines/plan.h"
#include "machines/slurm_machine.h"
#include "machines/user_data.h"
#include "runtime/ready_status.h"

namespace sluice::machines {
namespace {

constexpr Duration kLookAgain = std::chrono::seconds(5);
constexpr Duration kNextMachine = std::chrono::seconds(1);
constexpr Duration kMoment = std::chrono::seconds(10);
constexpr const char* kSecretType = "cluster.x-k8s.io/secret";

json::Value new_secret(const client::Object& config, const api::Key& cluster,
                       const std::string& data) {
  const auto format = read_format(config);
  return json::Object{
      {"apiVersion", "v1"},
      {"kind", "Secret"},
      {"metadata",
       json::Object{{"name", api::name(config)},
                    {"namespace", api::ns(config)},
                    {"labels", json::Object{{kClusterLabel, cluster.name}}},
                    {"ownerReferences", json::Array{api::controller_reference(config)}}}},
      {"type", kSecretType},
      {"data", json::Object{{"value", base64_encode(data)},
                            {"format", base64_encode(to_string(*format))}}}};
}

// Whether it was made for this object: by it, or by one of its name before a move. Cluster API has
// Secrets of that type and label too, as the one with its certificate authority, but no format in
// them.
bool is_of(const client::Object& secret, const client::Object& config, const api::Key& cluster) {
  const json::Value* owner = api::controller_of(secret);
  if (owner == nullptr) {
    return secret.at("type").as_string() == kSecretType &&
           secret.at("data", "format").is_string() &&
           api::label(secret, kClusterLabel) == cluster.name;
  }
  return owner->at("uid").as_string() == api::uid(config) ||
         (owner->at("kind") == config.at("kind") &&
          owner->at("name").as_string() == api::name(config));
}

// Owners with this one as their controller; the rest stays.
json::Array with_owner(const client::Object& secret, const client::Object& config) {
  json::Array owners;
  for (const json::Value& owner : secret.at("metadata", "ownerReferences").as_array()) {
    if (!owner.at("controller").as_bool()) {
      owners.push_back(owner);
    }
  }
  owners.push_back(api::controller_reference(config));
  return owners;
}

bool is_owned(const client::Object& secret, const client::Object& config) {
  const json::Value* owner = api::controller_of(secret);
  return owner != nullptr && owner->at("uid").as_string() == api::uid(config);
}

}  // namespace

Result<runtime::Requeue> BootstrapReconciler::reconcile(const api::Key& key) {
  const client::ObjectPtr config = parts_.configs.get(key);
  if (config == nullptr || api::is_being_deleted(*config)) {
    return runtime::Requeue{};
  }
  const auto owner = owning_machine(*config);
  if (!owner && is_of_machine_pool(*config)) {
    return wait(*config, "MachinePoolNotSupported",
                "its owner is a MachinePool, whose machines start with one object and so have no "
                "names of their own: expected a MachineDeployment");
  }
  const client::ObjectPtr machine = owner ? foreign(kMachines, *owner) : nullptr;
  if (machine == nullptr) {
    return runtime::Requeue{};
  }
  const client::ObjectPtr cluster = foreign(kClusters, cluster_of(*machine));
  if (cluster == nullptr) {
    return wait(*config, "WaitingForCluster",
                "there is no Cluster \"" + cluster_of(*machine).name + "\" yet");
  }
  if (is_paused(*cluster, *config)) {
    return write(*config, pauses(*config, parts_.clock.now()));
  }
  if (has_data(*config)) {
    return write(*config, goes_on(*config, parts_.clock.now()));
  }
  if (!has_infrastructure(*cluster)) {
    return wait(*config, "WaitingForClusterInfrastructure",
                "the infrastructure of the Cluster is not there yet");
  }
  if (const std::string& used = used_secret(*machine); !used.empty()) {
    TRY(own(*config, api::key(*cluster), used));
    return write(*config, has_made(*config, used, parts_.clock.now()));
  }
  return make(*config, *machine, *cluster);
}

client::ObjectPtr BootstrapReconciler::foreign(const char* definition, const api::Key& key) const {
  const auto informer = parts_.foreign.of(definition);
  return informer == nullptr ? nullptr : informer->get(key);
}

Result<runtime::Requeue> BootstrapReconciler::make(const client::Object& config,
                                                   const client::Object& machine,
                                                   const client::Object& cluster) {
  const auto role = read_role(config);
  if (role && *role == Role::kKubernetesWorker && !has_control_plane(cluster)) {
    return wait(config, "WaitingForControlPlane",
                "the control plane of the Cluster is not there yet");
  }
  const auto slurm = slurm_machine(machine, config);
  if (slurm && hooks_to_add(machine, *slurm)) {
    return await_hooks(config, machine);
  }
  if (const client::ObjectPtr before =
          slurm ? holder_of_name(parts_.fleet, machine, *slurm) : nullptr) {
    TRY(wait(config, "WaitingForName",
             "the Machine \"" + api::name(*before) + "\" is node " + slurm->node +
                 " of Slurm until it has gone, and two machines cannot be one node: delete it, or "
                 "name this one otherwise (spec.hostname)"));
    return runtime::Requeue{kNextMachine};
  }
  if (slurm && is_node_of_nobody(machine, *slurm)) {
    TRY(wait(config, "WaitingForName",
             "Slurm has a node " + slurm->node +
                 " that answers and is no Machine's, and this machine would take its place: detach "
                 "it, or name this one otherwise (spec.hostname)"));
    return runtime::Requeue{kNextMachine};
  }
  auto made = data_for(config, machine).and_then([&](const std::string& data) {
    return store(config, api::key(cluster), data);
  });
  const WallTime now = parts_.clock.now();
  if (made) {
    return write(config, has_made(config, api::name(config), now));
  }
  const Error& error = made.error();
  const char* reason = error.code == Code::kInvalid     ? "Invalid"
                       : error.code == Code::kNotFound  ? "NotFound"
                       : error.code == Code::kForbidden ? "Forbidden"
                                                        : nullptr;
  if (reason == nullptr) {
    return tl::unexpected(error);
  }
  TRY(write(config, waits(config, reason, error.message, now), false));
  return runtime::Requeue{kLookAgain};
}

// Whether Slurm has a node of that name already: the machine has none, for it has not started. One
// of the power saving is there before its machine. What was heard last may be about one that has
// left; who cannot be asked holds nobody up.
bool BootstrapReconciler::is_node_of_nobody(const client::Object& machine,
                                            const SlurmMachine& slurm) const {
  const client::ObjectPtr node_class = parts_.fleet.node_class(slurm.node_class);
  const SlurmView::NodesPtr view = parts_.view.of(slurm.node_class);
  const auto answers = [](const detach::NodeView& node) {
    return !node.is_switched_off() && !node.is("NOT_RESPONDING") && !node.is("UNKNOWN");
  };
  const auto heard = view == nullptr ? SlurmView::Nodes::const_iterator() : view->find(slurm.node);
  if (view == nullptr || heard == view->end() || !answers(heard->second) || node_class == nullptr ||
      slurm.role != Role::kSlurmWorker || !power_saved_node(machine).empty()) {
    return false;
  }
  const auto word = parts_.controllers.ask(*node_class, parts_.clock.steady());
  return word && std::any_of(word->nodes.begin(), word->nodes.end(), [&](const auto& node) {
           return node.name == slurm.node && answers(node);
         });
}

// A machine starts only when its Machine has hooks that hold it and says what it starts as: what is
// written here later is not what it became. Usually they are there in a moment.
Result<runtime::Requeue> BootstrapReconciler::await_hooks(const client::Object& config,
                                                          const client::Object& machine) {
  if (api::is_being_deleted(machine)) {
    return runtime::Requeue{};  // it gets no hooks any more, and shall not start
  }
  const auto made = parse_rfc3339(config.at("metadata", "creationTimestamp").as_string());
  if (made && parts_.clock.now() - *made > kMoment) {
    TRY(wait(config, "WaitingForHooks",
             "its Machine has no hooks of Slurm yet, without which it could be taken away with its "
             "jobs; a Machine that is paused gets none"));
  }
  return runtime::Requeue{kNextMachine};
}

Result<std::string> BootstrapReconciler::data_for(const client::Object& config,
                                                  const client::Object& machine) const {
  TRY_ASSIGN(const Role role, read_role(config));
  TRY_ASSIGN(const Format format, read_format(config));
  client::ObjectPtr node_class;
  if (role != Role::kCustom) {
    const std::string& name = config.at("spec", "nodeClassRef", "name").as_string();
    node_class = parts_.classes.get({api::ns(config), name});
    if (node_class == nullptr) {
      return fail(Code::kNotFound, "spec.nodeClassRef: there is no SlurmNodeClass \"" + name +
                                       "\" in namespace " + api::ns(config));
    }
  }
  const client::Object& of_class = node_class == nullptr ? json::Value::null() : *node_class;
  TRY_ASSIGN(Contents found, contents(config, of_class, role));
  if (is_of_slurm(role)) {
    TRY(add_agent_credential(api::key(machine), api::key(of_class), found));
  }
  TRY_ASSIGN(const Plan plan,
             make_plan({config, of_class, api::name(machine), found,
                        machine.at("spec", "version").as_string(), power_saved_node(machine)}));
  return user_data(plan, format);
}

Result<Contents> BootstrapReconciler::contents(const client::Object& config,
                                               const client::Object& node_class, Role role) const {
  Contents found;
  for (const Wanted& wanted : wanted_by(config, node_class, role)) {
    const api::Kind& kind = kind_of(wanted);
    const auto object = parts_.client.get(kind, {api::ns(config), wanted.name});
    if (!object) {
      return object.error().code == Code::kNotFound
                 ? fail(Code::kNotFound, wanted.field + ": there is no " + std::string(kind.kind) +
                                             " \"" + wanted.name + "\" in namespace " +
                                             api::ns(config))
                 : tl::unexpected(object.error());
    }
    TRY_ASSIGN(found[wanted.field], content_in(**object, wanted));
  }
  return found;
}

Result<void> BootstrapReconciler::add_agent_credential(const api::Key& machine,
                                                       const api::Key& node_class,
                                                       Contents& found) const {
  TRY_ASSIGN(const auto authority, agent_authority(parts_.client, parts_.clock, node_class));
  TRY_ASSIGN(http::Credential credential,
             detach::issue_agent(authority, detach::agent_name(machine.ns, machine.name),
                                 parts_.clock.now()));
  found[kAgentCertificate] = std::move(credential.certificate_pem);
  found[kAgentKey] = std::move(credential.key_pem);
  found[kAgentAuthority] = authority.credential().certificate_pem;
  return {};
}

Result<void> BootstrapReconciler::store(const client::Object& config, const api::Key& cluster,
                                        const std::string& data) {
  const json::Value secret = new_secret(config, cluster, data);
  const auto created = parts_.client.create(api::kinds::secret(), secret);
  if (created || created.error().code != Code::kAlreadyExists) {
    return created ? Result<void>() : tl::unexpected(created.error());
  }
  return renew(config, cluster, secret);
}

// A process before this one made it and did not come to say so, or this one said so and has not
// heard of it yet: then it is done. What others have added to the Secret stays.
Result<void> BootstrapReconciler::renew(const client::Object& config, const api::Key& cluster,
                                        const json::Value& secret) {
  TRY_ASSIGN(const client::ObjectPtr now,
             parts_.client.get(parts_.configs.kind(), api::key(config)));
  if (has_data(*now)) {
    return fail(Code::kConflict, "the data was made a moment ago");
  }
  const api::Key key = api::key(secret);
  TRY_ASSIGN(const client::ObjectPtr there, parts_.client.get(api::kinds::secret(), key));
  if (!is_of(*there, config, cluster)) {
    return fail(Code::kInvalid, "the Secret \"" + key.name +
                                    "\" is there already and is somebody else's: expected none of "
                                    "that name, or one of the type " +
                                    kSecretType + " for this object");
  }
  if (there->at("data", "value") == secret.at("data", "value") &&
      there->at("data", "format") == secret.at("data", "format") && is_owned(*there, config)) {
    return {};
  }
  const json::Value body =
      json::Object{{"metadata", json::Object{{"resourceVersion", api::resource_version(*there)},
                                             {"labels", secret.at("metadata", "labels")},
                                             {"ownerReferences", with_owner(*there, config)}}},
                   {"data", secret.at("data")}};
  TRY(parts_.client.patch(api::kinds::secret(), key, {.body = body}));
  return {};
}

// After a move the owner of the Secret may be an object of the cluster before. A Secret that is
// gone is not missed: the machine has started. One of another name is not ours.
Result<void> BootstrapReconciler::own(const client::Object& config, const api::Key& cluster,
                                      const std::string& secret) {
  if (secret != api::name(config)) {
    return {};
  }
  const api::Key key{api::ns(config), secret};
  const auto there = parts_.client.get(api::kinds::secret(), key);
  if (!there) {
    return there.error().code == Code::kNotFound ? Result<void>() : tl::unexpected(there.error());
  }
  if (is_owned(**there, config) || !is_of(**there, config, cluster)) {
    return {};
  }
  const json::Value body =
      json::Object{{"metadata", json::Object{{"resourceVersion", api::resource_version(**there)},
                                             {"ownerReferences", with_owner(**there, config)}}}};
  TRY(parts_.client.patch(api::kinds::secret(), key, {.body = body}));
  return {};
}

Result<runtime::Requeue> BootstrapReconciler::wait(const client::Object& config, const char* reason,
                                                   const std::string& message) {
  return write(config, waits(config, reason, message, parts_.clock.now()));
}

Result<runtime::Requeue> BootstrapReconciler::write(const client::Object& config,
                                                    json::Value status, bool in_order) {
  TRY(runtime::write_ready_status(parts_.client, parts_.events, parts_.configs.kind(), config,
                                  std::move(status), in_order));
  return runtime::Requeue{};
}

}  // namespace sluice::machines
