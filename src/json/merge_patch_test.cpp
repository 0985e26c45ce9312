// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

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

}  // namespace
}  // namespace sluice::json
