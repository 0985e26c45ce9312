// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "apiserver/request_info.h"
#include "base/clock.h"
#include "base/result.h"
#include "http/message.h"

namespace sluice::apiserver {

// How long a request may take: as its parameter `timeout` says, or a minute, which is the most.
// What stays open by its nature has no such time. BadRequest, in upstream's words, for a parameter
// that is no time.
Result<Duration> request_timeout(const http::Target& target, const RequestInfo& info);

}  // namespace sluice::apiserver
