// SPDX-License-Identifier: Apache-2.0
#include "cmd/services_file.h"

#include "base/files.h"
#include "base/text.h"

namespace sluice::cmd {

Result<services::NodeServices> read_services_file(const std::string& file,
                                                  const std::string& pool) {
  TRY_ASSIGN(const std::string text, read_file(file));
  auto graph = services::read_node_services(text);
  if (graph && !pool.empty()) {
    graph = services::of_pool(*graph, pool);
  }
  return graph ? graph : tl::unexpected(with_context(std::move(graph).error(), file));
}

Result<int> parse_nomad_version(const std::string& text) {
  const std::vector<std::string_view> numbers = split(text, '.');
  const auto major = parse_int(numbers[0]);
  const auto minor = numbers.size() > 1 ? parse_int(numbers[1]) : std::nullopt;
  if (!major || !minor || *major < 1 || *major > 99 || *minor < 0 || *minor > 99) {
    return fail(Code::kInvalid, "\"" + text + "\": expected a version of Nomad, like 1.8");
  }
  return static_cast<int>(*major * 100 + *minor);
}

}  // namespace sluice::cmd
