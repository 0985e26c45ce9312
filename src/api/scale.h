// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "api/kind.h"
#include "json/value.h"

namespace sluice::api {

// The value below a path of member names, "spec.replicas"; null pointer when there is none.
const json::Value* value_at(const json::Value& object, std::string_view path);

// Scale itself, as a kind: what its subresource reads and writes. Not served under a path of its
// own.
const Kind& scale_kind();

// Where objects of the kind keep what it shows.
const ScalePaths& scale_paths(const Kind& kind);

// The scale subresource: the number of replicas of any kind that has one, as an autoscaling/v1
// Scale. Kinds that list "scale" among their subresources keep it at spec.replicas,
// status.replicas and spec.selector, unless their ScalePaths say otherwise.

json::Value scale_of(const Kind& kind, const json::Value& object);

// `object` with the replicas that `scale` asks for; a scale without any means none.
json::Value with_scale(const Kind& kind, json::Value object, const json::Value& scale);

}  // namespace sluice::api
