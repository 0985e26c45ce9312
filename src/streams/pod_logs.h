// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/result.h"
#include "client/pod_access.h"
#include "http/message.h"
#include "json/value.h"

namespace sluice::streams {

// From the URL's query; BadRequest or Invalid names the parameter.
Result<client::LogQuery> parse_log_query(const http::Target& target);

// The container that is meant: the one asked for, or the only one. BadRequest, in Kubernetes'
// words, when that is ambiguous or unknown.
Result<std::string> choose_container(const json::Value& pod, const std::string& asked);

// BadRequest while the container has nothing to show yet: it waits to start, or (for previous) has
// not ended before.
Result<void> check_log_available(const json::Value& pod, const client::LogQuery& query);

}  // namespace sluice::streams
