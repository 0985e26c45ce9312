// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "client/client.h"
#include "clusters/cluster.h"
#include "clusters/keys.h"
#include "runtime/event_recorder.h"

namespace sluice::clusters {

// The cluster's keys: made once, replaced when somebody asks anew, adopted when somebody says so.
// NotFound: they were there once; Conflict: somebody has changed them; nothing is written then.
Result<Keys> ensure_keys(client::Client& client, runtime::EventRecorder& events,
                         const client::Object& object, const Cluster& cluster);

// That of the database of its own, or of the external one.
Result<std::string> database_password(client::Client& client, const Cluster& cluster,
                                      const Keys& keys);

}  // namespace sluice::clusters
