// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <string>
#include <string_view>

#include "http/message.h"

// What was read from a URL is read again from the URL it makes.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto target = sluice::http::parse_target({reinterpret_cast<const char*>(data), size});
  if (!target) {
    return 0;
  }
  std::string text = "/" + sluice::http::percent_encode(target->path.substr(1));
  for (const auto& [name, value] : target->query) {
    text += text.find('?') == std::string::npos ? "?" : "&";
    text += sluice::http::percent_encode(name) + "=" + sluice::http::percent_encode(value);
  }
  const auto again = sluice::http::parse_target(text);
  CHECK(again.has_value() && again->path == target->path && again->query == target->query);
  return 0;
}
