// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "apiserver/metrics/request_metrics.h"
#include "http/message.h"
#include "registry/registry.h"

namespace sluice::apiserver {

// The answer to GET /metrics: requests, stored objects, the process and the version.
// `more`: writes what others have to tell; may be empty.
http::Response metrics_page(const RequestMetrics& requests, const registry::Registry& registry,
                            const std::function<void(Exposition&)>& more);

}  // namespace sluice::apiserver
