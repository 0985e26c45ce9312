// SPDX-License-Identifier: Apache-2.0
#include "api/field_terms.h"

#include <gtest/gtest.h>

namespace sluice::api {
namespace {

// "field=value" or "field!=value" for each, or the error.
std::string read(std::string_view text) {
  const auto terms = parse_field_terms(text);
  if (!terms) {
    return terms.error().message;
  }
  std::string all;
  for (const FieldTerm& term : *terms) {
    all += "[" + term.field + (term.equal ? "=" : "!=") + term.value + "]";
  }
  return all;
}

TEST(FieldTerms, AreSeparatedByCommasThatNothingEscapes) {
  EXPECT_EQ(read(""), "");
  EXPECT_EQ(read("b=1,a!=2,,c==3"), "[a!=2][b=1][c=3]");
  EXPECT_EQ(read("type!=x\\,metadata.name\\=foo"), "[type!=x,metadata.name=foo]");
  EXPECT_EQ(read("a=x\\\\,b=y"), "[a=x\\][b=y]");
  EXPECT_EQ(read("="), "");
}

TEST(FieldTerms, SayWhatTheyDoNotUnderstand) {
  EXPECT_EQ(read("a=1,b"), "invalid selector: 'a=1,b'; can't understand 'b'");
  EXPECT_EQ(read("a=x\\"), "invalid field selector: invalid escape sequence: \\");
  EXPECT_EQ(read("a=x\\y"), "invalid field selector: invalid escape sequence: \\y");
  EXPECT_EQ(read("a=\\\xc3\xa4z"), "invalid field selector: invalid escape sequence: \\\xc3\xa4");
  EXPECT_EQ(read("a=x=y"), "invalid field selector: unescaped character in value: 61");
  EXPECT_EQ(read("a!==x"), "invalid field selector: unescaped character in value: 61");
}

TEST(FieldTerms, AreWrittenSoThatTheyAreReadAgain) {
  EXPECT_EQ(equality_term("metadata.name", "a"), "metadata.name=a");
  const auto terms = parse_field_terms(equality_term("metadata.name", "a,b=c\\"));
  ASSERT_TRUE(terms.has_value());
  EXPECT_EQ(required_name(*terms), "a,b=c\\");
}

TEST(FieldTerms, RequireANameOnlyWhenAllMustHaveIt) {
  const auto name = [](std::string_view text) {
    return required_name(parse_field_terms(text).value());
  };
  EXPECT_EQ(name("type!=x,metadata.name=a"), "a");
  EXPECT_EQ(name("metadata.name!=a"), "");
  EXPECT_EQ(name("type!=x\\,metadata.name\\=a"), "");
  EXPECT_EQ(name(""), "");
}

}  // namespace
}  // namespace sluice::api
