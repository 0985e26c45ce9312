// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "api/kind.h"
#include "base/result.h"
#include "json/value.h"

namespace sluice::registry {

// What is stored can be read by everybody, sent in one request and written back.

// Levels of nested values, without what is noted about fields (metadata.managedFields), which nests
// a few levels deeper. json::kMaxDepth leaves room for both, and for the list they are shown in.
inline constexpr std::size_t kMaxObjectDepth = 200;

// Of JSON text: as much as a request may have, because what is larger could not be replaced. A
// Secret or ConfigMap with the mebibyte of data it may have, as base64 or with every line break
// escaped, and with a copy of itself in an annotation, takes less.
inline constexpr std::size_t kMaxObjectBytes = std::size_t{3} * 1024 * 1024;

// Invalid when it is too deep, naming the member that is.
Result<void> check_depth(const api::Kind& kind, const json::Value& object);

// TooLarge when its text is. What was that large before may stay it, and what is on its way out has
// some room, so that its finalizers can be taken away.
Result<void> check_size(const api::Kind& kind, const json::Value& object, std::size_t bytes,
                        std::size_t before = 0);

}  // namespace sluice::registry
