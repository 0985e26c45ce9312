// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "base/result.h"
#include "http/http2_codec.h"

namespace {

using sluice::http::Http2Codec;
using sluice::http::Response;

constexpr std::string_view kPreface("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\4\0\0\0\0\0", 33);
constexpr Http2Codec::Limits kLimits{.head = 600, .body = 300, .streams = 4, .idle_frames = 50};

// Answers every request with an echo, some of it later.
class Echo final : public Http2Codec::Owner {
 public:
  void on_arriving(Http2Codec::StreamId id) override { open_[id]; }
  void on_request(Http2Codec::StreamId id, Http2Codec::Incoming request) override {
    CHECK(open_.contains(id));
    CHECK(request.body.size() <= kLimits.body);
    std::size_t fields = 0;
    for (const auto& [name, value] : request.headers) {
      fields += name.size() + value.size();
    }
    CHECK(fields <= kLimits.head);
    open_[id] = request.target + request.body;
    Response response;
    response.status = request.refusal != 0 ? request.refusal : 200;
    response.body = open_[id];
    codec_.respond(id, response, Http2Codec::Body::kFollows);
  }
  void on_closed(Http2Codec::StreamId id) override { open_.erase(id); }
  Http2Codec::Piece read_body(Http2Codec::StreamId id, std::span<char> into) override {
    std::string& text = open_.at(id);
    const std::size_t size = text.copy(into.data(), std::min<std::size_t>(into.size(), 7));
    text.erase(0, size);
    using Then = Http2Codec::Piece::Then;
    return {.bytes = size, .then = text.empty() ? Then::kEnd : Then::kMore};
  }

  void run(std::string_view input, std::size_t step) {
    bool good = codec_.receive(kPreface).has_value();
    while (good && !input.empty() && !codec_.finished()) {
      good = codec_.receive(input.substr(0, step)).has_value();
      input.remove_prefix(std::min(step, input.size()));
      CHECK(open_.size() <= kLimits.streams + 1);
      std::string output;
      for (int frames = 0; frames < 1000 && codec_.produce(output); ++frames) {
      }
    }
    codec_.go_away();
    std::string output;
    for (int frames = 0; frames < 1000 && codec_.produce(output); ++frames) {
    }
  }

 private:
  std::map<Http2Codec::StreamId, std::string> open_;
  Http2Codec codec_{*this, kLimits};
};

}  // namespace

// Nothing a peer sends breaks the codec or passes its limits.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const std::size_t step : {std::size_t{5}, size + 1}) {
    Echo().run(text, step);
  }
  return 0;
}
