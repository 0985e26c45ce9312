// SPDX-License-Identifier: Apache-2.0
#include "api/protobuf.h"

#include <cstdint>
#include <string_view>

#include "api/kind.h"
#include "json/text.h"

namespace {

// Whatever decodes is a document that can be written and read as JSON.
void check(const sluice::Result<sluice::json::Value>& value) {
  if (value) {
    const auto again = sluice::json::parse(sluice::json::write(*value));
    CHECK(again.has_value() && *again == *value);
  }
}

}  // namespace

// With its envelope, and as the message of each kind.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  check(sluice::api::decode_protobuf(bytes));
  for (const auto& kind : sluice::api::builtin_kinds()) {
    check(sluice::api::decode_message(*kind.schema, bytes));
  }
  return 0;
}
