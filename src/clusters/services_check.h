// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "base/result.h"
#include "json/value.h"

namespace sluice::clusters {

// What speaks against a NodeServices object, or against what a SlurmCluster's machines shall run,
// that a schema cannot say: needs that nobody meets, services that wait for one another, with the
// whole circle. Objects of other kinds are nobody's business here.
std::optional<ErrorCause> objection_to_services(const json::Value& object);

}  // namespace sluice::clusters
