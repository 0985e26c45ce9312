// SPDX-License-Identifier: Apache-2.0
#include "http/exchange.h"

#include "http/wire.h"

namespace sluice::http {

std::shared_ptr<Exchange> begin_exchange(Channel& channel, Request request) {
  auto exchange = std::make_shared<Exchange>();
  exchange->request = std::move(request);
  Service& service = channel.service();
  if (service.is_quick && service.is_quick(exchange->request)) {
    exchange->response = service.handler(exchange->request);
    exchange->done = true;
    return exchange;
  }
  const bool accepted =
      service.workers.submit([exchange, wakeup = channel.wakeup(), &handler = service.handler] {
        exchange->response = handler(exchange->request);
        exchange->done = true;
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
