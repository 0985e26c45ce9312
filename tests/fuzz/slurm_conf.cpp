// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <string>

#include "base/result.h"
#include "slurmconf/config.h"
#include "slurmconf/plan.h"
#include "slurmconf/validate.h"

// Whatever is in a configuration file harms nobody, and what we write of it means the same.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace sluice::slurmconf;
  if (size == 0) {
    return 0;
  }
  const File file = kFiles[data[0] % kFiles.size()];
  const std::string text(reinterpret_cast<const char*>(data) + 1, size - 1);
  const auto config = parse(file, {{"a", text}});
  if (!config) {
    return 0;
  }
  for (const Line& line : config->lines) {
    CHECK(!line.settings.empty());
  }
  (void)validate(*config, {.release = kOldest});
  (void)to_text(make_plan({}, {*config}, kNewest));
  const std::string written = to_text(*config);
  const auto again = parse(file, {{"a", written}});
  CHECK(again.has_value());
  CHECK(to_text(*again) == written);
  const bool is_right = check(*config, {.release = kOldest, .secrets_allowed = true}).has_value();
  CHECK(!is_right || make_plan({*config}, {*again}, kOldest).needs == Class::kNoop);
  return 0;
}
