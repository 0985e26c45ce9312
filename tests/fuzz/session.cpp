// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <string_view>

#include "base/result.h"
#include "pod/ask.h"
#include "pod/frame.h"
#include "pod/session_protocol.h"

namespace {

using sluice::pod::ask_from_text;
using sluice::pod::Frame;
using sluice::pod::FrameParser;
using sluice::pod::session_request_from_text;
using sluice::pod::to_text;

}  // namespace

// Frames come out the same however their bytes arrive, and what is taken for an ask or a request is
// one.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  FrameParser whole;
  FrameParser halves;
  whole.add(bytes);
  halves.add(bytes.substr(0, size / 2));
  std::vector<Frame> from_halves;
  const auto take = [&] {
    for (auto frame = halves.next(); frame && *frame; frame = halves.next()) {
      from_halves.push_back(**frame);
    }
  };
  take();
  halves.add(bytes.substr(size / 2));
  take();
  std::size_t count = 0;
  for (auto frame = whole.next(); frame && *frame; frame = whole.next(), ++count) {
    CHECK(count < from_halves.size() && from_halves[count] == **frame);
    if (const auto request = session_request_from_text((*frame)->payload)) {
      CHECK(session_request_from_text(to_text(*request)) == *request);
    }
    static_cast<void>(sluice::pod::session_size_from_text((*frame)->payload));
    static_cast<void>(sluice::pod::exit_from_text((*frame)->payload));
  }
  if (const auto ask = ask_from_text(bytes)) {
    CHECK(ask_from_text(to_text(*ask)) == ask);
  }
  return 0;
}
