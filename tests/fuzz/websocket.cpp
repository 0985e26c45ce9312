// SPDX-License-Identifier: Apache-2.0
//
// A WebSocket server fed with a peer's bytes: however they are cut into pieces, it sees the same
// messages and gives the same answers.
#include "http/websocket/websocket.h"

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

namespace {

struct Seen {
  std::vector<std::string> messages;
  std::string output;
  bool over = false;

  friend bool operator==(const Seen&, const Seen&) = default;
};

Seen run(std::string_view input, std::size_t piece) {
  sluice::http::WebSocket socket(sluice::http::WebSocket::Role::kServer, 4096);
  Seen seen;
  for (std::size_t at = 0; at < input.size();) {
    at += socket.feed(input.substr(at, piece));
    if (auto message = socket.take_message()) {
      seen.messages.push_back(std::move(message->data));
    }
  }
  seen.output = socket.output();
  seen.over = socket.over();
  return seen;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const Seen whole = run(input, input.size() + 1);
  if (!(run(input, 1) == whole)) {
    std::abort();
  }
  for (const std::string& message : whole.messages) {
    if (message.size() > 4096) {
      std::abort();
    }
  }
  return 0;
}
