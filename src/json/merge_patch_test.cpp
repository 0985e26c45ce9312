// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <ctime>
#include <string>

#include "json/patch.h"
#include "json/text.h"

namespace sluice::json {
namespace {

std::string merged(const char* original, const char* patch) {
  return write(merge_patch(parse(original).value(), parse(patch).value()));
}

TEST(MergePatch, MergesObjectsReplacesTheRestAndRemovesOnNull) {
  EXPECT_EQ(merged(R"({"a":{"b":1,"c":2},"d":[1,2]})", R"({"a":{"b":null,"e":3},"d":[3]})"),
            R"({"a":{"c":2,"e":3},"d":[3]})");
}

TEST(MergePatch, NullsInsideNewObjectsVanish) {
  EXPECT_EQ(merged(R"({"a":1})", R"({"a":{"b":null,"c":{"d":null}}})"), R"({"a":{"c":{}}})");
}

TEST(MergePatch, APatchThatIsNoObjectReplacesEverything) {
  EXPECT_EQ(merged(R"({"a":1})", R"(["x"])"), R"(["x"])");
  EXPECT_EQ(merged(R"([1])", R"({"a":"b"})"), R"({"a":"b"})");
}

TEST(MergePatch, TakesManyMembersOutAndInAtOnce) {
  Object original;
  Object patch;
  for (int i = 0; i < 100'000; ++i) {
    original["k" + std::to_string(i)] = i;
    patch[(i % 2 == 0 ? "k" : "n") + std::to_string(i)] = i % 2 == 0 ? Value() : Value(i);
  }
  const std::clock_t started = std::clock();
  const Value merged = merge_patch(original, patch);
  EXPECT_EQ(merged.as_object().size(), 100'000U);
  EXPECT_EQ(merged.find("k2"), nullptr);
  EXPECT_EQ(merged.at("k3").as_int(), 3);
  EXPECT_EQ(merged.at("n3").as_int(), 3);
  EXPECT_LT(std::clock() - started, 10 * CLOCKS_PER_SEC);
}

}  // namespace
}  // namespace sluice::json
