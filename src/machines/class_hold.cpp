// SPDX-License-Identifier: Apache-2.0
#include "machines/class_hold.h"

#include <algorithm>

#include "api/meta.h"
#include "machines/agent_authority.h"

namespace sluice::machines {
namespace {

bool is_held(const client::Object& object) {
  const json::Array& all = object.at("metadata", "finalizers").as_array();
  return std::find(all.begin(), all.end(), json::Value(kNeededByMachines)) != all.end();
}

// An object that is going already takes no finalizer any more.
Result<void> hold(client::Client& client, const api::Kind& kind, const client::Object& object,
                  bool is_needed) {
  if (is_held(object) == is_needed || (is_needed && api::is_being_deleted(object))) {
    return {};
  }
  json::Array all = object.at("metadata", "finalizers").as_array();
  std::erase(all, json::Value(kNeededByMachines));
  if (is_needed) {
    all.emplace_back(kNeededByMachines);
  }
  const json::Value body =
      json::Object{{"metadata", json::Object{{"resourceVersion", api::resource_version(object)},
                                             {"finalizers", std::move(all)}}}};
  const auto done = client.patch(kind, api::key(object), {.body = body});
  return done || done.error().code == Code::kNotFound ? Result<void>()
                                                      : tl::unexpected(done.error());
}

Result<void> hold_authority(client::Client& client, const api::Key& node_class, bool is_needed) {
  const auto secret = client.get(api::kinds::secret(), agent_authority_secret(node_class));
  if (!secret) {
    return secret.error().code == Code::kNotFound ? Result<void>() : tl::unexpected(secret.error());
  }
  return (*secret)->at("type").as_string() == "kubernetes.io/tls"
             ? hold(client, api::kinds::secret(), **secret, is_needed)
             : Result<void>();
}

}  // namespace

// The Secret first: whoever dies in between begins again, as the class shows.
Result<void> hold_class(client::Client& client, const api::Kind& kind,
                        const client::Object& node_class, bool is_needed) {
  if (is_held(node_class) == is_needed) {
    return {};
  }
  TRY(hold_authority(client, api::key(node_class), is_needed));
  return hold(client, kind, node_class, is_needed);
}

Result<void> release_authority(client::Client& client, const api::Key& node_class) {
  // Machines and configs that need no class name none.
  return node_class.name.empty() ? Result<void>() : hold_authority(client, node_class, false);
}

}  // namespace sluice::machines
