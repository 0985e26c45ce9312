// SPDX-License-Identifier: Apache-2.0
#include "cel/value.h"

#include <gtest/gtest.h>

namespace sluice::cel {
namespace {

TEST(Value, KnowsItsTypeAndContent) {
  EXPECT_EQ(Value().type().name(), "null_type");
  EXPECT_EQ(Value(std::int64_t{3}).as_int(), 3);
  EXPECT_EQ(Value(std::string("a")).as_string(), "a");
  EXPECT_EQ(Value::list({Value(true)}).as_list().size(), 1U);
  EXPECT_EQ(Value::some(Value(true)).as_optional()->as_bool(), true);
  EXPECT_EQ(Value::none().as_optional(), nullptr);
  EXPECT_EQ(Value::error("broken").error_message(), "broken");
  EXPECT_EQ(Value(Type::opaque("net.IP")).type().name(), "type");
}

TEST(Value, CopiesShareLists) {
  Value list = Value::list({Value(true)});
  const Value copy = list;
  EXPECT_EQ(&list.as_list(), &copy.as_list());
  EXPECT_EQ(list.take_list().use_count(), 2);
}

}  // namespace
}  // namespace sluice::cel
