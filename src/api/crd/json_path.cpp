// SPDX-License-Identifier: Apache-2.0
#include "api/crd/json_path.h"

#include "base/text.h"
#include "json/text.h"

namespace sluice::api {
namespace {

tl::unexpected<Error> not_understood(std::string_view text) {
  return fail(Code::kInvalid, "unrecognized path near \"" + std::string(text) + "\"");
}

bool is_quoted(std::string_view text) {
  return text.size() >= 2 && (text.front() == '\'' || text.front() == '"') &&
         text.back() == text.front();
}

// Where the bracket that `text` begins with ends; texts in quotes may hold brackets.
std::size_t closing_bracket(std::string_view text) {
  int depth = 0;
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quote != 0) {
      quote = c == quote ? '\0' : quote;
    } else if (c == '\'' || c == '"') {
      quote = c;
    } else if (c == '[') {
      ++depth;
    } else if (c == ']' && --depth == 0) {
      return i;
    }
  }
  return std::string_view::npos;
}

// A member name up to the next dot or bracket; a backslash keeps what follows it.
std::string take_name(std::string_view& text) {
  std::string name;
  std::size_t i = 0;
  for (; i < text.size() && text[i] != '.' && text[i] != '['; ++i) {
    if (text[i] == '\\' && i + 1 < text.size()) {
      ++i;
    }
    name += text[i];
  }
  text.remove_prefix(i);
  return name;
}

}  // namespace

Result<JsonPath> JsonPath::parse(std::string_view text) {
  JsonPath path;
  std::string_view rest = text;
  while (!rest.empty()) {
    if (rest.front() == '[') {
      const std::size_t end = closing_bracket(rest);
      if (end == std::string_view::npos) {
        return not_understood(rest);
      }
      TRY(path.read_bracket(trim(rest.substr(1, end - 1))));
      rest.remove_prefix(end + 1);
      continue;
    }
    if (rest.front() != '.') {
      return not_understood(rest);
    }
    rest.remove_prefix(1);
    const std::string name = take_name(rest);
    if (name == "*") {
      path.steps_.push_back({.kind = Step::Kind::kEvery});
    } else if (!name.empty()) {
      path.steps_.push_back({.name = name});
    }
  }
  return path;
}

Result<void> JsonPath::read_bracket(std::string_view inside) {
  if (inside == "*") {
    steps_.push_back({.kind = Step::Kind::kEvery});
  } else if (is_quoted(inside)) {
    steps_.push_back({.name = std::string(inside.substr(1, inside.size() - 2))});
  } else if (const auto index = parse_int(inside)) {
    steps_.push_back({.kind = Step::Kind::kIndex, .index = *index});
  } else if (inside.starts_with("?(") && inside.ends_with(')')) {
    return read_filter(trim(inside.substr(2, inside.size() - 3)));
  } else {
    return not_understood(inside);
  }
  return {};
}

Result<void> JsonPath::read_filter(std::string_view condition) {
  Step step{.kind = Step::Kind::kFilter};
  std::string_view left = condition;
  for (const char* op : {"==", "!="}) {
    const std::size_t sign = condition.find(op);
    if (sign == std::string_view::npos) {
      continue;
    }
    left = trim(condition.substr(0, sign));
    const std::string_view right = trim(condition.substr(sign + 2));
    auto parsed = json::parse(right);
    step.op = op;
    step.literal = is_quoted(right) ? json::Value(right.substr(1, right.size() - 2))
                   : parsed         ? std::move(*parsed)
                                    : json::Value(right);
    break;
  }
  if (!left.starts_with("@.")) {
    return not_understood(condition);
  }
  left.remove_prefix(1);
  while (!left.empty() && left.front() == '.') {
    left.remove_prefix(1);
    step.where.push_back(take_name(left));
    if (step.where.back().find_first_of("=<>!~()'\" ") != std::string::npos) {
      return not_understood(condition);
    }
  }
  if (!left.empty()) {
    return not_understood(left);
  }
  steps_.push_back(std::move(step));
  return {};
}

bool JsonPath::holds(const Step& step, const json::Value& item) {
  const json::Value* at = &item;
  for (const std::string& name : step.where) {
    at = at == nullptr ? nullptr : at->find(name);
  }
  if (at == nullptr) {
    return false;
  }
  return step.op.empty() || ((*at == step.literal) == (step.op == "=="));
}

const json::Value* JsonPath::find(const json::Value& root) const {
  return find(root, 0);
}

const json::Value* JsonPath::find(const json::Value& at, std::size_t next) const {
  if (next == steps_.size()) {
    return &at;
  }
  const Step& step = steps_[next];
  if (step.kind == Step::Kind::kMember) {
    const json::Value* member = at.find(step.name);
    return member == nullptr ? nullptr : find(*member, next + 1);
  }
  const json::Array& items = at.as_array();
  if (step.kind == Step::Kind::kIndex) {
    const auto size = static_cast<std::int64_t>(items.size());
    const std::int64_t index = step.index < 0 ? size + step.index : step.index;
    const bool inside = index >= 0 && index < size;
    return inside ? find(items[static_cast<std::size_t>(index)], next + 1) : nullptr;
  }
  for (const json::Value& item : items) {
    if (step.kind == Step::Kind::kEvery || holds(step, item)) {
      if (const json::Value* found = find(item, next + 1)) {
        return found;
      }
    }
  }
  return nullptr;
}

}  // namespace sluice::api
