// SPDX-License-Identifier: Apache-2.0
#include "http/exchange.h"

#include <utility>

#include "http/wire.h"

namespace sluice::http {

namespace {

void handle(Exchange& exchange, const Handler& handler, const Finish& finish) {
  exchange.response = handler(exchange.request);
  if (finish) {
    finish(exchange.response);
  }
  exchange.done = true;
}

}  // namespace

std::shared_ptr<Exchange> begin_exchange(Channel& channel, Request request, Finish finish) {
  auto exchange = std::make_shared<Exchange>();
  exchange->request = std::move(request);
  Service& service = channel.service();
  if (service.is_quick && service.is_quick(exchange->request)) {
    handle(*exchange, service.handler, finish);
    return exchange;
  }
  const bool accepted =
      service.workers.submit([exchange, wakeup = channel.wakeup(), &handler = service.handler,
                              finish = std::move(finish)] {
        handle(*exchange, handler, finish);
        wakeup->wake();
      });
  if (!accepted) {
    exchange->response = plain_response(503, "the server is busy, try again");
    exchange->response.headers.add("Retry-After", "1");
    exchange->done = true;
  }
  return exchange;
}

}  // namespace sluice::http
