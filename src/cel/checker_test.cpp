// SPDX-License-Identifier: Apache-2.0
#include "cel/checker.h"

#include "cel/test_eval.h"

namespace sluice::cel {
namespace {

using Kind = Type::Kind;

Declarations declarations() {
  const auto object = std::make_shared<ObjectType>(
      "Spec", std::vector<ObjectType::Field>{
                  {"replicas", "replicas", Type(Kind::kInt)},
                  {"names", "names", Type::list(Type(Kind::kString))},
                  {"labels", "labels", Type::map(Type(Kind::kString), Type(Kind::kString))}});
  Declarations result{.variables = {{"self", Type::object(object)},
                                    {"any", Type()},
                                    {"authorizer.requestResource", Type(Kind::kString)}}};
  result.find_type = [object](std::string_view name) { return name == "Spec" ? object : nullptr; };
  return result;
}

std::string type_of(std::string_view expression) {
  const auto program = compile(expression, declarations());
  if (program) {
    return program->type().to_string();
  }
  return program.error().message.substr(0, program.error().message.find('\n'));
}

TEST(Checker, InfersTypes) {
  EXPECT_EQ(type_of("self.replicas + 1"), "int");
  EXPECT_EQ(type_of("self.names.map(n, size(n))"), "list(int)");
  EXPECT_EQ(type_of("self.labels['a']"), "string");
  EXPECT_EQ(type_of("self.?replicas"), "optional_type(int)");
  EXPECT_EQ(type_of("self.?names[0].orValue('x')"), "string");
  EXPECT_EQ(type_of("any.x + 1"), "int");
  EXPECT_EQ(type_of("any + any"), "dyn");
  EXPECT_EQ(type_of("[]"), "list(dyn)");
  EXPECT_EQ(type_of("{'a': []}"), "map(string, list(dyn))");
  EXPECT_EQ(type_of("type(1)"), "type(int)");
  EXPECT_EQ(type_of("authorizer.requestResource"), "string");
  EXPECT_EQ(type_of("true ? 1 : any"), "dyn");
  EXPECT_EQ(type_of("Spec{replicas: 1}"), "Spec");
  EXPECT_EQ(type_of("self.names.exists(self, self == 'a')"), "bool");
  EXPECT_EQ(type_of("'%d %s'.format([1, 'a'])"), "string");
}

TEST(Checker, ReportsWhatDoesNotFit) {
  EXPECT_EQ(type_of("x"), "ERROR: <input>:1:1: undeclared reference to 'x' (in container '')");
  EXPECT_EQ(type_of("f(1)"), "ERROR: <input>:1:2: undeclared reference to 'f' (in container '')");
  EXPECT_EQ(type_of("1 + 'a'"),
            "ERROR: <input>:1:3: found no matching overload for '_+_' applied to '(int, string)'");
  EXPECT_EQ(type_of("'a'.contains(1)"),
            "ERROR: <input>:1:13: found no matching overload for 'contains' applied to "
            "'string.(int)'");
  EXPECT_EQ(type_of("self.nothing"), "ERROR: <input>:1:5: undefined field 'nothing'");
  EXPECT_EQ(type_of("has(self.nothing)"), "ERROR: <input>:1:4: undefined field 'nothing'");
  EXPECT_EQ(type_of("1.all(x, true)"),
            "ERROR: <input>:1:1: expression of type 'int' cannot be range of a comprehension "
            "(must be list, map, or dynamic)");
  EXPECT_EQ(type_of("'a'.b"), "ERROR: <input>:1:4: type 'string' does not support field selection");
  EXPECT_EQ(type_of("1 && true"), "ERROR: <input>:1:1: expected type 'bool' but found 'int'");
  EXPECT_EQ(type_of("Spec{replicas: 'a'}"),
            "ERROR: <input>:1:14: expected type of field 'replicas' is 'int' but provided type is "
            "'string'");
  EXPECT_EQ(type_of("Other{}"),
            "ERROR: <input>:1:6: undeclared reference to 'Other' (in container '')");
  EXPECT_EQ(type_of("1.0 == 1"),
            "ERROR: <input>:1:5: found no matching overload for '_==_' applied to '(double, int)'");
}

TEST(Checker, HoldsExpressionsToTheirResult) {
  Declarations wants_bool;
  wants_bool.result = Type(Kind::kBool);
  EXPECT_TRUE(compile("1 == 1", wants_bool).has_value());
  EXPECT_EQ(compile("1", wants_bool).error().message,
            "ERROR: <input>:1:1: expected type 'bool' but found 'int'\n | 1\n | ^");
}

}  // namespace
}  // namespace sluice::cel
