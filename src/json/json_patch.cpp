// SPDX-License-Identifier: Apache-2.0
// RFC 6902 over RFC 6901 pointers, with the habits of the library that Kubernetes applies patches
// with: what is missing is null, indices may count from the end, and what stands before the first
// slash of a path is not looked at. Operations work on a private copy, so failing midway leaves no
// trace. Copies are bounded: without a limit, doubling a list forty times would fill the memory. So
// is depth: values moved into each other would exhaust the stack of whoever walks them.
#include <algorithm>
#include <optional>
#include <vector>

#include "base/text.h"
#include "json/patch.h"
#include "json/text.h"

namespace sluice::json {
namespace {

constexpr std::size_t kMaxOperations = 10'000;
constexpr std::size_t kMaxCopiedBytes = 3U << 20U;

using Pointer = std::vector<std::string>;

std::string unescape(std::string_view token) {
  std::string result;
  for (std::size_t i = 0; i < token.size(); ++i) {
    if (token[i] == '~' && i + 1 < token.size() && (token[i + 1] == '0' || token[i + 1] == '1')) {
      result += token[++i] == '0' ? '~' : '/';
    } else {
      result += token[i];
    }
  }
  return result;
}

Result<Pointer> parse_pointer(const Value* text, std::string_view member) {
  if (text == nullptr || !text->is_string()) {
    return fail(Code::kInvalid, "json patch: \"" + std::string(member) + "\" must be a string");
  }
  const std::string& path = text->as_string();
  Pointer pointer;
  if (path.empty()) {
    return pointer;
  }
  const std::size_t slash = path.find('/');
  if (slash == std::string::npos) {
    return fail(Code::kInvalid, "json patch: path \"" + path + "\" must start with /");
  }
  for (const std::string_view token : split(std::string_view(path).substr(slash + 1), '/')) {
    pointer.push_back(unescape(token));
  }
  return pointer;
}

tl::unexpected<Error> missing(const Pointer& pointer) {
  return fail(Code::kInvalid, "json patch: path \"/" + join(pointer, "/") + "\" does not exist");
}

// A number as Go reads one, below `end`; negative ones count from there.
std::optional<std::size_t> array_index(std::string_view token, std::size_t end) {
  if (token.starts_with('+') && !token.starts_with("+-")) {
    token.remove_prefix(1);
  }
  const std::optional<std::int64_t> number = parse_int(token);
  const auto size = static_cast<std::int64_t>(end);
  if (!number || *number < -size || *number >= size) {
    return std::nullopt;
  }
  return static_cast<std::size_t>(*number < 0 ? *number + size : *number);
}

Value* child(Value& parent, const std::string& token) {
  if (parent.is_object()) {
    return parent.object().find(token);
  }
  if (parent.is_array()) {
    const auto index = array_index(token, parent.as_array().size());
    return index ? &parent.array()[*index] : nullptr;
  }
  return nullptr;
}

Value* find(Value& root, const Pointer& pointer, std::size_t length) {
  Value* at = &root;
  for (std::size_t i = 0; at != nullptr && i < length; ++i) {
    at = child(*at, pointer[i]);
  }
  return at;
}

// What holds the value at the pointer, or would; nothing holds the whole document.
Value* holder(Value& root, const Pointer& pointer) {
  Value* found = pointer.empty() ? nullptr : find(root, pointer, pointer.size() - 1);
  return found != nullptr && (found->is_object() || found->is_array()) ? found : nullptr;
}

Result<void> add(Value& root, const Pointer& pointer, Value value) {
  Value* parent = holder(root, pointer);
  if (parent == nullptr) {
    return missing(pointer);
  }
  const std::string& last = pointer.back();
  if (parent->is_object()) {
    parent->object()[last] = std::move(value);
    return {};
  }
  Array& items = parent->array();
  const auto index = last == "-" ? items.size() : array_index(last, items.size() + 1);
  if (!index) {
    return missing(pointer);
  }
  items.insert(items.begin() + static_cast<std::ptrdiff_t>(*index), std::move(value));
  return {};
}

// The value at the pointer: null where an object has no such member.
Result<const Value*> get(Value& root, const Pointer& pointer) {
  Value* parent = holder(root, pointer);
  const Value* found = parent == nullptr ? nullptr : child(*parent, pointer.back());
  if (found == nullptr && (parent == nullptr || parent->is_array())) {
    return missing(pointer);
  }
  return found == nullptr ? &Value::null() : found;
}

Result<Value> remove(Value& root, const Pointer& pointer) {
  Value* parent = holder(root, pointer);
  Value* target = parent == nullptr ? nullptr : child(*parent, pointer.back());
  if (target == nullptr) {
    return missing(pointer);
  }
  Value removed = std::move(*target);
  if (parent->is_object()) {
    parent->object().erase(pointer.back());
  } else {
    Array& items = parent->array();
    items.erase(items.begin() + (target - items.data()));
  }
  return removed;
}

bool is_prefix(const Pointer& prefix, const Pointer& of) {
  return prefix.size() < of.size() && std::equal(prefix.begin(), prefix.end(), of.begin());
}

class Application {
 public:
  explicit Application(Value root) : root_(std::move(root)) {}

  Result<void> apply(const Value& operation) {
    const std::string& op = operation.at("op").as_string();
    TRY_ASSIGN(const Pointer path, parse_pointer(operation.find("path"), "path"));
    if (op == "remove") {
      TRY(remove(root_, path));
      return {};
    }
    if (op == "move" || op == "copy") {
      TRY_ASSIGN(const Pointer from, parse_pointer(operation.find("from"), "from"));
      return op == "move" ? move(from, path) : copy(from, path);
    }
    if (op != "add" && op != "replace" && op != "test") {
      return fail(Code::kInvalid, "json patch: unknown operation \"" + op + "\"");
    }
    const Value& value = operation.at("value");
    if (op == "test") {
      return test(path, value);
    }
    TRY(op == "add" ? add(root_, path, value) : replace(path, value));
    return deepened(path, depth(value));
  }

  Value take() { return std::move(root_); }

 private:
  Result<void> replace(const Pointer& path, const Value& value) {
    Value* target = path.empty() ? &root_ : nullptr;
    if (Value* parent = holder(root_, path)) {
      target = parent->is_object() ? &parent->object()[path.back()] : child(*parent, path.back());
    }
    if (target == nullptr) {
      return missing(path);
    }
    *target = value;
    return {};
  }

  Result<void> test(const Pointer& path, const Value& value) {
    const Value* target = &root_;
    if (!path.empty()) {
      TRY_ASSIGN(target, get(root_, path));
    }
    if (!(*target == value)) {
      return fail(Code::kInvalid, "json patch: testing path \"/" + join(path, "/") +
                                      "\": the value is not the expected one");
    }
    return {};
  }

  Result<void> move(const Pointer& from, const Pointer& to) {
    if (is_prefix(from, to)) {
      return fail(Code::kInvalid, "json patch: cannot move a value into itself");
    }
    TRY_ASSIGN(Value value, remove(root_, from));
    TRY(add(root_, to, std::move(value)));
    return deepened(to, deepest_);
  }

  Result<void> copy(const Pointer& from, const Pointer& to) {
    TRY_ASSIGN(const Value* source, get(root_, from));
    copied_ += write(*source).size();
    if (copied_ > kMaxCopiedBytes) {
      return fail(Code::kTooLarge,
                  "Request entity too large: Unable to complete the copy, the accumulated size "
                  "increase of copy is " +
                      std::to_string(copied_) + ", exceeding the limit " +
                      std::to_string(kMaxCopiedBytes));
    }
    TRY(add(root_, to, Value(*source)));
    return deepened(to, deepest_);
  }

  // A value that is `levels` deep at most now stands at `path`. The document is looked at only when
  // what is known of it does not tell.
  Result<void> deepened(const Pointer& path, std::size_t levels) {
    deepest_ = std::max(deepest_, path.size() + levels);
    if (deepest_ > kMaxDepth) {
      deepest_ = depth(root_);
    }
    if (deepest_ > kMaxDepth) {
      return fail(Code::kTooLarge, "Request entity too large: the patch nests values deeper than " +
                                       std::to_string(kMaxDepth) + " levels");
    }
    return {};
  }

  Value root_;
  std::size_t deepest_ = depth(root_);  // no value is deeper
  std::size_t copied_ = 0;
};

}  // namespace

Result<Value> json_patch(Value original, const Value& operations) {
  if (!operations.is_array()) {
    return fail(Code::kBadRequest, "json patch: expected a list of operations");
  }
  if (operations.as_array().size() > kMaxOperations) {
    return fail(Code::kTooLarge,
                "Request entity too large: The allowed maximum operations in a JSON patch is " +
                    std::to_string(kMaxOperations) + ", got " +
                    std::to_string(operations.as_array().size()));
  }
  Application application(std::move(original));
  for (const Value& operation : operations.as_array()) {
    TRY(application.apply(operation));
  }
  return application.take();
}

}  // namespace sluice::json
