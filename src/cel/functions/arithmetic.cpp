// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>

#include "cel/equality.h"
#include "cel/functions/cost.h"
#include "cel/functions/function.h"
#include "cel/time.h"

namespace sluice::cel {
namespace {

constexpr std::int64_t kNano = 1'000'000'000;

Value overflow(const char* what) {
  return Value::error(std::string(what) + " overflow");
}

Value add_int(const Arguments& a) {
  std::int64_t sum = 0;
  return __builtin_add_overflow(a[0].as_int(), a[1].as_int(), &sum) ? overflow("integer")
                                                                    : Value(sum);
}
Value subtract_int(const Arguments& a) {
  std::int64_t difference = 0;
  return __builtin_sub_overflow(a[0].as_int(), a[1].as_int(), &difference) ? overflow("integer")
                                                                           : Value(difference);
}
Value multiply_int(const Arguments& a) {
  std::int64_t product = 0;
  return __builtin_mul_overflow(a[0].as_int(), a[1].as_int(), &product) ? overflow("integer")
                                                                        : Value(product);
}
Value divide_int(const Arguments& a) {
  if (a[1].as_int() == 0) {
    return Value::error("division by zero");
  }
  if (a[1].as_int() == -1 && a[0].as_int() == std::numeric_limits<std::int64_t>::min()) {
    return overflow("integer");
  }
  return Value(a[0].as_int() / a[1].as_int());
}
Value modulo_int(const Arguments& a) {
  if (a[1].as_int() == 0) {
    return Value::error("modulus by zero");
  }
  if (a[1].as_int() == -1 && a[0].as_int() == std::numeric_limits<std::int64_t>::min()) {
    return overflow("integer");
  }
  return Value(a[0].as_int() % a[1].as_int());
}
Value negate_int(const Arguments& a) {
  return a[0].as_int() == std::numeric_limits<std::int64_t>::min() ? overflow("integer")
                                                                   : Value(-a[0].as_int());
}

Value add_uint(const Arguments& a) {
  std::uint64_t sum = 0;
  return __builtin_add_overflow(a[0].as_uint(), a[1].as_uint(), &sum) ? overflow("unsigned integer")
                                                                      : Value(sum);
}
Value subtract_uint(const Arguments& a) {
  std::uint64_t difference = 0;
  return __builtin_sub_overflow(a[0].as_uint(), a[1].as_uint(), &difference)
             ? overflow("unsigned integer")
             : Value(difference);
}
Value multiply_uint(const Arguments& a) {
  std::uint64_t product = 0;
  return __builtin_mul_overflow(a[0].as_uint(), a[1].as_uint(), &product)
             ? overflow("unsigned integer")
             : Value(product);
}
Value divide_uint(const Arguments& a) {
  return a[1].as_uint() == 0 ? Value::error("division by zero")
                             : Value(a[0].as_uint() / a[1].as_uint());
}
Value modulo_uint(const Arguments& a) {
  return a[1].as_uint() == 0 ? Value::error("modulus by zero")
                             : Value(a[0].as_uint() % a[1].as_uint());
}

Value add_double(const Arguments& a) {
  return Value(a[0].as_double() + a[1].as_double());
}
Value subtract_double(const Arguments& a) {
  return Value(a[0].as_double() - a[1].as_double());
}
Value multiply_double(const Arguments& a) {
  return Value(a[0].as_double() * a[1].as_double());
}
Value divide_double(const Arguments& a) {
  return Value(a[0].as_double() / a[1].as_double());
}
Value negate_double(const Arguments& a) {
  return Value(-a[0].as_double());
}

Value add_string(const Arguments& a) {
  std::string text(a[0].as_string());
  text += a[1].as_string();
  return Value(std::move(text));
}
Value add_bytes(const Arguments& a) {
  std::string data(a[0].as_bytes());
  data += a[1].as_bytes();
  return Value::bytes(std::move(data));
}

// Two lists as one, without copying: adding lists costs next to nothing, so it must take as little.
class ConcatList final : public List {
 public:
  ConcatList(ListPtr left, ListPtr right)
      : left_(std::move(left)),
        right_(std::move(right)),
        size_(left_->size() + right_->size()),
        depth_(1 + std::max(depth_of(*left_), depth_of(*right_))) {}
  std::size_t size() const override { return size_; }
  std::size_t depth() const { return depth_; }
  Value at(std::size_t index) const override {
    const List* list = this;
    for (const ConcatList* pair = this; pair != nullptr;
         pair = dynamic_cast<const ConcatList*>(list)) {
      const bool in_left = index < pair->left_->size();
      index -= in_left ? 0 : pair->left_->size();
      list = in_left ? pair->left_.get() : pair->right_.get();
    }
    return list->at(index);
  }

 private:
  static std::size_t depth_of(const List& list) {
    const auto* pair = dynamic_cast<const ConcatList*>(&list);
    return pair == nullptr ? 0 : pair->depth_;
  }

  ListPtr left_;
  ListPtr right_;
  std::size_t size_;
  std::size_t depth_;
};

constexpr std::size_t kMaxItems = 10'000'000;
constexpr std::size_t kMaxDepth = 64;  // what is deeper is copied: its end is a recursion
constexpr std::size_t kMaxCopied = 1'000'000;

std::vector<Value> items_of(const List& list) {
  std::vector<Value> items;
  items.reserve(list.size());
  for (std::size_t i = 0; i < list.size(); ++i) {
    items.push_back(list.at(i));
  }
  return items;
}

// A set takes what it does not have; a map replaces the items that have the same keys.
Value merge_lists(const List& a, const List& b) {
  std::vector<Value> items = items_of(a);
  for (std::size_t i = 0; i < b.size(); ++i) {
    const Value item = b.at(i);
    std::size_t same = 0;
    while (same < items.size() &&
           !(a.semantics() == ListSemantics::kSet ? equals(items[same], item)
                                                  : same_keys(items[same], item, a.keys()))) {
      ++same;
    }
    if (same == items.size()) {
      items.push_back(item);
    } else {
      items[same] = item;
    }
  }
  return Value::list(std::move(items));
}

Value add_list(const Arguments& a) {
  const List& right = a[1].as_list();
  if (a[0].as_list().semantics() != ListSemantics::kAtomic) {
    return merge_lists(a[0].as_list(), right);
  }
  ListPtr left = a[0].take_list();
  // An accumulator that nobody else holds grows in place; else n items would cost n² copies.
  if (left.use_count() == 1 && dynamic_cast<const VectorList*>(left.get()) != nullptr) {
    auto grown = std::static_pointer_cast<VectorList>(std::const_pointer_cast<List>(left));
    for (std::size_t i = 0; i < right.size(); ++i) {
      grown->append(right.at(i));
    }
    return Value(std::move(left));
  }
  const auto joined = std::make_shared<ConcatList>(std::move(left), a[1].list_ptr());
  const bool deep = joined->depth() > kMaxDepth;
  if (joined->size() > (deep ? kMaxCopied : kMaxItems)) {
    return Value::error("list concatenation: too many items");
  }
  return deep ? Value::list(items_of(*joined)) : Value(ListPtr(joined));
}

Value shift(Timestamp time, std::int64_t nanos) {
  std::int64_t rest = time.nanos + nanos % kNano;
  time.seconds += nanos / kNano;
  if (rest < 0) {
    rest += kNano;
    --time.seconds;
  } else if (rest >= kNano) {
    rest -= kNano;
    ++time.seconds;
  }
  time.nanos = static_cast<std::int32_t>(rest);
  return in_range(time) ? Value(time) : overflow("timestamp");
}

Value add_timestamp_duration(const Arguments& a) {
  return shift(a[0].as_timestamp(), a[1].as_duration().nanos);
}
Value add_duration_timestamp(const Arguments& a) {
  return shift(a[1].as_timestamp(), a[0].as_duration().nanos);
}
Value add_duration(const Arguments& a) {
  std::int64_t sum = 0;
  return __builtin_add_overflow(a[0].as_duration().nanos, a[1].as_duration().nanos, &sum)
             ? overflow("duration")
             : Value(Duration{sum});
}
Value subtract_timestamp_duration(const Arguments& a) {
  const std::int64_t nanos = a[1].as_duration().nanos;
  return nanos == std::numeric_limits<std::int64_t>::min() ? overflow("timestamp")
                                                           : shift(a[0].as_timestamp(), -nanos);
}
Value subtract_duration(const Arguments& a) {
  std::int64_t difference = 0;
  return __builtin_sub_overflow(a[0].as_duration().nanos, a[1].as_duration().nanos, &difference)
             ? overflow("duration")
             : Value(Duration{difference});
}
Value subtract_timestamp(const Arguments& a) {
  const Timestamp left = a[0].as_timestamp();
  const Timestamp right = a[1].as_timestamp();
  std::int64_t nanos = 0;
  if (__builtin_mul_overflow(left.seconds - right.seconds, kNano, &nanos) ||
      __builtin_add_overflow(nanos, std::int64_t{left.nanos} - right.nanos, &nanos)) {
    return overflow("duration");
  }
  return Value(Duration{nanos});
}
const FunctionRow kRows[] = {
    {"_+_", "(bytes, bytes) bytes", "add_bytes", add_bytes, cost_traverse_both},
    {"_+_", "(double, double) double", "add_double", add_double},
    {"_+_", "(duration, duration) duration", "add_duration_duration", add_duration},
    {"_+_", "(duration, timestamp) timestamp", "add_duration_timestamp", add_duration_timestamp},
    {"_+_", "(timestamp, duration) timestamp", "add_timestamp_duration", add_timestamp_duration},
    {"_+_", "(int, int) int", "add_int64", add_int},
    {"_+_", "(list(A), list(A)) list(A)", "add_list", add_list},
    {"_+_", "(string, string) string", "add_string", add_string, cost_traverse_both},
    {"_+_", "(uint, uint) uint", "add_uint64", add_uint},
    {"_-_", "(double, double) double", "subtract_double", subtract_double},
    {"_-_", "(duration, duration) duration", "subtract_duration_duration", subtract_duration},
    {"_-_", "(int, int) int", "subtract_int64", subtract_int},
    {"_-_", "(timestamp, duration) timestamp", "subtract_timestamp_duration",
     subtract_timestamp_duration},
    {"_-_", "(timestamp, timestamp) duration", "subtract_timestamp_timestamp", subtract_timestamp},
    {"_-_", "(uint, uint) uint", "subtract_uint64", subtract_uint},
    {"_*_", "(double, double) double", "multiply_double", multiply_double},
    {"_*_", "(int, int) int", "multiply_int64", multiply_int},
    {"_*_", "(uint, uint) uint", "multiply_uint64", multiply_uint},
    {"_/_", "(double, double) double", "divide_double", divide_double},
    {"_/_", "(int, int) int", "divide_int64", divide_int},
    {"_/_", "(uint, uint) uint", "divide_uint64", divide_uint},
    {"_%_", "(int, int) int", "modulo_int64", modulo_int},
    {"_%_", "(uint, uint) uint", "modulo_uint64", modulo_uint},
    {"-_", "(double) double", "negate_double", negate_double},
    {"-_", "(int) int", "negate_int64", negate_int},
};

}  // namespace

std::span<const FunctionRow> arithmetic_functions() {
  return kRows;
}

}  // namespace sluice::cel
