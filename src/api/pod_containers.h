// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "json/value.h"

namespace sluice::api {

// An init container that is started in its turn and then runs as long as the pod does.
bool is_sidecar(const json::Value& init_container);

}  // namespace sluice::api
