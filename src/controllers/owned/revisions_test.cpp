// SPDX-License-Identifier: Apache-2.0
#include "controllers/owned/revisions.h"

#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::controllers::owned {
namespace {

client::Object owner(int version, const char* kind = "DaemonSet") {
  return json::parse(R"({"apiVersion":"apps/v1","kind":")" + std::string(kind) +
                     R"(","metadata":{"name":"d","namespace":"ns","uid":"u"},
    "spec":{"revisionHistoryLimit":1,"template":{"metadata":{"labels":{"app":"d"}},
            "spec":{"v":)" +
                     std::to_string(version) + "}}}}")
      .value();
}

client::ObjectPtr revision(int version, int number) {
  return std::make_shared<const client::Object>(new_revision(owner(version), number));
}

TEST(Revisions, AreNamedAfterTheTemplateAndHoldItAsAPatch) {
  const client::Object made = new_revision(owner(1), 4);
  const std::string hash = api::label(made, kRevisionHash);
  EXPECT_EQ(api::name(made), "d-" + hash);
  EXPECT_EQ(api::label(made, "app"), "d");
  EXPECT_EQ(made.at("revision").as_int(), 4);
  EXPECT_EQ(template_of(made).at("$patch").as_string(), "replace");
  EXPECT_EQ(template_of(made).at("spec", "v").as_int(), 1);
  EXPECT_NE(api::name(new_revision(owner(2), 4)), api::name(made));
  const client::Object other = new_revision(owner(1, "StatefulSet"), 1);
  EXPECT_EQ(api::label(other, "controller.kubernetes.io/hash"), hash);
}

TEST(Revisions, AreWrittenAsGoWritesThem) {
  const auto owner = json::parse(
      R"({"spec":{"template":{"spec":{"containers":[{"name":"c","image":"i"}]},"metadata":{}}}})");
  EXPECT_EQ(json::write(revision_data(*owner)),
            R"({"spec":{"template":{"$patch":"replace","metadata":{},)"
            R"("spec":{"containers":[{"image":"i","name":"c"}]}}}})");
}

TEST(Revisions, AreFoundByTemplate) {
  std::vector<client::ObjectPtr> all{revision(2, 2), revision(1, 1), revision(3, 3)};
  sort_revisions(all);
  EXPECT_EQ(all.front()->at("revision").as_int(), 1);
  EXPECT_EQ(find_revision(all, owner(2)), all[1]);
  EXPECT_EQ(find_revision(all, owner(9)), nullptr);
}

TEST(Revisions, BeyondTheLimitAreForgottenUnlessInUse) {
  const std::vector<client::ObjectPtr> all{revision(1, 1), revision(2, 2), revision(3, 3),
                                           revision(4, 4)};
  const auto gone = forgettable(all, owner(4), {api::name(*all[0]), api::name(*all[3])});
  ASSERT_EQ(gone.size(), 1U);
  EXPECT_EQ(gone[0], all[1]);
}

}  // namespace
}  // namespace sluice::controllers::owned
