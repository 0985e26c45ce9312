// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <functional>
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
// is done at once; so is one for which there is no room (503). Before it is done, whoever handled
// the request shows the response to `finish`; for a connection that does not end meanwhile.
using Finish = std::function<void(Response& response)>;
std::shared_ptr<Exchange> begin_exchange(Channel& channel, Request request, Finish finish = {});

}  // namespace sluice::http
