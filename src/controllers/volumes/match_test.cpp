// SPDX-License-Identifier: Apache-2.0
#include "controllers/volumes/match.h"

#include <gtest/gtest.h>

#include <memory>

#include "json/text.h"

namespace sluice::controllers::volumes {
namespace {

client::ObjectPtr parse(const std::string& text) {
  return std::make_shared<const client::Object>(json::parse(text).value());
}

client::ObjectPtr volume(const std::string& name, const std::string& size,
                         const std::string& more = "") {
  return parse(R"({"metadata":{"name":")" + name + R"(","labels":{"name":")" + name +
               R"("}},"spec":{"accessModes":["ReadWriteOnce","ReadOnlyMany"],"storageClassName":"a",
      "capacity":{"storage":")" +
               size + "\"}" + more + "}}");
}

client::ObjectPtr claim(const std::string& more = "") {
  return parse(R"({"metadata":{"name":"data","namespace":"d","uid":"u"},"spec":{
      "accessModes":["ReadWriteOnce"],"storageClassName":"a",
      "resources":{"requests":{"storage":"2Gi"}})" +
               more + "}}");
}

std::string best(const client::ObjectPtr& wanted, const std::vector<client::ObjectPtr>& volumes) {
  const auto found = best_volume(*wanted, volumes);
  return found == nullptr ? "" : api::name(*found);
}

TEST(Match, TheSmallestThatIsLargeEnough) {
  EXPECT_EQ(best(claim(), {volume("big", "9Gi"), volume("fit", "3Gi"), volume("small", "1Gi")}),
            "fit");
  EXPECT_EQ(best(claim(), {volume("small", "1Gi")}), "");
}

TEST(Match, OneMadeForTheClaimBeforeAnySmallerOne) {
  const std::string reserved = R"(,"claimRef":{"namespace":"d","name":"data"})";
  const std::string taken = R"(,"claimRef":{"namespace":"d","name":"other","uid":"x"})";
  EXPECT_EQ(best(claim(), {volume("fit", "3Gi"), volume("mine", "9Gi", reserved)}), "mine");
  EXPECT_EQ(best(claim(), {volume("taken", "3Gi", taken)}), "");
}

TEST(Match, ModesAndClassAndSelectorMustFit) {
  EXPECT_EQ(misfit(*volume("v", "3Gi", R"(,"volumeMode":"Block")"), *claim()),
            "incompatible volumeMode");
  EXPECT_EQ(misfit(*volume("v", "3Gi"), *claim(R"(,"volumeMode":"Filesystem")")), "");
  EXPECT_EQ(
      misfit(*parse(R"({"spec":{"capacity":{"storage":"2Gi"},"storageClassName":"b"}})"), *claim()),
      "storageClassName does not match");
  EXPECT_EQ(
      misfit(*parse(R"({"spec":{"capacity":{"storage":"2Gi"},"storageClassName":"a"}})"), *claim()),
      "incompatible accessMode");
  const auto choosy = claim(R"(,"selector":{"matchLabels":{"name":"second"}})");
  EXPECT_EQ(best(choosy, {volume("first", "2Gi"), volume("second", "3Gi")}), "second");
}

}  // namespace
}  // namespace sluice::controllers::volumes
