// SPDX-License-Identifier: Apache-2.0
#include "controllers/volumes/claims.h"

#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::controllers::volumes {
namespace {

json::Value parse(std::string_view text) {
  return json::parse(text).value();
}

const auto kClaim = R"({"metadata":{"name":"data","namespace":"d","uid":"u","resourceVersion":"7"},
    "spec":{"resources":{"requests":{"storage":"1Gi"}}}})";

TEST(Claims, TheOldAnnotationNamesTheClassToo) {
  EXPECT_EQ(class_of(parse(R"({"spec":{"storageClassName":"fast"}})")), "fast");
  EXPECT_EQ(class_of(parse(R"({"metadata":{"annotations":
      {"volume.beta.kubernetes.io/storage-class":"old"}}})")),
            "old");
}

TEST(Claims, AVolumeIsMeantForTheClaimItNamesAndNoLaterOneOfThatName) {
  const auto volume = [](const std::string& uid) {
    return parse(R"({"spec":{"claimRef":{"namespace":"d","name":"data","uid":")" + uid + "\"}}}");
  };
  EXPECT_TRUE(is_meant_for(volume("u"), parse(kClaim)));
  EXPECT_TRUE(is_meant_for(volume(""), parse(kClaim)));
  EXPECT_FALSE(is_meant_for(volume("before"), parse(kClaim)));
  EXPECT_FALSE(is_meant_for(parse(R"({"spec":{}})"), parse(kClaim)));
}

TEST(Claims, ABindingStandsOnBothSides) {
  const auto volume = parse(R"({"metadata":{"name":"v"},"spec":{"accessModes":["ReadWriteOnce"],
      "capacity":{"storage":"2Gi"}}})");
  const auto claimed = with_claim(volume, parse(kClaim));
  EXPECT_TRUE(is_meant_for(claimed, parse(kClaim)));
  EXPECT_EQ(api::annotation(claimed, kBoundByController), "yes");
  const auto bound = with_volume(parse(kClaim), volume);
  EXPECT_TRUE(is_bound(bound));
  EXPECT_EQ(bound.at("spec", "volumeName").as_string(), "v");
  EXPECT_EQ(json::write(bound_status(bound, volume)),
            R"({"phase":"Bound","accessModes":["ReadWriteOnce"],"capacity":{"storage":"2Gi"}})");
}

TEST(Claims, WhatAUserChoseIsNotMarkedAsOurs) {
  auto claim = parse(kClaim);
  claim["spec"]["volumeName"] = "v";
  EXPECT_EQ(api::annotation(with_volume(claim, parse(R"({"metadata":{"name":"v"}})")),
                            kBoundByController),
            "");
  const auto reserved = parse(R"({"spec":{"claimRef":{"namespace":"d","name":"data"}}})");
  EXPECT_EQ(api::annotation(with_claim(reserved, parse(kClaim)), kBoundByController), "");
}

}  // namespace
}  // namespace sluice::controllers::volumes
