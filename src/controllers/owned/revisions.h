// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "controllers/setting.h"

namespace sluice::controllers::owned {

constexpr std::string_view kRevisionHash = "controller-revision-hash";

// What pod templates an owner has had, as apps/v1 ControllerRevisions: the same template is the
// same revision, so that going back is finding one again. The functions are pure.

// {"spec": {"template": …}}, which `kubectl rollout undo` applies as a patch.
json::Value revision_data(const client::Object& owner);
const json::Value& template_of(const client::Object& revision);

// A revision of the owner's present template.
client::Object new_revision(const client::Object& owner, std::int64_t number);

// The one with the owner's present template, latest first; null when there is none.
client::ObjectPtr find_revision(const std::vector<client::ObjectPtr>& revisions,
                                const client::Object& owner);

// By number, oldest first.
void sort_revisions(std::vector<client::ObjectPtr>& revisions);

// Those beyond the owner's spec.revisionHistoryLimit that are not in use, by name.
std::vector<client::ObjectPtr> forgettable(const std::vector<client::ObjectPtr>& sorted,
                                           const client::Object& owner,
                                           const std::set<std::string>& in_use);

// The revisions of owners of one kind on the server. Thread-safe for different owners.
class Revisions {
 public:
  // Adds an index: construct before the informers start.
  Revisions(const Setting& setting, const api::Kind& owners);

  // All of an owner's, oldest first, after the one of its present template was made the latest:
  // that one is the last. Conflict when it is to be tried again.
  Result<std::vector<client::ObjectPtr>> ensure(const client::Object& owner);

  Result<void> remove(const std::vector<client::ObjectPtr>& revisions);

 private:
  Result<client::ObjectPtr> create(const client::Object& owner, const client::Object& revision);

  client::Client& client_;
  const api::Kind& owners_;
  runtime::Informer& revisions_;
};

}  // namespace sluice::controllers::owned
