// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "api/selector.h"
#include "client/client.h"
#include "runtime/informer.h"

namespace sluice::controllers::owned {

// Which objects belong to an owner: those that name it as their controller and match its selector.
// A match without controller is adopted; one that no longer matches is let go.

// The selector of a workload; a ReplicationController's is a map of labels. Invalid.
Result<api::LabelSelector> selector_of(const client::Object& owner);

// The owner of kind `kind` that an object names as its controller.
std::optional<api::Key> owner_of(const client::Object& object, const api::Kind& kind);

// Makes candidates() answer: objects by their controller, and those without one by namespace.
void index_by_controller(runtime::Informer& informer);

// What `owner` controls, and what in its namespace nobody controls.
std::vector<client::ObjectPtr> candidates(const runtime::Informer& informer,
                                          const client::Object& owner);

// Only what `owner` controls.
std::vector<client::ObjectPtr> controlled(const runtime::Informer& informer,
                                          const client::Object& owner);

// Who could want to adopt `orphan`: the owners in its namespace whose selector matches it.
std::vector<api::Key> possible_owners(const runtime::Informer& owners,
                                      const client::Object& orphan);

// For whom a change of an object is work: who owned or owns it, or who could adopt it.
std::vector<api::Key> concerned_owners(const runtime::Informer& owners,
                                       const runtime::Change& change);

// What a look at the candidates says is to be done. Pure.
struct Claims {
  std::vector<client::ObjectPtr> owned;
  std::vector<client::ObjectPtr> adopt;
  std::vector<client::ObjectPtr> release;
};
Claims claims(const client::Object& owner, const api::LabelSelector& selector,
              const std::vector<client::ObjectPtr>& candidates);

// The two sides of a claim, and a finalizer that comes and goes with ownership.
struct Claimed {
  const api::Kind& owner;
  const api::Kind& owned;
  std::string_view finalizer = {};
};

// Adopts and releases, and returns what the owner now has. Before the first adoption the owner is
// read from the server: one that is being deleted or was replaced adopts nothing.
Result<std::vector<client::ObjectPtr>> claim(client::Client& client, const Claimed& kinds,
                                             const client::Object& owner,
                                             const std::vector<client::ObjectPtr>& candidates);

}  // namespace sluice::controllers::owned
