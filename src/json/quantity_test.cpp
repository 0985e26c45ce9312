// SPDX-License-Identifier: Apache-2.0
#include "json/quantity.h"

#include <gtest/gtest.h>

#include <limits>

namespace sluice::json {
namespace {

std::string canonical(std::string_view text) {
  const auto parsed = Quantity::parse(text);
  return parsed ? parsed->to_string() : "bad";
}

TEST(Quantity, PrintsTheCanonicalForm) {
  EXPECT_EQ(canonical("1000m"), "1");
  EXPECT_EQ(canonical("1024Mi"), "1Gi");
  EXPECT_EQ(canonical("500m"), "500m");
  EXPECT_EQ(canonical("0.5"), "500m");
  EXPECT_EQ(canonical("1.5Gi"), "1536Mi");
  EXPECT_EQ(canonical("0.5Ki"), "512");
  EXPECT_EQ(canonical("2e3"), "2e3");
  EXPECT_EQ(canonical("1E"), "1E");
  EXPECT_EQ(canonical("12345k"), "12345k");
  EXPECT_EQ(canonical("100000"), "100k");
  EXPECT_EQ(canonical("-1.5"), "-1500m");
  EXPECT_EQ(canonical("0"), "0");
  EXPECT_EQ(canonical("0Ki"), "0");
  EXPECT_EQ(canonical("1n"), "1n");
  EXPECT_EQ(canonical("0.1n"), "1n");
  EXPECT_EQ(canonical(".5"), "500m");
  EXPECT_EQ(canonical("5."), "5");
}

TEST(Quantity, ManyDigitsStayExact) {
  EXPECT_EQ(canonical("12345678901.000000001"), "12345678901000000001n");
  EXPECT_EQ(canonical("12345678901000000001n"), "12345678901000000001n");
  EXPECT_EQ(canonical("9223372036854775806.999999999"), "9223372036854775806999999999n");
  EXPECT_EQ(canonical("-9223372036854775806999999999n"), "-9223372036854775806999999999n");
}

TEST(Quantity, ExponentsOfAnySizeMeanWhatTheySay) {
  EXPECT_EQ(canonical("100e-10"), "10e-9");
  EXPECT_EQ(canonical("101e-10"), "11e-9");
  EXPECT_EQ(canonical("10.1e-10"), "2e-9");
  EXPECT_EQ(canonical("10.0e-10"), "1e-9");
  EXPECT_EQ(canonical("1e-100"), "1e-9");
  EXPECT_EQ(canonical("0e-100"), "0");
  EXPECT_EQ(canonical("0.5e19"), "5e18");
  EXPECT_EQ(canonical("0.000000000000000001e20"), "100");
  EXPECT_EQ(Quantity::parse("0.5e40")->value(), std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(canonical("0e40"), "0");
}

TEST(Quantity, RefusesWhatIsNone) {
  for (const char* text :
       {"", "m", "1 Gi", "1gi", "--1", "1.2.3", "1e", "1e+-3", "1e++3", "e3", "abc", "1Kim"}) {
    EXPECT_EQ(canonical(text), "bad") << text;
  }
}

TEST(Quantity, RoundsUpAndSaturates) {
  EXPECT_EQ(Quantity::parse("1500m")->value(), 2);
  EXPECT_EQ(Quantity::parse("-1500m")->value(), -2);
  EXPECT_EQ(Quantity::parse("100u")->milli_value(), 1);
  EXPECT_EQ(Quantity::parse("1.5")->milli_value(), 1500);
  EXPECT_EQ(Quantity::parse("9223372036854775807")->value(),
            std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(Quantity::parse("99999999999999999999Ei")->value(),
            std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(Quantity::parse("1e100")->value(), std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(Quantity::parse("1Ei")->milli_value(), std::numeric_limits<std::int64_t>::max());
}

TEST(Quantity, ComparesAndAddsAcrossForms) {
  EXPECT_EQ(*Quantity::parse("1Ki"), *Quantity::parse("1024"));
  EXPECT_LT(*Quantity::parse("999m"), *Quantity::parse("1"));
  EXPECT_EQ((*Quantity::parse("1Gi") + *Quantity::parse("1Gi")).to_string(), "2Gi");
  EXPECT_EQ((Quantity() + *Quantity::parse("1Gi")).to_string(), "1Gi");
}

TEST(Quantity, SubtractsAndSaysItsSign) {
  EXPECT_EQ((*Quantity::parse("2") - *Quantity::parse("500m")).to_string(), "1500m");
  EXPECT_EQ((*Quantity::parse("1") - *Quantity::parse("1Ki")).sign(), -1);
  EXPECT_EQ(Quantity().sign(), 0);
  EXPECT_EQ(Quantity::parse("1n")->sign(), 1);
}

TEST(Quantity, TellsWholeNumbersFromOthers) {
  EXPECT_EQ(Quantity::parse("50k")->exact_value(), 50000);
  EXPECT_EQ(Quantity::parse("-1Ki")->exact_value(), -1024);
  EXPECT_FALSE(Quantity::parse("1.5")->exact_value().has_value());
  EXPECT_FALSE(Quantity::parse("9999999999999999999999999999G")->exact_value().has_value());
  EXPECT_DOUBLE_EQ(Quantity::parse("1500m")->approximate_value(), 1.5);
}

TEST(Quantity, ReadsJsonStringsAndNumbers) {
  EXPECT_EQ(Quantity::from(Value(2))->to_string(), "2");
  EXPECT_EQ(Quantity::from(Value(0.5))->to_string(), "500m");
  EXPECT_EQ(Quantity::from(Value("3Gi"))->to_string(), "3Gi");
  EXPECT_FALSE(Quantity::from(Value(true)).has_value());
}

}  // namespace
}  // namespace sluice::json
