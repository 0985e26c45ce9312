// SPDX-License-Identifier: Apache-2.0
#include <unordered_map>

#include "base/result.h"
#include "cel/functions/function.h"

namespace sluice::cel {
namespace {

using Kind = Type::Kind;

struct NamedKind {
  std::string_view name;
  Kind kind;
};
constexpr NamedKind kSimpleTypes[] = {
    {"dyn", Kind::kDyn},          {"null", Kind::kNull},   {"bool", Kind::kBool},
    {"int", Kind::kInt},          {"uint", Kind::kUint},   {"double", Kind::kDouble},
    {"string", Kind::kString},    {"bytes", Kind::kBytes}, {"timestamp", Kind::kTimestamp},
    {"duration", Kind::kDuration}};

class SignatureReader {
 public:
  explicit SignatureReader(std::string_view text) : text_(text) {}

  Type type() {
    const std::string_view name = word();
    std::vector<Type> parameters;
    if (accept('(')) {
      do {
        parameters.push_back(type());
      } while (accept(','));
      CHECK(accept(')'));
    }
    return make(name, std::move(parameters));
  }

  bool accept(char c) {
    while (!text_.empty() && text_.front() == ' ') {
      text_.remove_prefix(1);
    }
    if (text_.empty() || text_.front() != c) {
      return false;
    }
    text_.remove_prefix(1);
    return true;
  }

 private:
  std::string_view word() {
    accept(' ');
    const std::size_t end = std::min(text_.find_first_of("(), "), text_.size());
    const std::string_view word = text_.substr(0, end);
    text_.remove_prefix(end);
    return word;
  }

  static Type make(std::string_view name, std::vector<Type> parameters) {
    for (const NamedKind& simple : kSimpleTypes) {
      if (simple.name == name) {
        return Type(simple.kind);
      }
    }
    if (name == "list") {
      return Type::list(parameters.at(0));
    }
    if (name == "map") {
      return Type::map(parameters.at(0), parameters.at(1));
    }
    if (name == "optional") {
      return Type::optional(parameters.at(0));
    }
    if (name == "type") {
      return Type::type_of(parameters.empty() ? Type() : parameters[0]);
    }
    return name.size() == 1 ? Type::param(std::string(name)) : Type::opaque(std::string(name));
  }

  std::string_view text_;
};

Overload make_overload(const FunctionRow& row, bool standard) {
  Overload overload{.name = std::string(row.name),
                    .id = std::string(row.id),
                    .function = row.function,
                    .cost = row.cost,
                    .standard = standard};
  SignatureReader reader(row.signature);
  overload.member = reader.accept('.');
  CHECK(reader.accept('('));
  if (!reader.accept(')')) {
    do {
      overload.parameters.push_back(reader.type());
    } while (reader.accept(','));
    CHECK(reader.accept(')'));
  }
  overload.result = reader.type();
  return overload;
}

using Registry = std::unordered_map<std::string, std::vector<Overload>>;

Registry make_registry() {
  Registry registry;
  const auto add = [&](std::span<const FunctionRow> rows, bool standard) {
    for (const FunctionRow& row : rows) {
      registry[std::string(row.name)].push_back(make_overload(row, standard));
    }
  };
  for (const auto library : {operator_functions, arithmetic_functions, conversion_functions,
                             standard_string_functions, time_functions}) {
    add(library(), true);
  }
  for (const auto library :
       {string_functions, list_functions, set_functions, regex_functions, optional_functions,
        url_functions, quantity_functions, network_functions, named_format_functions,
        semver_functions, authorizer_functions}) {
    add(library(), false);
  }
  return registry;
}

}  // namespace

Type parse_type(std::string_view text) {
  return SignatureReader(text).type();
}

const std::vector<Overload>& find_overloads(std::string_view name) {
  static const Registry registry = make_registry();
  static const std::vector<Overload> none;
  const auto found = registry.find(std::string(name));
  return found == registry.end() ? none : found->second;
}

bool accepts(const Type& parameter, const Value& value) {
  switch (parameter.kind()) {
    case Kind::kNull:
      return value.is(Value::Kind::kNull);
    case Kind::kBool:
      return value.is(Value::Kind::kBool);
    case Kind::kInt:
      return value.is(Value::Kind::kInt);
    case Kind::kUint:
      return value.is(Value::Kind::kUint);
    case Kind::kDouble:
      return value.is(Value::Kind::kDouble);
    case Kind::kString:
      return value.is(Value::Kind::kString);
    case Kind::kBytes:
      return value.is(Value::Kind::kBytes);
    case Kind::kTimestamp:
      return value.is(Value::Kind::kTimestamp);
    case Kind::kDuration:
      return value.is(Value::Kind::kDuration);
    case Kind::kList:
      return value.is(Value::Kind::kList);
    case Kind::kMap:
    case Kind::kObject:
      return value.is(Value::Kind::kMap);
    case Kind::kOptional:
      return value.is(Value::Kind::kOptional);
    case Kind::kType:
      return value.is(Value::Kind::kType);
    case Kind::kOpaque:
      return value.is(Value::Kind::kOpaque) && value.as_opaque().type_name() == parameter.name();
    case Kind::kError:
      return false;
    case Kind::kDyn:
    case Kind::kParam:
      break;
  }
  return true;
}

}  // namespace sluice::cel
