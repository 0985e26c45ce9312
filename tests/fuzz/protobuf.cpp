// SPDX-License-Identifier: Apache-2.0
#include "api/protobuf.h"

#include <cstdint>
#include <string_view>

#include "api/kind.h"
#include "json/text.h"

namespace {

using sluice::Result;
using sluice::json::Value;

// Whatever decodes is a document that can be written and read as JSON.
void check_json(const Result<Value>& value) {
  if (value) {
    const auto again = sluice::json::parse(sluice::json::write(*value));
    CHECK(again.has_value() && *again == *value);
  }
}

std::string encode(const sluice::api::Schema& schema, const Value& document) {
  sluice::api::WireWriter out;
  sluice::api::encode_message(schema, document, out);
  return std::move(out).bytes();
}

// What we write from it reads as a document that is written in the same bytes again.
void check_stable(const sluice::api::Schema& schema, const Result<Value>& value) {
  if (value) {
    const std::string bytes = encode(schema, *value);
    const auto again = sluice::api::decode_message(schema, bytes);
    CHECK(again.has_value() && encode(schema, *again) == bytes);
  }
}

}  // namespace

// With its envelope, and as the message of each kind; a large one as that of one kind only, which its
// size chooses, since all of them would take minutes.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::size_t kLarge = 1U << 14U;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  check_json(sluice::api::decode_protobuf(bytes));
  std::size_t number = 0;
  for (const auto& kind : sluice::api::builtin_kinds()) {
    if (size >= kLarge && number++ != size % sluice::api::builtin_kinds().size()) {
      continue;
    }
    const auto document = sluice::api::decode_message(*kind.schema, bytes);
    check_json(document);
    check_stable(*kind.schema, document);
  }
  return 0;
}
