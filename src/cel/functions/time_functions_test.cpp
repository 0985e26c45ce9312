// SPDX-License-Identifier: Apache-2.0
#include "cel/test_eval.h"

namespace sluice::cel {
namespace {

TEST(TimeFunctions, TakeTimestampsApart) {
  const std::string t = "timestamp('2009-02-13T23:31:30.123Z')";
  const std::vector<std::pair<std::string, std::string>> parts = {
      {"getFullYear()", "2009"},     {"getMonth()", "1"},
      {"getDayOfYear()", "43"},      {"getDayOfMonth()", "12"},
      {"getDate()", "13"},           {"getDayOfWeek()", "5"},
      {"getHours()", "23"},          {"getMinutes()", "31"},
      {"getSeconds()", "30"},        {"getMilliseconds()", "123"},
      {"getDate('+02:00')", "14"},   {"getHours('-00:31')", "23"},
      {"getMinutes('-00:31')", "0"}, {"getHours('Nowhere')", "error: unknown time zone Nowhere"}};
  for (const auto& [part, result] : parts) {
    EXPECT_EQ(run(t + "." + part), result) << part;
  }
}

TEST(TimeFunctions, TakeDurationsApart) {
  expect_all({{"duration('3730s').getHours()", "1"},
              {"duration('3730s').getMinutes()", "62"},
              {"duration('3730s').getSeconds()", "3730"},
              {"duration('1.5s').getMilliseconds()", "1500"}});
}

}  // namespace
}  // namespace sluice::cel
