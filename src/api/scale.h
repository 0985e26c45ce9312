// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/kind.h"
#include "json/value.h"

namespace sluice::api {

// The scale subresource: the number of replicas of any kind that has one, as an autoscaling/v1
// Scale. Kinds that list "scale" among their subresources keep it at spec.replicas,
// status.replicas and spec.selector.

json::Value scale_of(const json::Value& object);

// `object` with the replicas that `scale` asks for; a scale without any means none.
json::Value with_scale(json::Value object, const json::Value& scale);

}  // namespace sluice::api
