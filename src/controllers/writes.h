// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include "base/done_or_gone.h"
#include "client/client.h"

namespace sluice::controllers {

// Writes the status when it differs from that of `object`, which carries its resourceVersion:
// Conflict when that is not the latest. An object that is gone needs none.
Result<void> write_status(client::Client& client, const api::Kind& kind,
                          const client::Object& object, const json::Value& status);

// Sets a number in a status. Kubernetes leaves out those that are zero.
void set_count(json::Value& status, std::string_view name, std::int64_t count);

// Takes the condition of that type out of a status, and the list when it is the last.
void drop_condition(json::Value& status, std::string_view type);

}  // namespace sluice::controllers
