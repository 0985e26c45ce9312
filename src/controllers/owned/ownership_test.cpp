// SPDX-License-Identifier: Apache-2.0
#include "controllers/owned/ownership.h"

#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::controllers::owned {
namespace {

client::Object owner(const std::string& metadata = "") {
  return json::parse(R"({"apiVersion":"apps/v1","kind":"ReplicaSet",
    "metadata":{"name":"web","namespace":"ns","uid":"u")" +
                     metadata + R"(},"spec":{"selector":{"matchLabels":{"app":"web"}}}})")
      .value();
}

client::ObjectPtr pod(const std::string& app, const std::string& controller_uid,
                      const std::string& metadata = "") {
  client::Object object = json::parse(R"({"metadata":{"namespace":"ns")" + metadata + "}}").value();
  object["metadata"]["name"] = app + controller_uid;
  object["metadata"]["labels"]["app"] = app;
  if (!controller_uid.empty()) {
    object["metadata"]["ownerReferences"] = json::Array{json::Object{{"apiVersion", "apps/v1"},
                                                                     {"kind", "ReplicaSet"},
                                                                     {"name", "web"},
                                                                     {"uid", controller_uid},
                                                                     {"controller", true}}};
  }
  return std::make_shared<const client::Object>(object);
}

Claims claims_of(const client::Object& who, const std::vector<client::ObjectPtr>& objects) {
  return claims(who, selector_of(who).value(), objects);
}

TEST(Ownership, MatchingOrphansAreAdoptedAndStrangersReleased) {
  const Claims found =
      claims_of(owner(), {pod("web", "u"), pod("web", ""), pod("db", "u"), pod("web", "other"),
                          pod("web", "", R"(,"deletionTimestamp":"2030-01-01T00:00:00Z")")});
  ASSERT_EQ(found.owned.size(), 1U);
  ASSERT_EQ(found.adopt.size(), 1U);
  EXPECT_EQ(api::name(*found.adopt[0]), "web");
  ASSERT_EQ(found.release.size(), 1U);
  EXPECT_EQ(api::name(*found.release[0]), "dbu");
}

TEST(Ownership, OwnerBeingDeletedAdoptsAndReleasesNothing) {
  const Claims found = claims_of(owner(R"(,"deletionTimestamp":"2030-01-01T00:00:00Z")"),
                                 {pod("web", "u"), pod("web", ""), pod("db", "u")});
  EXPECT_EQ(found.owned.size(), 1U);
  EXPECT_TRUE(found.adopt.empty());
  EXPECT_TRUE(found.release.empty());
}

TEST(Ownership, SelectorOfAReplicationControllerIsAMap) {
  const auto controller =
      json::parse(R"({"kind":"ReplicationController","spec":{"selector":{"app":"web"}}})").value();
  EXPECT_TRUE(selector_of(controller)->matches(*pod("web", "")));
  EXPECT_FALSE(selector_of(controller)->matches(*pod("db", "")));
}

TEST(Ownership, OwnerIsKnownByKind) {
  EXPECT_EQ(owner_of(*pod("web", "u"), api::kinds::replica_set()), (api::Key{"ns", "web"}));
  EXPECT_FALSE(owner_of(*pod("web", "u"), api::kinds::deployment()).has_value());
  EXPECT_FALSE(owner_of(*pod("web", ""), api::kinds::replica_set()).has_value());
}

}  // namespace
}  // namespace sluice::controllers::owned
