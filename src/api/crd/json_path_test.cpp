// SPDX-License-Identifier: Apache-2.0
#include "api/crd/json_path.h"

#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::api {
namespace {

std::string at(std::string_view path) {
  const auto document = json::parse(
      R"({"spec":{"n":3,"a.b":"dotted","list":["x","y"]},
          "status":{"conditions":[{"type":"Other","status":"Unknown"},
                                  {"type":"Ready","status":"True"}]}})");
  const auto parsed = JsonPath::parse(path);
  if (!parsed) {
    return "refused: " + parsed.error().message;
  }
  const json::Value* found = parsed->find(*document);
  return found == nullptr ? "nothing" : json::write(*found);
}

TEST(JsonPath, FollowsMembersAndItems) {
  EXPECT_EQ(at(".spec.n"), "3");
  EXPECT_EQ(at(".spec.list[1]"), "\"y\"");
  EXPECT_EQ(at(".spec.list[-1]"), "\"y\"");
  EXPECT_EQ(at(".spec.list[*]"), "\"x\"");
  EXPECT_EQ(at(".spec['a.b']"), "\"dotted\"");
  EXPECT_EQ(at(R"(.spec.a\.b)"), "\"dotted\"");
}

TEST(JsonPath, SelectsByAFilter) {
  EXPECT_EQ(at(R"(.status.conditions[?(@.type=="Ready")].status)"), "\"True\"");
  EXPECT_EQ(at(R"(.status.conditions[?(@.type=='Ready')].status)"), "\"True\"");
  EXPECT_EQ(at(R"(.status.conditions[?(@.type!="Ready")].status)"), "\"Unknown\"");
  EXPECT_EQ(at(R"(.status.conditions[?(@.missing)].status)"), "nothing");
}

TEST(JsonPath, FindsNothingWhereNothingIs) {
  EXPECT_EQ(at(".spec.missing.deeper"), "nothing");
  EXPECT_EQ(at(".spec.list[7]"), "nothing");
  EXPECT_EQ(at(".spec.n[0]"), "nothing");
}

TEST(JsonPath, RefusesWhatItDoesNotUnderstand) {
  EXPECT_EQ(at("spec.n").substr(0, 8), "refused:");
  EXPECT_EQ(at(".spec[0").substr(0, 8), "refused:");
  EXPECT_EQ(at(".spec[?(@.a=~'x')]").substr(0, 8), "refused:");
}

}  // namespace
}  // namespace sluice::api
