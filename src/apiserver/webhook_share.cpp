// SPDX-License-Identifier: Apache-2.0
#include "apiserver/webhook_share.h"

#include <memory>
#include <string>
#include <utility>

#include "apiserver/waiting_room.h"
#include "base/worker_pool.h"

namespace sluice::apiserver {

namespace {

// The server, as the clientConfig names it.
std::string server_of(const json::Value& client_config) {
  if (const json::Value* service = client_config.find("service")) {
    return service->at("namespace").as_string() + "/" + service->at("name").as_string();
  }
  const std::string& url = client_config.at("url").as_string();
  const std::size_t authority = url.find("://");
  return authority == std::string::npos ? url : url.substr(0, url.find('/', authority + 3));
}

}  // namespace

PostReview within(WebhookShare share, PostReview post) {
  // Shared by copies of the function, and mutable: the room is thread-safe.
  auto room = std::make_shared<WaitingRoom>(share.calls, share.calls_of_each);
  return [room, post = std::move(post)](const json::Value& client_config, const json::Value& review,
                                        Duration timeout) -> Result<json::Value> {
    const WaitingRoom::Seat seat = room->enter(server_of(client_config));
    if (!seat) {
      return fail(Code::kTooManyRequests, std::string(kTooMany));
    }
    const WorkerPool::Away away;
    return post(client_config, review, timeout);
  };
}

}  // namespace sluice::apiserver
