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

}  // namespace

// The Secret first: whoever dies in between begins again, as the class shows.
Result<void> hold_class(client::Client& client, const api::Kind& kind,
                        const client::Object& node_class, bool is_needed) {
  if (is_held(node_class) == is_needed) {
    return {};
  }
  const auto secret =
      client.get(api::kinds::secret(), agent_authority_secret(api::key(node_class)));
  if (!secret && secret.error().code != Code::kNotFound) {
    return tl::unexpected(secret.error());
  }
  if (secret && (*secret)->at("type").as_string() == "kubernetes.io/tls") {
    TRY(hold(client, api::kinds::secret(), **secret, is_needed));
  }
  return hold(client, kind, node_class, is_needed);
}

}  // namespace sluice::machines
