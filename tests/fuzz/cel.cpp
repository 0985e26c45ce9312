// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <string_view>

#include "cel/display.h"
#include "cel/document.h"
#include "cel/program.h"
#include "json/text.h"

namespace {

// As if names said how large things are, where they are short.
std::optional<std::uint64_t> size_at(std::span<const std::string> steps) {
  if (!steps.empty() && steps.back().size() > 3) {
    return std::nullopt;
  }
  return steps.size();
}

}  // namespace

// Whatever compiles has an estimate and must evaluate to a value or an error within its cost limit.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view source(reinterpret_cast<const char*>(data), size);
  const auto program =
      sluice::cel::compile(source, {.variables = {{"self", {}}}, .sizes = size_at});
  if (!program) {
    CHECK(!program.error().message.empty());
    return 0;
  }
  CHECK(program->estimated_cost().has_value());
  static const auto document =
      sluice::json::parse(R"({"a": [1, 2.5, "x", null, true], "b": {"c": "d"}})");
  sluice::cel::Bindings bindings;
  bindings.set("self", sluice::cel::from_json(*document));
  const auto evaluation = program->eval(bindings, 10'000);
  if (evaluation.value) {
    (void)sluice::cel::display(*evaluation.value);
    (void)sluice::cel::to_json(*evaluation.value);
  }
  return 0;
}
