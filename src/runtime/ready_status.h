// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/kind.h"
#include "client/client.h"
#include "runtime/event_recorder.h"

namespace sluice::runtime {

// Writes what became of `object`, a status with a condition Ready, where it differs from what it
// has; an event tells when Ready has another reason than before, a warning unless it is True or
// `in_order`, something to wait for.
Result<void> write_ready_status(client::Client& client, EventRecorder& events,
                                const api::Kind& kind, const client::Object& object,
                                json::Value status, bool in_order = false);

}  // namespace sluice::runtime
