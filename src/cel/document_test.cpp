// SPDX-License-Identifier: Apache-2.0
#include "cel/document.h"

#include "cel/test_eval.h"

namespace sluice::cel {
namespace {

using Kind = Type::Kind;

TEST(Document, ReadsUntypedData) {
  const char* document = R"({"a": [1, 2.5, "x", true, null], "b": {"c": 7}})";
  expect_true(
      {"self.a[0] == 1", "self.a[1] == 2.5", "self.a[2] == 'x'", "self.a[3]", "self.a[4] == null",
       "self.b.c == 7", "self['b']['c'] == 7", "size(self.a) == 5", "'b' in self", "!('x' in self)",
       "has(self.b.c)", "!has(self.b.d)", "self.b.map(k, k) == ['c']", "type(self.a[1]) == double"},
      document);
  EXPECT_EQ(run("self.missing", document), "error: no such key: missing");
  EXPECT_EQ(run("self.a[9]", document), "error: index out of bounds: 9");
  EXPECT_EQ(run("self.a[4].x", document), "error: no such key: x");
}

Value typed(const json::Value& document, const Type& type) {
  return from_json(document, type);
}

TEST(Document, ReadsScalarsByTheirType) {
  EXPECT_EQ(typed(json::Value(3), Type(Kind::kDouble)).as_double(), 3.0);
  EXPECT_EQ(typed(json::Value(3.0), Type(Kind::kInt)).as_int(), 3);
  EXPECT_EQ(typed(json::Value("90s"), Type(Kind::kDuration)).as_duration().nanos, 90'000'000'000);
  EXPECT_EQ(typed(json::Value("1970-01-02"), Type(Kind::kTimestamp)).as_timestamp().seconds, 86400);
  EXPECT_EQ(typed(json::Value("aGk="), Type(Kind::kBytes)).as_bytes(), "hi");
  EXPECT_TRUE(typed(json::Value(), Type(Kind::kInt)).is(Value::Kind::kNull));
  EXPECT_TRUE(typed(json::Value("x"), Type(Kind::kInt)).is_error());
  EXPECT_TRUE(typed(json::Value(1.5), Type(Kind::kInt)).is_error());
  EXPECT_TRUE(typed(json::Value("x"), Type(Kind::kTimestamp)).is_error());
}

TEST(Document, ReadsObjectsByTheirFields) {
  const auto object = std::make_shared<ObjectType>(
      "T", std::vector<ObjectType::Field>{{"__in__", "in", Type(Kind::kInt)}});
  const Type type = Type::object(object);
  const json::Value document = *json::parse(R"({"in": 5, "more": "x"})");
  const Value value = from_json(document, type);
  EXPECT_EQ(value.as_map().find_text("__in__")->as_int(), 5);
  EXPECT_EQ(value.as_map().at(0).key.as_string(), "__in__");
  EXPECT_EQ(value.type().name(), "T");
  EXPECT_EQ(*to_json(value), document);
}

TEST(Document, WritesValuesBack) {
  EXPECT_EQ(json::write(*to_json(Value::list({Value(std::int64_t{1}), Value::none()}))),
            "[1,null]");
  EXPECT_EQ(to_json(Value(Duration{1'500'000'000}))->as_string(), "1.5s");
  EXPECT_EQ(to_json(Value::bytes("hi"))->as_string(), "aGk=");
  EXPECT_FALSE(to_json(Value::error("x")).has_value());
  EXPECT_FALSE(to_json(Value(Type())).has_value());
}

}  // namespace
}  // namespace sluice::cel
