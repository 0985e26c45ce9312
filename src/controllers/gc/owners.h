// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "client/client.h"

namespace sluice::controllers::gc {

// Finalizers by which a deletion asks for something to happen to the dependents first.
constexpr std::string_view kOrphan = "orphan";
constexpr std::string_view kForeground = "foregroundDeletion";

// Views of owner references and finalizers. Pure.
const json::Array& owner_references(const client::Object& object);
bool has_owner(const client::Object& object, const std::string& uid);
std::vector<std::string> owner_uids(const client::Object& object);

bool has_finalizer(const client::Object& object, std::string_view finalizer);

// Being deleted in the foreground: the object goes after its blocking dependents.
bool awaits_dependents(const client::Object& object);

// Keeps `owner` from going while it is deleted in the foreground.
bool blocks(const client::Object& dependent, const std::string& owner_uid);

// Patches; they carry the resourceVersion, so that they fail with Conflict when the object changed.
client::Patch without_owners(const client::Object& object, const std::set<std::string>& uids);
client::Patch without_blocking(const client::Object& object);  // of its owners' deletion
client::Patch without_finalizer(const client::Object& object, std::string_view finalizer);

}  // namespace sluice::controllers::gc
