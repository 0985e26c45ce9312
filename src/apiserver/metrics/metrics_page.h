// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "apiserver/metrics/request_metrics.h"
#include "http/message.h"
#include "registry/registry.h"

namespace sluice::apiserver {

// The answer to GET /metrics: requests, stored objects, the process and the version.
http::Response metrics_page(const RequestMetrics& requests, const registry::Registry& registry);

}  // namespace sluice::apiserver
