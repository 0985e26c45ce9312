// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "client/client.h"

namespace sluice::clusters {

// A spec that a SlurmCluster had, kept as a ControllerRevision that belongs to it.
struct Revision {
  std::int64_t number = 0;
  client::ObjectPtr object;

  const json::Value& spec() const { return object->at("data", "spec"); }
};

// The oldest first.
Result<std::vector<Revision>> revisions(client::Client& client, const api::Key& cluster);

// What the revision of the spec that the cluster has now is called.
std::string revision_name(const client::Object& cluster);

// Notes the spec that the cluster has now, unless it is the last one. Of those before, nine are
// kept, and those of these names. One that comes back gets the next number, and is not there twice.
Result<void> note_revision(client::Client& client, const client::Object& cluster,
                           const std::vector<std::string>& in_use = {});

// On a revision that was tried and taken back: why.
constexpr const char* kFailedAnnotation = "sluice.dev/rolled-back";
bool has_failed(const Revision& revision);
Result<void> note_failure(client::Client& client, const api::Key& revision, const std::string& why);

}  // namespace sluice::clusters
