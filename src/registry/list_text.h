// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "api/kind.h"
#include "registry/registry.h"

namespace sluice::registry {

// The page as the kind's List document, put together from stored texts without decoding them.
std::string list_text(const api::Kind& kind, const ListPage& page);

// The list's metadata alone: {"resourceVersion": …, "continue": …, "remainingItemCount": …}.
json::Value list_metadata(const ListPage& page);

}  // namespace sluice::registry
