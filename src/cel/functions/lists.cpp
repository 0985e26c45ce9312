// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <numeric>
#include <string>

#include "cel/equality.h"
#include "cel/functions/cost.h"
#include "cel/functions/function.h"
#include "cel/value_map.h"

namespace sluice::cel {
namespace {

using Kind = Value::Kind;

constexpr std::int64_t kMaxRange = 1'000'000;

Value is_sorted(const Arguments& a) {
  const List& list = a[0].as_list();
  for (std::size_t i = 1; i < list.size(); ++i) {
    const Value order = compare(list.at(i - 1), list.at(i));
    if (order.is(Kind::kInt) && order.as_int() > 0) {
      return Value(false);
    }
  }
  return Value(true);
}

Value add(const Value& a, const Value& b) {
  std::array<Value, 2> values = {a, b};
  for (const Overload& overload : find_overloads("_+_")) {
    if (accepts(overload.parameters[0], a) && accepts(overload.parameters[1], b)) {
      return overload.function({.values = values});
    }
  }
  return Value::no_such_overload();
}

Value sum_from(const List& list, Value total) {
  for (std::size_t i = 0; i < list.size() && !total.is_error(); ++i) {
    total = add(total, list.at(i));
  }
  return total;
}

Value sum_int(const Arguments& a) {
  return sum_from(a[0].as_list(), Value(std::int64_t{0}));
}
Value sum_uint(const Arguments& a) {
  return sum_from(a[0].as_list(), Value(std::uint64_t{0}));
}
Value sum_double(const Arguments& a) {
  return sum_from(a[0].as_list(), Value(0.0));
}
Value sum_duration(const Arguments& a) {
  return sum_from(a[0].as_list(), Value(Duration{}));
}

Value extreme(const List& list, std::int64_t better, const char* name) {
  if (list.size() == 0) {
    return Value::error(std::string(name) + " called on empty list");
  }
  Value best = list.at(0);
  for (std::size_t i = 1; i < list.size(); ++i) {
    const Value item = list.at(i);
    const Value order = compare(item, best);
    if (order.is(Kind::kInt) && order.as_int() == better) {
      best = item;
    }
  }
  return best;
}

Value min_item(const Arguments& a) {
  return extreme(a[0].as_list(), -1, "min");
}
Value max_item(const Arguments& a) {
  return extreme(a[0].as_list(), 1, "max");
}

Value index_of(const Arguments& a) {
  const List& list = a[0].as_list();
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (equals(list.at(i), a[1])) {
      return Value(static_cast<std::int64_t>(i));
    }
  }
  return Value(std::int64_t{-1});
}

Value last_index_of(const Arguments& a) {
  const List& list = a[0].as_list();
  for (std::size_t i = list.size(); i > 0; --i) {
    if (equals(list.at(i - 1), a[1])) {
      return Value(static_cast<std::int64_t>(i - 1));
    }
  }
  return Value(std::int64_t{-1});
}

Value slice(const Arguments& a) {
  const List& list = a[0].as_list();
  const std::int64_t start = a[1].as_int();
  const std::int64_t end = a[2].as_int();
  const auto size = static_cast<std::int64_t>(list.size());
  const std::string call =
      "cannot slice(" + std::to_string(start) + ", " + std::to_string(end) + "), ";
  if (start < 0 || end < 0) {
    return Value::error(call + "negative indexes not supported");
  }
  if (start > end) {
    return Value::error(call + "start index must be less than or equal to end index");
  }
  if (size < end) {
    return Value::error(call + "list is length " + std::to_string(size));
  }
  std::vector<Value> items;
  for (std::int64_t i = start; i < end; ++i) {
    items.push_back(list.at(static_cast<std::size_t>(i)));
  }
  return Value::list(std::move(items));
}

void flatten_into(const List& list, std::int64_t depth, std::vector<Value>& items) {
  for (std::size_t i = 0; i < list.size(); ++i) {
    const Value item = list.at(i);
    if (item.is(Kind::kList) && depth > 0) {
      flatten_into(item.as_list(), depth - 1, items);
    } else {
      items.push_back(item);
    }
  }
}

Value flatten(const Arguments& a) {
  const std::int64_t depth = a.size() > 1 ? a[1].as_int() : 1;
  if (depth < 0) {
    return Value::error("level must be non-negative");
  }
  std::vector<Value> items;
  flatten_into(a[0].as_list(), depth, items);
  return Value::list(std::move(items));
}

Value check_keys(const List& keys) {
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (compare(keys.at(i), keys.at(i)).is_error()) {
      return Value::error("list elements must be comparable");
    }
    if (keys.at(i).kind() != keys.at(0).kind()) {
      return Value::error("list elements must have the same type");
    }
  }
  return {};
}

Value sort_by_keys(const List& list, const List& keys) {
  if (list.size() != keys.size()) {
    return Value::error(
        "@sortByAssociatedKeys() expected a list of the same size as the associated keys list");
  }
  if (Value problem = check_keys(keys); problem.is_error()) {
    return problem;
  }
  std::vector<std::size_t> order(list.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t x, std::size_t y) {
    return compare(keys.at(x), keys.at(y)).as_int() < 0;
  });
  std::vector<Value> items;
  for (const std::size_t index : order) {
    items.push_back(list.at(index));
  }
  return Value::list(std::move(items));
}

Value sort(const Arguments& a) {
  return sort_by_keys(a[0].as_list(), a[0].as_list());
}
Value sort_by(const Arguments& a) {
  return sort_by_keys(a[0].as_list(), a[1].as_list());
}

Value range(const Arguments& a) {
  if (a[0].as_int() > kMaxRange) {
    return Value::error("lists.range: more than " + std::to_string(kMaxRange) + " items");
  }
  std::vector<Value> items;
  for (std::int64_t i = 0; i < a[0].as_int(); ++i) {
    items.emplace_back(i);
  }
  return Value::list(std::move(items));
}

Value reverse(const Arguments& a) {
  const List& list = a[0].as_list();
  std::vector<Value> items;
  for (std::size_t i = list.size(); i > 0; --i) {
    items.push_back(list.at(i - 1));
  }
  return Value::list(std::move(items));
}

// Keys are found by hash, all else by comparing with what was kept.
Value distinct(const Arguments& a) {
  const List& list = a[0].as_list();
  std::vector<Value> items;
  VectorList others({});
  ValueMap seen;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const Value item = list.at(i);
    const bool is_new =
        ValueMap::can_be_key(item) ? seen.insert(item, Value()) : !contains(others, item);
    if (is_new) {
      items.push_back(item);
      if (!ValueMap::can_be_key(item)) {
        others.append(item);
      }
    }
  }
  return Value::list(std::move(items));
}

Value map_insert(const Arguments& a) {
  MapPtr left = a[0].take_map();
  std::shared_ptr<ValueMap> map;
  if (left.use_count() == 1 && dynamic_cast<const ValueMap*>(left.get()) != nullptr) {
    map = std::static_pointer_cast<ValueMap>(std::const_pointer_cast<Map>(left));
  } else {
    map = std::make_shared<ValueMap>();
    for (std::size_t i = 0; i < left->size(); ++i) {
      Map::Entry entry = left->at(i);
      map->insert(std::move(entry.key), std::move(entry.value));
    }
  }
  const auto insert = [&](const Value& key, const Value& value) {
    return map->insert(key, value)
               ? Value()
               : Value::error("insert failed: key " +
                              std::string(key.is(Kind::kString) ? key.as_string() : "") +
                              " already exists");
  };
  if (a.size() == 3) {
    const Value inserted = insert(a[1], a[2]);
    return inserted.is_error() ? inserted : Value(MapPtr(map));
  }
  for (std::size_t i = 0; i < a[1].as_map().size(); ++i) {
    const Map::Entry entry = a[1].as_map().at(i);
    if (Value inserted = insert(entry.key, entry.value); inserted.is_error()) {
      return inserted;
    }
  }
  return Value(MapPtr(map));
}

std::uint64_t allocating(double factor, std::uint64_t size) {
  return static_cast<std::uint64_t>(static_cast<double>(size) * factor) + 1 + kListCost;
}

std::uint64_t cost_flatten(const Arguments& a, const Value&) {
  return allocating(a.size() > 1 ? static_cast<double>(a[1].as_int()) : 1, size_of(a[0]));
}

std::uint64_t self_compare(const List& list) {
  const std::uint64_t size = list.size();
  if (size == 0) {
    return allocating(2, 0);
  }
  const Value first = list.at(0);
  const bool text = first.is(Kind::kString) || first.is(Kind::kBytes);
  return allocating(text ? 2.1 : 2.0, size * size);
}

std::uint64_t cost_sort(const Arguments& a, const Value&) {
  return self_compare(a[0].as_list());
}
std::uint64_t cost_sort_by(const Arguments& a, const Value&) {
  return self_compare(a[1].as_list());
}

std::vector<FunctionRow> make_rows() {
  std::vector<FunctionRow> rows = {
      {"sum", ".(list(int)) int", "list_int_sum_int", sum_int, cost_elements},
      {"sum", ".(list(uint)) uint", "list_uint_sum_uint", sum_uint, cost_elements},
      {"sum", ".(list(double)) double", "list_double_sum_double", sum_double, cost_elements},
      {"sum", ".(list(duration)) duration", "list_duration_sum_duration", sum_duration,
       cost_elements},
      {"indexOf", ".(list(A), A) int", "list_a_index_of_int", index_of, cost_elements},
      {"lastIndexOf", ".(list(A), A) int", "list_a_last_index_of_int", last_index_of,
       cost_elements},
      {"slice", ".(list(T), int, int) list(T)", "list_slice", slice, cost_output},
      {"flatten", ".(list(list(T))) list(T)", "list_flatten", flatten, cost_flatten},
      {"flatten", ".(list(dyn), int) list(dyn)", "list_flatten_int", flatten, cost_flatten},
      {"lists.range", "(int) list(int)", "lists_range", range, cost_output},
      {"reverse", ".(list(T)) list(T)", "list_reverse", reverse, cost_output},
      {"distinct", ".(list(T)) list(T)", "list_distinct", distinct, cost_sort},
      {"cel.@mapInsert", "(map(K, V), K, V) map(K, V)", "@mapInsert_map_key_value", map_insert},
      {"cel.@mapInsert", "(map(K, V), map(K, V)) map(K, V)", "@mapInsert_map_map", map_insert},
  };
  struct Comparable {
    std::string_view is_sorted, extreme, sort, sort_by;
  };
  static constexpr Comparable kComparable[] = {
      {".(list(int)) bool", ".(list(int)) int", ".(list(int)) list(int)",
       ".(list(T), list(int)) list(T)"},
      {".(list(uint)) bool", ".(list(uint)) uint", ".(list(uint)) list(uint)",
       ".(list(T), list(uint)) list(T)"},
      {".(list(double)) bool", ".(list(double)) double", ".(list(double)) list(double)",
       ".(list(T), list(double)) list(T)"},
      {".(list(bool)) bool", ".(list(bool)) bool", ".(list(bool)) list(bool)",
       ".(list(T), list(bool)) list(T)"},
      {".(list(duration)) bool", ".(list(duration)) duration", ".(list(duration)) list(duration)",
       ".(list(T), list(duration)) list(T)"},
      {".(list(timestamp)) bool", ".(list(timestamp)) timestamp",
       ".(list(timestamp)) list(timestamp)", ".(list(T), list(timestamp)) list(T)"},
      {".(list(string)) bool", ".(list(string)) string", ".(list(string)) list(string)",
       ".(list(T), list(string)) list(T)"},
      {".(list(bytes)) bool", ".(list(bytes)) bytes", ".(list(bytes)) list(bytes)",
       ".(list(T), list(bytes)) list(T)"},
  };
  for (const Comparable& row : kComparable) {
    rows.push_back({"isSorted", row.is_sorted, "list_is_sorted_bool", is_sorted, cost_elements});
    rows.push_back({"min", row.extreme, "list_min", min_item, cost_elements});
    rows.push_back({"max", row.extreme, "list_max", max_item, cost_elements});
    rows.push_back({"sort", row.sort, "list_sort", sort, cost_sort});
    rows.push_back(
        {"@sortByAssociatedKeys", row.sort_by, "list_sortByAssociatedKeys", sort_by, cost_sort_by});
  }
  return rows;
}

}  // namespace

std::span<const FunctionRow> list_functions() {
  static const std::vector<FunctionRow> rows = make_rows();
  return rows;
}

}  // namespace sluice::cel
