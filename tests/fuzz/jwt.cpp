// SPDX-License-Identifier: Apache-2.0
#include "auth/jwt.h"

#include <cstdint>
#include <string_view>

#include "base/text.h"

namespace {

const sluice::http::SigningKey& key() {
  static const auto made = sluice::http::SigningKey::create().value();
  return made;
}

void check(std::string_view text) {
  const auto token = sluice::auth::parse_jwt(text);
  CHECK(!token.has_value() || !sluice::auth::is_signed_by(key(), *token));
}

}  // namespace

// No text is taken for a token of a key that signed nothing; given as it is, or as its parts.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  check(text);
  const std::string part = sluice::base64url_encode(text);
  check(part + "." + part + "." + part);
  return 0;
}
