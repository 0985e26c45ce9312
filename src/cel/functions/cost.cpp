// SPDX-License-Identifier: Apache-2.0
#include "cel/functions/cost.h"

#include <algorithm>

namespace sluice::cel {
namespace {

using Kind = Value::Kind;

std::uint64_t code_points(std::string_view text) {
  return static_cast<std::uint64_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

// What walking over every item of a value takes; strings by their bytes, rounded down.
std::uint64_t walk(const Value& value) {
  std::uint64_t cost = 0;
  switch (value.kind()) {
    case Kind::kString:
      return value.as_string().size() / 10;
    case Kind::kBytes:
      return value.as_bytes().size() / 10;
    case Kind::kList:
      for (std::size_t i = 0; i < value.as_list().size(); ++i) {
        cost += walk(value.as_list().at(i));
      }
      return cost;
    case Kind::kMap:
      for (std::size_t i = 0; i < value.as_map().size(); ++i) {
        const Map::Entry entry = value.as_map().at(i);
        cost += walk(entry.key) + walk(entry.value);
      }
      return cost;
    default:
      return 1;
  }
}

}  // namespace

std::uint64_t size_of(const Value& value) {
  switch (value.kind()) {
    case Kind::kString:
      return code_points(value.as_string());
    case Kind::kBytes:
      return value.as_bytes().size();
    case Kind::kList:
      return value.as_list().size();
    case Kind::kMap:
      return value.as_map().size();
    case Kind::kOptional:
      return value.as_optional() == nullptr ? 1 : size_of(*value.as_optional());
    case Kind::kOpaque:
      return value.as_opaque().size();
    default:
      return 1;
  }
}

std::uint64_t traversal(std::uint64_t size) {
  return size / 10 + (size % 10 == 0 ? 0 : 1);
}

std::uint64_t regex_cost(std::uint64_t text_size, std::uint64_t pattern_size) {
  return traversal(text_size + 1) * ((pattern_size + 3) / 4);
}

std::uint64_t cost_traverse_first(const Arguments& arguments, const Value&) {
  return traversal(size_of(arguments[0]));
}

std::uint64_t cost_traverse_twice(const Arguments& arguments, const Value&) {
  return traversal(2 * size_of(arguments[0]));
}

std::uint64_t cost_traverse_both(const Arguments& arguments, const Value&) {
  return traversal(size_of(arguments[0]) + size_of(arguments[1]));
}

std::uint64_t cost_traverse_shorter(const Arguments& arguments, const Value&) {
  return traversal(std::min(size_of(arguments[0]), size_of(arguments[1])));
}

std::uint64_t cost_search(const Arguments& arguments, const Value&) {
  return traversal(size_of(arguments[0])) * traversal(size_of(arguments[1]));
}

std::uint64_t cost_regex(const Arguments& arguments, const Value&) {
  return regex_cost(size_of(arguments[0]), size_of(arguments[1]));
}

std::uint64_t cost_second_size(const Arguments& arguments, const Value&) {
  return size_of(arguments[1]);
}

std::uint64_t cost_elements(const Arguments& arguments, const Value&) {
  return walk(arguments[0]);
}

std::uint64_t cost_join(const Arguments&, const Value& result) {
  return traversal(2 * size_of(result));
}

std::uint64_t cost_output(const Arguments&, const Value& result) {
  return size_of(result) + 1 + kListCost;
}

bool costs_by_result(CostFunction cost) {
  return cost == cost_join || cost == cost_output;
}

}  // namespace sluice::cel
