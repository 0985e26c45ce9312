// SPDX-License-Identifier: Apache-2.0
#include "cel/functions/estimates.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "cel/functions/cost.h"

namespace sluice::cel {
namespace {

constexpr double kTraversal = 0.1;  // of a character
constexpr double kPattern = 0.25;   // of a character of a regular expression
constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
constexpr std::uint64_t kCheckCost = 350'000;
constexpr std::uint64_t kLongestNamedPattern = 128;
constexpr std::uint64_t kLongestFormatName = 64;
constexpr Range kAddress{4, 16};  // bytes of IPv4 and IPv6

// Nothing: not for this rule to say.
using Estimate = std::optional<CallEstimate> (*)(const CallSite&);

Range size_of(const Operand& operand) {
  return operand.size.value_or(Range::unknown());
}

bool is_text(const Type& type) {
  return type.is(Type::Kind::kString) || type.is(Type::Kind::kBytes);
}

Range traversal(Range size) {
  return size.scaled(kTraversal);
}

// What an operand is that can be called on or passed first.
const Operand& subject(const CallSite& call) {
  return call.target != nullptr ? *call.target : call.arguments[0];
}

struct Items {
  Type type;
  Range size;
};

std::optional<Items> items_of(const CallSite& call, const Operand& list) {
  if (list.expression->type.parameters().empty()) {
    return std::nullopt;
  }
  Items items{list.expression->type.parameters()[0], Range::unknown()};
  if (!list.path.empty()) {
    const auto steps = list.path.steps();
    std::vector<std::string> below(steps.begin(), steps.end());
    below.emplace_back(kItemsStep);
    if (const auto most = call.sizes(below)) {
      items.size = {0, *most};
    }
  }
  return items;
}

std::uint64_t literal_or(const Operand& operand, std::uint64_t fallback) {
  const Expression& e = *operand.expression;
  if (e.kind != Expression::Kind::kLiteral || !e.literal.is(Value::Kind::kInt)) {
    return fallback;
  }
  return static_cast<std::uint64_t>(std::max<std::int64_t>(0, e.literal.as_int()));
}

std::optional<CallEstimate> nominal(const CallSite&) {
  return CallEstimate{Range::exactly(1), {}};
}

std::optional<CallEstimate> authorization_check(const CallSite&) {
  return CallEstimate{Range::exactly(kCheckCost), {}};
}

std::optional<CallEstimate> selector(const CallSite& call) {
  const Range size = size_of(call.arguments[0]);
  return CallEstimate{Range::exactly(kListCost) + traversal(size) +
                          size.scaled(0.5).scaled(static_cast<double>(kListCost + kObjectCost)),
                      {}};
}

std::optional<CallEstimate> traverse(const CallSite& call) {
  return CallEstimate{traversal(size_of(subject(call))), {}};
}

// The result is as long as what was traversed.
std::optional<CallEstimate> rewrite(const CallSite& call) {
  const Range size = size_of(subject(call));
  return CallEstimate{traversal(size), size};
}

std::optional<CallEstimate> traverse_twice(const CallSite& call) {
  return CallEstimate{size_of(subject(call)).scaled(2 * kTraversal), {}};
}

std::optional<CallEstimate> traverse_argument(const CallSite& call) {
  return CallEstimate{traversal(size_of(call.arguments[0])), {}};
}

std::optional<CallEstimate> compare_items(const CallSite& call) {
  const Operand& list = *call.target;
  const auto items = items_of(call, list);
  if (!items) {
    return CallEstimate{traversal(size_of(list)), {}};  // a text
  }
  const Range each = Range::exactly(1) + (is_text(items->type) ? traversal(items->size) : Range{});
  return CallEstimate{size_of(list) * each, {}};
}

std::uint64_t parts(std::uint64_t size, std::uint64_t part) {
  return static_cast<std::uint64_t>(
      std::ceil(static_cast<double>(size) / static_cast<double>(part)));
}

// The longest and the shortest text that replacing can make.
std::optional<CallEstimate> replace(const CallSite& call) {
  const Range size = size_of(*call.target);
  const Range from = size_of(call.arguments[0]);
  const Range to = size_of(call.arguments[1]);
  Range count;
  Range kept;
  if (from.min == 0) {
    count.max = add_capped(size.max, 1);
    kept.max = size.max;
  } else if (to.max <= from.min) {
    kept.max = size.max;
  } else {
    count.max = parts(size.max, from.min);
  }
  if (from.max == 0) {
    count.min = add_capped(size.min, 1);
    kept.min = size.min;
  } else if (from.max <= to.min) {
    kept.min = size.min;
  } else {
    count.min = parts(size.min, from.max);
  }
  return CallEstimate{size.scaled(2 * kTraversal), count * to + kept};
}

std::optional<CallEstimate> split(const CallSite& call) {
  const Range size = size_of(*call.target);
  Range parts{0, size.max};
  if (call.arguments.size() > 1) {
    const Expression& limit = *call.arguments[1].expression;
    if (limit.kind == Expression::Kind::kLiteral && limit.literal.is(Value::Kind::kInt)) {
      parts.max = static_cast<std::uint64_t>(limit.literal.as_int());  // -1: no limit
    }
  }
  return CallEstimate{size.scaled(2 * kTraversal), parts};
}

std::optional<CallEstimate> join(const CallSite& call) {
  const Range list = size_of(*call.target);
  const auto items = items_of(call, *call.target);
  Range size = items ? list * items->size : Range{};
  if (!call.arguments.empty()) {
    const Range separators{list.min == 0 ? 0 : list.min - 1, list.max == 0 ? 0 : list.max - 1};
    size = size + size_of(call.arguments[0]) * separators;
  }
  return CallEstimate{traversal(size), size};
}

Range match(Range text, Range pattern) {
  return traversal(text + Range::exactly(1)) * pattern.scaled(kPattern);
}

std::optional<CallEstimate> find(const CallSite& call) {
  const Range text = size_of(*call.target);
  return CallEstimate{match(text, size_of(call.arguments[0])), Range{0, text.max}};
}

std::optional<CallEstimate> matches(const CallSite& call) {
  return CallEstimate{match(size_of(*call.target), size_of(call.arguments[0])), {}};
}

std::optional<CallEstimate> contains(const CallSite& call) {
  return CallEstimate{traversal(size_of(*call.target)) * traversal(size_of(call.arguments[0])), {}};
}

std::optional<CallEstimate> ip(const CallSite& call) {
  return call.overload.id == "cidr_ip" ? nominal(call) : traverse(call);
}

Range address_text(const CallSite& call) {
  const bool text = call.overload.parameters[1].is(Type::Kind::kString);
  return text ? traversal(size_of(call.arguments[0])) : Range{};
}

std::optional<CallEstimate> contains_ip(const CallSite& call) {
  return CallEstimate{traversal(kAddress + kAddress) + address_text(call), {}};
}

std::optional<CallEstimate> contains_cidr(const CallSite& call) {
  return CallEstimate{
      traversal(kAddress + kAddress) + traversal(kAddress) + Range::exactly(1) + address_text(call),
      {}};
}

std::optional<CallEstimate> validate(const CallSite& call) {
  return CallEstimate{traversal(size_of(call.arguments[0])).scaled(kLongestNamedPattern * kPattern),
                      {}};
}

// Of values that Kubernetes adds; all others are left to the rule for any two values.
std::optional<CallEstimate> equals_opaque(const CallSite& call) {
  const Type& type = call.arguments[0].expression->type;
  if (!type.is(Type::Kind::kOpaque) || type != call.arguments[1].expression->type) {
    return std::nullopt;
  }
  if (type.name() == "kubernetes.NamedFormat") {
    return CallEstimate{traversal({1, kLongestFormatName}), {}};
  }
  if (type.name() == "kubernetes.URL") {
    const std::uint64_t most = call.arguments[1].size.value_or(Range::exactly(1)).max;
    return CallEstimate{traversal({1, most}), {}};
  }
  return nominal(call);
}

std::optional<CallEstimate> compare(const CallSite& call) {
  const std::uint64_t shorter =
      std::min(size_of(call.arguments[0]).max, size_of(call.arguments[1]).max);
  return CallEstimate{traversal({shorter > 0 ? std::uint64_t{1} : 0, shorter}), {}};
}

std::optional<CallEstimate> concatenate(const CallSite& call) {
  const Range size = size_of(call.arguments[0]) + size_of(call.arguments[1]);
  return CallEstimate{traversal(size), size};
}

std::optional<CallEstimate> concatenate_lists(const CallSite& call) {
  return CallEstimate{Range::exactly(1), size_of(call.arguments[0]) + size_of(call.arguments[1])};
}

std::optional<CallEstimate> string_to_bytes(const CallSite& call) {
  const Range size = size_of(call.arguments[0]);
  return CallEstimate{traversal(size), Range{size.min, size.max * 4}};
}

std::optional<CallEstimate> bytes_to_string(const CallSite& call) {
  const Range size = size_of(call.arguments[0]);
  return CallEstimate{traversal(size), Range{size.min / 4, size.max}};
}

std::optional<CallEstimate> quote(const CallSite& call) {
  const Range size = size_of(call.arguments[0]);
  return CallEstimate{traversal(size), Range{size.min + 2, size.max * 2 + 2}};
}

std::optional<CallEstimate> in_list(const CallSite& call) {
  return CallEstimate{size_of(call.arguments[1]), {}};
}

std::optional<CallEstimate> compare_sets(const CallSite& call) {
  const double times = call.overload.name == "sets.equivalent" ? 2 : 1;
  const Range pairs = size_of(call.arguments[0]) * size_of(call.arguments[1]);
  return CallEstimate{pairs.scaled(times) + Range::exactly(1), {}};
}

std::optional<CallEstimate> make_list(double factor, Range size) {
  return CallEstimate{size.scaled(factor) + Range::exactly(1 + kListCost), size};
}

std::optional<CallEstimate> slice(const CallSite& call) {
  const std::uint64_t end = literal_or(call.arguments[1], size_of(*call.target).max);
  return make_list(1, Range::exactly(end - literal_or(call.arguments[0], 0)));
}

std::optional<CallEstimate> range(const CallSite& call) {
  return make_list(1, Range::exactly(literal_or(call.arguments[0], kMost)));
}

std::optional<CallEstimate> reverse(const CallSite& call) {
  return make_list(1, size_of(*call.target));
}

std::optional<CallEstimate> flatten(const CallSite& call) {
  const std::uint64_t depth = call.arguments.empty() ? 1 : literal_or(call.arguments[0], kMost);
  return make_list(static_cast<double>(depth), size_of(*call.target));
}

std::optional<CallEstimate> distinct(const CallSite& call) {
  const Range size = size_of(*call.target);
  return make_list(2, size * size);
}

std::optional<CallEstimate> sort_keys(const Operand& keys, const Type& list) {
  const Range size = size_of(keys);
  return make_list(is_text(list.parameters()[0]) ? 2 + kTraversal : 2, size * size);
}

std::optional<CallEstimate> sort(const CallSite& call) {
  return sort_keys(*call.target, call.overload.parameters[0]);
}

std::optional<CallEstimate> sort_by(const CallSite& call) {
  return sort_keys(call.arguments[0], call.overload.parameters[1]);
}

struct Row {
  std::string_view word;
  Estimate estimate;
};

// By the function's name.
constexpr Row kFunctions[] = {
    {"@sortByAssociatedKeys", sort_by},
    {"_==_", equals_opaque},
    {"check", authorization_check},
    {"cidr", traverse},
    {"containsCIDR", contains_cidr},
    {"containsIP", contains_ip},
    {"distinct", distinct},
    {"fieldSelector", selector},
    {"find", find},
    {"findAll", find},
    {"flatten", flatten},
    {"indexOf", compare_items},
    {"ip", ip},
    {"ip.isCanonical", traverse_twice},
    {"isCIDR", traverse},
    {"isIP", traverse},
    {"isQuantity", traverse},
    {"isSemver", traverse},
    {"isSorted", compare_items},
    {"join", join},
    {"jsonpatch.escapeKey", rewrite},
    {"labelSelector", selector},
    {"lastIndexOf", compare_items},
    {"lists.range", range},
    {"lowerAscii", rewrite},
    {"max", compare_items},
    {"min", compare_items},
    {"quantity", traverse},
    {"replace", replace},
    {"reverse", reverse},
    {"semver", traverse},
    {"sets.contains", compare_sets},
    {"sets.equivalent", compare_sets},
    {"sets.intersects", compare_sets},
    {"slice", slice},
    {"sort", sort},
    {"split", split},
    {"substring", rewrite},
    {"sum", compare_items},
    {"trim", rewrite},
    {"upperAscii", rewrite},
    {"url", rewrite},
    {"validate", validate},
};

// By the overload.
constexpr Row kOverloads[] = {
    {"add_bytes", concatenate},
    {"add_list", concatenate_lists},
    {"add_string", concatenate},
    {"bytes_to_string", bytes_to_string},
    {"contains_string", contains},
    {"ends_with_string", traverse_argument},
    {"equals", compare},
    {"greater_bytes", compare},
    {"greater_equals_bytes", compare},
    {"greater_equals_string", compare},
    {"greater_string", compare},
    {"in_list", in_list},
    {"less_bytes", compare},
    {"less_equals_bytes", compare},
    {"less_equals_string", compare},
    {"less_string", compare},
    {"matches_string", matches},
    {"not_equals", compare},
    {"starts_with_string", traverse_argument},
    {"string_format", traverse},
    {"string_to_bytes", string_to_bytes},
    {"strings_quote", quote},
};

std::optional<CallEstimate> look_up(std::span<const Row> rows, std::string_view word,
                                    const CallSite& call) {
  const auto row =
      std::find_if(rows.begin(), rows.end(), [&](const Row& each) { return each.word == word; });
  return row == rows.end() ? std::nullopt : row->estimate(call);
}

}  // namespace

CallEstimate estimate_call(const CallSite& call) {
  if (const auto found = look_up(kFunctions, call.overload.name, call)) {
    return *found;
  }
  return look_up(kOverloads, call.overload.id, call).value_or(*nominal(call));
}

}  // namespace sluice::cel
