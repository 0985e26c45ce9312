// SPDX-License-Identifier: Apache-2.0
#include "cel/program.h"

#include "cel/test_eval.h"

namespace sluice::cel {
namespace {

TEST(Program, BindIsAMacroOnlyWhereItIsDeclared) {
  EXPECT_TRUE(compile("cel.bind(x, 1, x > 0)", {.binds = true}).has_value());
  EXPECT_EQ(compile("cel.bind(x, 1, x > 0)", {}).error().message,
            "ERROR: <input>:1:1: undeclared reference to 'cel' (in container '')\n"
            " | cel.bind(x, 1, x > 0)\n"
            " | ^\n"
            "ERROR: <input>:1:9: undeclared reference to 'bind' (in container '')\n"
            " | cel.bind(x, 1, x > 0)\n"
            " | ........^\n"
            "ERROR: <input>:1:10: undeclared reference to 'x' (in container '')\n"
            " | cel.bind(x, 1, x > 0)\n"
            " | .........^\n"
            "ERROR: <input>:1:16: undeclared reference to 'x' (in container '')\n"
            " | cel.bind(x, 1, x > 0)\n"
            " | ...............^");
}

TEST(Program, SaysWhichVariablesItUses) {
  const auto program =
      compile("self.a == oldSelf.a && [1].all(x, x > 0)",
              {.variables = {{"self", Type()}, {"oldSelf", Type()}, {"x", Type()}}});
  EXPECT_TRUE(program->uses("self"));
  EXPECT_TRUE(program->uses("oldSelf"));
  EXPECT_FALSE(program->uses("x"));
}

TEST(Program, MakesObjectsOfDeclaredTypes) {
  Declarations declarations;
  declarations.find_type = [](std::string_view name) {
    return name.substr(0, 6) == "Object" ? ObjectType::open(std::string(name)) : nullptr;
  };
  const auto program =
      compile("Object{spec: Object.spec{replicas: 3, ?x: optional.none()}}", declarations);
  ASSERT_TRUE(program.has_value()) << program.error().message;
  const Evaluation evaluation = program->eval({});
  EXPECT_EQ(json::write(*to_json(*evaluation.value)), R"({"spec":{"replicas":3}})");
  EXPECT_EQ(evaluation.value->type().name(), "Object");
}

TEST(Program, ReportsAllIssues) {
  EXPECT_EQ(
      compile("x + y", {}).error().message,
      "ERROR: <input>:1:1: undeclared reference to 'x' (in container '')\n | x + y\n | ^\n"
      "ERROR: <input>:1:5: undeclared reference to 'y' (in container '')\n | x + y\n | ....^");
}

TEST(Program, SurvivesItsCopies) {
  Program copy = *compile("1 + 1", {});
  EXPECT_EQ(copy.eval({}).value->as_int(), 2);
  EXPECT_EQ(copy.type().to_string(), "int");
}

}  // namespace
}  // namespace sluice::cel
