// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "http/parser.h"

namespace {

using sluice::http::MessageParser;

struct Outcome {
  int refusal = 0;  // 0: not refused
  bool done = false;
  bool complete = false;  // also when the connection ends now
  std::size_t used = 0;
  std::string method, target, body;
  int status = 0;
  bool keep_alive = false;
  std::vector<std::pair<std::string, std::string>> fields;

  bool operator==(const Outcome&) const = default;
};

void describe(MessageParser& parser, Outcome& outcome) {
  if (parser.head_done()) {
    outcome.method = parser.method();
    outcome.target = parser.target();
    outcome.status = parser.status();
    outcome.keep_alive = parser.keep_alive();
    outcome.fields.assign(parser.headers().begin(), parser.headers().end());
  }
  outcome.done = parser.done();
  outcome.complete = parser.done() || parser.feed_end().has_value();
  outcome.body = parser.body();
}

Outcome read(MessageParser::Kind kind, std::string_view text, std::size_t step) {
  MessageParser parser(kind, {.head = 600, .body = 300});
  Outcome outcome;
  while (outcome.used < text.size() && !parser.done()) {
    const auto used = parser.feed(text.substr(outcome.used, step));
    if (!used) {
      return Outcome{.refusal = parser.refusal()};
    }
    CHECK(*used > 0);
    outcome.used += *used;
  }
  describe(parser, outcome);
  return outcome;
}

}  // namespace

// A message means the same however the network cuts it into pieces.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const auto kind : {MessageParser::Kind::kRequest, MessageParser::Kind::kResponse}) {
    const Outcome whole = read(kind, text, size);
    for (const std::size_t step : {1, 2, 7}) {
      CHECK(read(kind, text, step) == whole);
    }
  }
  return 0;
}
