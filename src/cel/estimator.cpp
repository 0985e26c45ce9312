// SPDX-License-Identifier: Apache-2.0
#include "cel/estimator.h"

#include <limits>
#include <unordered_map>
#include <utility>
#include <vector>

#include "cel/functions/cost.h"
#include "cel/functions/estimates.h"

namespace sluice::cel {
namespace {

using Kind = Expression::Kind;
using TypeKind = Type::Kind;

constexpr Range kNothingYet{std::numeric_limits<std::uint64_t>::max(), 0};

// How large the entries of a list or map are, where the expression itself made it.
struct Entries {
  bool is_list = true;
  Range key;
  Range value;
};

struct Local {
  std::string name;
  DataPath path;
  std::optional<Range> size;
  std::optional<Entries> entries;
};

// The name of a type is a literal for the checker and a variable for costs.
bool is_name(const Expression& e) {
  return e.kind == Kind::kIdentifier ||
         (e.kind == Kind::kLiteral && e.literal.is(Value::Kind::kType));
}

bool is_scalar(const Type& type) {
  switch (type.kind()) {
    case TypeKind::kBool:
    case TypeKind::kInt:
    case TypeKind::kUint:
    case TypeKind::kDouble:
    case TypeKind::kDuration:
    case TypeKind::kTimestamp:
      return true;
    case TypeKind::kOptional:
      return is_scalar(type.parameters()[0]);
    default:
      return false;
  }
}

// cel.bind() and what is made of it: a loop that never runs.
bool is_binding(const Comprehension& loop) {
  return loop.range->kind == Kind::kList && loop.range->entries.empty() &&
         loop.condition->kind == Kind::kLiteral && loop.condition->literal.is(Value::Kind::kBool) &&
         !loop.condition->literal.as_bool();
}

std::optional<Entries> around(const std::optional<Entries>& a, const std::optional<Entries>& b) {
  if (!a || !b) {
    return std::nullopt;
  }
  return Entries{a->is_list, a->key.around(b->key), a->value.around(b->value)};
}

class Estimator {
 public:
  explicit Estimator(const SizeLookup& sizes) : sizes_(sizes) {}

  Range cost(const Expression& e) {
    switch (e.kind) {
      case Kind::kLiteral:
      case Kind::kIdentifier:
        return is_name(e) ? cost_name(e) : Range{};
      case Kind::kSelect:
        return cost_select(e);
      case Kind::kCall:
        return cost_call(e);
      case Kind::kList:
        return cost_list(e);
      case Kind::kMap:
        return cost_map(e);
      case Kind::kObject:
        return cost_object(e);
      case Kind::kComprehension:
        return is_binding(*e.loop) ? cost_binding(e) : cost_loop(e);
    }
    return {};
  }

 private:
  Range cost_name(const Expression& e) {
    const Local* local = find_local(e);
    paths_[&e] = local != nullptr ? local->path : DataPath(e.name);
    return Range::exactly(1);
  }

  Range cost_select(const Expression& e) {
    Range sum = cost(*e.target);
    if (e.presence_test) {
      return sum;
    }
    const TypeKind kind = e.target->type.kind();
    if (kind == TypeKind::kMap || kind == TypeKind::kObject || kind == TypeKind::kParam) {
      sum = sum + Range::exactly(1);
    }
    paths_[&e] = path_of(*e.target).then(e.name);
    return sum;
  }

  Range cost_call(const Expression& e) {
    if (e.name == "dyn") {
      const Range sum = cost(*e.arguments[0]) + Range::exactly(1);
      copy_sizes(e, *e.arguments[0]);
      return sum;
    }
    std::vector<Range> costs;
    std::vector<Operand> arguments;
    Range sum;
    for (const ExpressionPtr& argument : e.arguments) {
      costs.push_back(cost(*argument));
      arguments.push_back(operand(*argument));
      sum = sum + costs.back();
    }
    if (e.name == "_&&_" || e.name == "_||_") {
      return {costs[0].min, sum.max};
    }
    if (e.name == "_?_:_") {
      set_size(e, size_or_unknown(*e.arguments[1]).around(size_or_unknown(*e.arguments[2])));
      set_entries(e, around(entries_of(*e.arguments[1]), entries_of(*e.arguments[2])));
      return costs[0] + costs[1].around(costs[2]);
    }
    if (e.name == "_?._") {
      return sum + Range::exactly(1);
    }
    if (e.target == nullptr) {
      return sum + cost_overloads(e, nullptr, arguments);
    }
    sum = sum + cost(*e.target);
    const Operand target = operand(*e.target);
    return sum + cost_overloads(e, &target, arguments);
  }

  // Any of the overloads may be what is called.
  Range cost_overloads(const Expression& e, const Operand* target,
                       const std::vector<Operand>& arguments) {
    Range all = kNothingYet;
    std::optional<Range> size;
    for (const Overload* overload : e.overloads) {
      const CallEstimate call = estimate_call({*overload, target, arguments, sizes_});
      all = all.around(call.cost);
      if (call.result_size) {
        size = size ? size->around(*call.result_size) : *call.result_size;
      }
      if (overload->name == "_+_") {
        set_entries(e, around(entries_of(*e.arguments[0]), entries_of(*e.arguments[1])));
      }
      const bool from_list = overload->id == "index_list";
      if (from_list || overload->id == "index_map") {
        const auto entries = entries_of(*e.arguments[0]);
        size = entries ? std::optional(entries->value) : std::nullopt;
        paths_[&e] = path_of(*e.arguments[0]).then(from_list ? kItemsStep : kValuesStep);
      }
      if (!size) {
        size = size_of(e);
      }
    }
    set_size(e, size);
    return e.overloads.empty() ? Range{} : all;
  }

  Range cost_list(const Expression& e) {
    Range sum = Range::exactly(kListCost);
    Range item = e.entries.empty() ? Range{} : kNothingYet;
    for (const Entry& entry : e.entries) {
      sum = sum + cost(*entry.value);
      item = item.around(size_or_unknown(*entry.value));
    }
    set_entries(e, Entries{true, Range::exactly(1), item});
    return sum;
  }

  Range cost_map(const Expression& e) {
    Range sum = Range::exactly(kMapCost);
    Range key = e.entries.empty() ? Range{} : kNothingYet;
    Range value = key;
    for (const Entry& entry : e.entries) {
      sum = sum + cost(*entry.key);
      sum = sum + cost(*entry.value);
      key = key.around(size_or_unknown(*entry.key));
      value = value.around(size_or_unknown(*entry.value));
    }
    set_entries(e, Entries{false, key, value});
    return sum;
  }

  Range cost_object(const Expression& e) {
    Range sum = Range::exactly(kObjectCost);
    for (const Entry& entry : e.entries) {
      sum = sum + cost(*entry.value);
    }
    return sum;
  }

  Range cost_binding(const Expression& e) {
    const Comprehension& loop = *e.loop;
    Range sum = cost(*loop.range);
    sum = sum + cost(*loop.start);
    push_value(loop.accumulator, *loop.start);
    sum = sum + cost(*loop.result);
    locals_.pop_back();
    copy_sizes(e, *loop.result);
    return sum;
  }

  Range cost_loop(const Expression& e) {
    const Comprehension& loop = *e.loop;
    Range sum = cost(*loop.range);
    sum = sum + cost(*loop.start);
    push_value(loop.accumulator, *loop.start);
    const std::size_t outer = locals_.size();
    push_iteration(loop);
    const Range condition = cost(*loop.condition);
    const Range round = condition + cost(*loop.step);
    locals_.resize(outer);
    sum = sum + cost(*loop.result);
    locals_.pop_back();
    const Range rounds = size_or_unknown(*loop.range);
    if (loop.start->kind == Kind::kLiteral) {
      set_size(e, size_of(*loop.start));
    } else if (loop.start->kind == Kind::kList || loop.start->kind == Kind::kMap) {
      set_size(e, rounds);
      set_entries(e, entries_of(*loop.step));
    }
    return sum + rounds * round;
  }

  void push_value(const std::string& name, const Expression& value) {
    locals_.push_back({name, path_of(value), size_of(value), entries_of(value)});
  }

  void push_iteration(const Comprehension& loop) {
    const auto entries = entries_of(*loop.range);
    const DataPath path = path_of(*loop.range);
    const bool is_list = entries ? entries->is_list : loop.range->type.is(TypeKind::kList);
    const auto push = [&](const std::string& name, bool value, std::string_view step) {
      std::optional<Range> size;
      if (entries) {
        size = value ? entries->value : entries->key;
      }
      locals_.push_back({name, path.then(step), size, std::nullopt});
    };
    if (loop.second_variable.empty()) {
      push(loop.variable, is_list, is_list ? kItemsStep : kKeysStep);
    } else {
      push(loop.variable, false, is_list ? kIndicesStep : kKeysStep);
      push(loop.second_variable, true, is_list ? kItemsStep : kValuesStep);
    }
  }

  const Local* find_local(const Expression& e) const {
    for (std::size_t i = locals_.size(); e.kind == Kind::kIdentifier && i > 0; --i) {
      if (locals_[i - 1].name == e.name) {
        return &locals_[i - 1];
      }
    }
    return nullptr;
  }

  DataPath path_of(const Expression& e) const {
    if (const Local* local = find_local(e)) {
      return local->path;
    }
    const auto found = paths_.find(&e);
    return found == paths_.end() ? DataPath() : found->second;
  }

  Operand operand(const Expression& e) { return {&e, path_of(e), size_of(e)}; }

  std::optional<Range> size_of(const Expression& e) {
    if (const auto found = sizes_of_.find(&e); found != sizes_of_.end()) {
      return found->second;
    }
    if (e.kind == Kind::kLiteral && !is_name(e)) {
      return Range::exactly(cel::size_of(e.literal));
    }
    if (e.kind == Kind::kList || e.kind == Kind::kMap) {
      return Range::exactly(e.entries.size());
    }
    if (const DataPath path = path_of(e); !path.empty()) {
      if (const auto most = sizes_(path.steps())) {
        return sizes_of_[&e] = Range{0, *most};
      }
    }
    if (is_scalar(e.type)) {
      return Range::exactly(1);
    }
    const Local* local = find_local(e);
    return local != nullptr ? local->size : std::nullopt;
  }

  Range size_or_unknown(const Expression& e) { return size_of(e).value_or(Range::unknown()); }

  void set_size(const Expression& e, std::optional<Range> size) {
    if (size) {
      sizes_of_[&e] = *size;
    }
  }

  std::optional<Entries> entries_of(const Expression& e) const {
    if (const auto found = entries_.find(&e); found != entries_.end()) {
      return found->second;
    }
    const Local* local = find_local(e);
    return local != nullptr ? local->entries : std::nullopt;
  }

  void set_entries(const Expression& e, const std::optional<Entries>& entries) {
    if (entries) {
      entries_[&e] = *entries;
    }
  }

  void copy_sizes(const Expression& to, const Expression& from) {
    set_size(to, size_of(from));
    set_entries(to, entries_of(from));
  }

  const SizeLookup& sizes_;
  std::vector<Local> locals_;
  std::unordered_map<const Expression*, DataPath> paths_;
  std::unordered_map<const Expression*, Range> sizes_of_;
  std::unordered_map<const Expression*, Entries> entries_;
};

}  // namespace

Range estimate_cost(const Expression& tree, const SizeLookup& sizes) {
  return Estimator(sizes).cost(tree);
}

}  // namespace sluice::cel
