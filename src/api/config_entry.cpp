// SPDX-License-Identifier: Apache-2.0
#include "api/config_entry.h"

#include "base/text.h"

namespace sluice::api {

Result<std::optional<std::string>> entry_of(const Kind& kind, const json::Value& object,
                                            const std::string& key) {
  const bool is_secret = &kind == &kinds::secret();
  if (const json::Value* text = object.find("data", key); text != nullptr && !is_secret) {
    return text->as_string();
  }
  const json::Value* encoded = object.find(is_secret ? "data" : "binaryData", key);
  if (encoded == nullptr) {
    return std::nullopt;
  }
  TRY_ASSIGN(std::string bytes, base64_decode(encoded->as_string()));
  return bytes;
}

}  // namespace sluice::api
