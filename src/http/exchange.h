// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <memory>

#include "http/channel.h"
#include "http/message.h"

namespace sluice::http {

// A request and its answer while a worker handles it. Shared with the worker, because the
// connection may be gone when it finishes.
struct Exchange {
  Request request;
  Response response;
  std::atomic<bool> done = false;  // `response` is complete
};

// Hands the request to a worker, which wakes the channel when the exchange is done. A quick request
// is done at once; so is one for which there is no room (503).
std::shared_ptr<Exchange> begin_exchange(Channel& channel, Request request);

}  // namespace sluice::http
