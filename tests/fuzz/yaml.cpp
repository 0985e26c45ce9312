// SPDX-License-Identifier: Apache-2.0
#include "json/yaml.h"

#include <cstdint>
#include <string_view>

#include "json/text.h"

namespace {

// Every line of a block is indented: what is large and deep at once is not written again.
bool is_quickly_written(const sluice::json::Value& document, std::size_t size) {
  return size * (1 + sluice::json::depth(document)) < (4U << 20U);
}

}  // namespace

// Whatever parses as YAML must survive being written as YAML and parsed again.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto documents = sluice::json::parse_yaml(text);
  if (documents) {
    for (const auto& document : *documents) {
      if (!is_quickly_written(document, size)) {
        continue;
      }
      const auto again = sluice::json::parse_yaml(sluice::json::write_yaml(document));
      CHECK(again.has_value() && again->size() == 1 && again->front() == document);
    }
  }
  return 0;
}
