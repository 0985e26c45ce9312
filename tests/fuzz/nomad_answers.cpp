// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <string_view>

#include "base/result.h"
#include "json/text.h"
#include "nomad/answers.h"

// Whatever a Nomad answers harms nobody.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (const auto answer = sluice::json::parse(text)) {
    CHECK(sluice::nomad::read_plan(*answer).job_modify_index >= 0);
    for (const auto& one :
         sluice::nomad::newest_by_node(sluice::nomad::read_allocations(*answer))) {
      CHECK(one.wanted && !one.id.empty());
    }
  }
  CHECK(!sluice::nomad::read_error(500, text).message.empty());
  CHECK(sluice::nomad::next_index(5, text) == 0 || sluice::nomad::next_index(5, text) >= 5);
  return 0;
}
