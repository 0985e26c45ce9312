// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "client/client.h"
#include "json/value.h"

namespace sluice::registry {

// What a DeleteOptions document asks for.
struct WantedDeletion {
  client::DeleteOptions options = {};
  bool dry_run = false;
};

// From a document whose values have their types, or null. Invalid when it contradicts itself or has
// a word that nobody knows: better not to delete than to delete otherwise.
Result<WantedDeletion> read_delete_options(const json::Value& document);

// A word that an option does not know; `type` names the options in messages: "CreateOptions".
Error unsupported_option(std::string_view type, std::string field, const json::Value& value,
                         const std::string& supported);

// Whether nothing shall be written, from the values of dryRun.
Result<bool> read_dry_run(const json::Array& values, std::string_view type);

}  // namespace sluice::registry
