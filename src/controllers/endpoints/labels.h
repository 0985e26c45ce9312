// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "client/client.h"

namespace sluice::controllers::endpoints {

// The labels that Endpoints and slices take over from the service: all but those that mean
// something on them, and the mark of a headless one.
json::Value labels_from(const client::Object& service);

}  // namespace sluice::controllers::endpoints
