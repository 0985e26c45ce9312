// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "client/contract/fixture.h"

// Objects as a whole: made, read, replaced, removed. Included by client_contract.h only.
namespace sluice::client {

TEST_P(ClientContract, CreatedObjectCarriesServerFieldsAndCanBeRead) {
  const Object created = must_create(api::kinds::config_map(), config_map("a", "hello"));
  EXPECT_EQ(created.at("apiVersion").as_string(), "v1");
  EXPECT_EQ(created.at("kind").as_string(), "ConfigMap");
  EXPECT_FALSE(api::uid(created).empty());
  EXPECT_FALSE(api::resource_version(created).empty());
  EXPECT_FALSE(created.at("metadata", "creationTimestamp").as_string().empty());
  const auto read = client().get(api::kinds::config_map(), in_default("a"));
  ASSERT_TRUE(read.has_value()) << read.error().message;
  EXPECT_EQ(**read, created);
}

TEST_P(ClientContract, GetOfMissingObjectIsNotFound) {
  const auto read = client().get(api::kinds::pod(), in_default("nope"));
  ASSERT_FALSE(read.has_value());
  EXPECT_EQ(read.error().code, Code::kNotFound);
  EXPECT_EQ(read.error().message, "pods \"nope\" not found");
}

TEST_P(ClientContract, SecondCreateIsAlreadyExists) {
  must_create(api::kinds::config_map(), config_map("a", "1"));
  const auto again = client().create(api::kinds::config_map(), config_map("a", "2"));
  ASSERT_FALSE(again.has_value());
  EXPECT_EQ(again.error().code, Code::kAlreadyExists);
  EXPECT_EQ(again.error().message, "configmaps \"a\" already exists");
}

TEST_P(ClientContract, CreateWithBadNameIsInvalidAndNamesTheField) {
  const auto created = client().create(api::kinds::config_map(), config_map("Bad_Name", "1"));
  ASSERT_FALSE(created.has_value());
  EXPECT_EQ(created.error().code, Code::kInvalid);
  EXPECT_NE(created.error().message.find("metadata.name"), std::string::npos)
      << created.error().message;
}

TEST_P(ClientContract, CreateInMissingNamespaceIsNotFound) {
  Object object = config_map("a", "1");
  object["metadata"]["namespace"] = "elsewhere";
  const auto created = client().create(api::kinds::config_map(), object);
  ASSERT_FALSE(created.has_value());
  EXPECT_EQ(created.error().code, Code::kNotFound);
  EXPECT_EQ(created.error().message, "namespaces \"elsewhere\" not found");
}

TEST_P(ClientContract, GenerateNameMakesDistinctNames) {
  Object object = config_map("", "1");
  object["metadata"].erase("name");
  object["metadata"]["generateName"] = "gen-";
  const Object one = must_create(api::kinds::config_map(), object);
  const Object two = must_create(api::kinds::config_map(), object);
  EXPECT_EQ(api::name(one).substr(0, 4), "gen-");
  EXPECT_EQ(api::name(one).size(), 9u);
  EXPECT_NE(api::name(one), api::name(two));
}

TEST_P(ClientContract, UpdateWithStaleResourceVersionIsConflict) {
  const Object first = must_create(api::kinds::config_map(), config_map("a", "1"));
  Object second = first;
  second["data"]["text"] = "2";
  const auto updated = client().update(api::kinds::config_map(), second);
  ASSERT_TRUE(updated.has_value()) << updated.error().message;
  EXPECT_EQ((*updated)->at("data", "text").as_string(), "2");
  EXPECT_NE(api::resource_version(**updated), api::resource_version(first));
  Object third = first;
  third["data"]["text"] = "3";
  const auto stale = client().update(api::kinds::config_map(), third);
  ASSERT_FALSE(stale.has_value());
  EXPECT_EQ(stale.error().code, Code::kConflict);
  EXPECT_EQ(stale.error().message,
            "Operation cannot be fulfilled on configmaps \"a\": the object has been modified; "
            "please apply your changes to the latest version and try again");
}

TEST_P(ClientContract, UpdateWithoutResourceVersionReplaces) {
  must_create(api::kinds::config_map(), config_map("a", "1"));
  const auto updated = client().update(api::kinds::config_map(), config_map("a", "2"));
  ASSERT_TRUE(updated.has_value()) << updated.error().message;
  EXPECT_EQ((*updated)->at("data", "text").as_string(), "2");
}

TEST_P(ClientContract, UpdateOfMissingObjectIsNotFound) {
  const auto updated = client().update(api::kinds::config_map(), config_map("a", "2"));
  ASSERT_FALSE(updated.has_value());
  EXPECT_EQ(updated.error().code, Code::kNotFound);
}

TEST_P(ClientContract, UpdateThatChangesNothingKeepsTheResourceVersion) {
  const Object first = must_create(api::kinds::config_map(), config_map("a", "1"));
  const auto updated = client().update(api::kinds::config_map(), first);
  ASSERT_TRUE(updated.has_value()) << updated.error().message;
  EXPECT_EQ(api::resource_version(**updated), api::resource_version(first));
}

TEST_P(ClientContract, RemovedObjectIsGone) {
  must_create(api::kinds::config_map(), config_map("a", "1"));
  const auto removed = client().remove(api::kinds::config_map(), in_default("a"), {});
  ASSERT_TRUE(removed.has_value()) << removed.error().message;
  const auto read = client().get(api::kinds::config_map(), in_default("a"));
  ASSERT_FALSE(read.has_value());
  EXPECT_EQ(read.error().code, Code::kNotFound);
  const auto again = client().remove(api::kinds::config_map(), in_default("a"), {});
  ASSERT_FALSE(again.has_value());
  EXPECT_EQ(again.error().code, Code::kNotFound);
}

TEST_P(ClientContract, RemoveWithWrongPreconditionIsConflict) {
  const Object created = must_create(api::kinds::config_map(), config_map("a", "1"));
  const auto other = client().remove(api::kinds::config_map(), in_default("a"),
                                     {.uid = "00000000-0000-0000-0000-000000000000"});
  ASSERT_FALSE(other.has_value());
  EXPECT_EQ(other.error().code, Code::kConflict);
  const auto stale =
      client().remove(api::kinds::config_map(), in_default("a"), {.resource_version = "1"});
  ASSERT_FALSE(stale.has_value());
  EXPECT_EQ(stale.error().code, Code::kConflict);
  const auto right = client().remove(
      api::kinds::config_map(), in_default("a"),
      {.uid = api::uid(created), .resource_version = api::resource_version(created)});
  EXPECT_TRUE(right.has_value());
}

TEST_P(ClientContract, FinalizerKeepsTheObjectUntilItIsTakenOff) {
  Object object = config_map("a", "1");
  object["metadata"]["finalizers"] = json::Array{"example.com/hold"};
  must_create(api::kinds::config_map(), object);
  ASSERT_TRUE(client().remove(api::kinds::config_map(), in_default("a"), {}).has_value());
  const auto held = client().get(api::kinds::config_map(), in_default("a"));
  ASSERT_TRUE(held.has_value());
  EXPECT_TRUE(api::is_being_deleted(**held));
  const Value release = json::Object{{"metadata", json::Object{{"finalizers", nullptr}}}};
  const auto released = client().patch(api::kinds::config_map(), in_default("a"),
                                       {.type = PatchType::kMerge, .body = release});
  ASSERT_TRUE(released.has_value()) << released.error().message;
  const auto gone = client().get(api::kinds::config_map(), in_default("a"));
  ASSERT_FALSE(gone.has_value());
  EXPECT_EQ(gone.error().code, Code::kNotFound);
}

}  // namespace sluice::client
