// SPDX-License-Identifier: Apache-2.0
#include "registry/continuation.h"

#include <cstdint>
#include <string_view>

#include "base/text.h"

namespace {

void check(std::string_view token) {
  using sluice::registry::Continuation;
  const auto parsed = Continuation::parse(token);
  if (parsed) {
    const auto again = Continuation::parse(parsed->token());
    CHECK(again.has_value() && again->revision == parsed->revision &&
          again->start == parsed->start);
  }
}

}  // namespace

// A token that is accepted says the same when we write it; given as text, or as what it encodes.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  check(text);
  check(sluice::base64_encode(text));
  return 0;
}
