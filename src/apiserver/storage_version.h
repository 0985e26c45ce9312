// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "api/kind.h"
#include "json/value.h"

namespace sluice::apiserver {

// What discovery says of the version that a kind is stored in, for tools that migrate stored
// objects when it changes. Empty: nothing is stored.
std::string storage_version_hash(const api::Kind& kind);

// Tells it with each stored resource of an APIResourceList made of `kinds`.
void add_storage_versions(std::span<const api::Kind> kinds, json::Value& resource_list);

}  // namespace sluice::apiserver
