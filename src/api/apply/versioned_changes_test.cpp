// SPDX-License-Identifier: Apache-2.0
#include "api/apply/versioned_changes.h"

#include <gtest/gtest.h>

#include "api/forms/form.h"
#include "json/text.h"

namespace sluice::api {
namespace {

// Built-in kinds by their forms.
class Forms final : public OtherVersions {
 public:
  KindPtr find(const Kind& kind, const std::string& api_version) const override {
    return {std::shared_ptr<const void>(), find_kind(api_version, kind.kind)};
  }
  Result<json::Value> convert(const Kind& from, const Kind& to, json::Value object) const override {
    return from_stored_form(to, to_stored_form(from, std::move(object)));
  }
};

struct Change {
  json::Value live = json::parse(R"({"metadata":{"name":"e"},"message":"a"})").value();
  json::Value object = json::parse(R"({"metadata":{"name":"e"},"message":"b"})").value();
  Forms forms;
  FieldWriter writer{kinds::event(), "m", "", WallTime(), &forms};
};

TEST(VersionedChanges, AreInTheWordsOfEachVersion) {
  Change change;
  VersionedChanges changes(change.writer, change.live, change.object);
  EXPECT_EQ(changes.own().written, field_path({"message"}));
  ASSERT_NE(changes.in("events.k8s.io/v1"), nullptr);
  EXPECT_EQ(changes.in("events.k8s.io/v1")->written, field_path({"note"}));
  EXPECT_EQ(changes.in("v1"), &changes.own());
}

TEST(VersionedChanges, AreNoneInAVersionThatIsNotServed) {
  Change change;
  VersionedChanges changes(change.writer, change.live, change.object);
  EXPECT_EQ(changes.in("events.k8s.io/v7"), nullptr);
}

TEST(VersionedChanges, AreTheSameWhereNoOtherVersionsAreKnown) {
  Change change;
  change.writer.versions = nullptr;
  VersionedChanges changes(change.writer, change.live, change.object);
  EXPECT_EQ(changes.in("events.k8s.io/v1"), &changes.own());
}

}  // namespace
}  // namespace sluice::api
