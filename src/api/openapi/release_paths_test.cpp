// SPDX-License-Identifier: Apache-2.0
// The URLs that we publish, with their operations, are the release's, prose aside. What is left out
// is left out on purpose, and listed here.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <string>

#include "api/discovery.h"
#include "api/openapi.h"
#include "api/test_facts.h"
#include "base/files.h"
#include "base/text.h"
#include "json/text.h"

namespace sluice::api {
namespace {

using json::Array;
using json::Object;
using json::Value;

struct LeftOut {
  std::string_view what;
  std::string_view why;
};

// Members of operations and of their parts.
constexpr LeftOut kMembers[] = {
    {"description", "prose is not taken over"},
    {"schemes", "there is none but HTTPS"},
};
// Parts of names of media types.
constexpr LeftOut kMediaTypes[] = {
    {"cbor", "an alpha feature that nobody has turned on: CBORServingAndStorage"},
};
// Paths that are no kind's. Those of groups and versions that this build does not serve are left
// out as well: they are not generally available.
constexpr LeftOut kPaths[] = {
    {"/api/", "discovery, which clients know without a description"},
    {"/api/v1/", "discovery"},
    {"/apis/", "discovery"},
    {"/logs/", "there are no log files to serve"},
    {"/logs/{logpath}", "there are no log files to serve"},
    {"/version/", "no client reads it from here"},
    {"/.well-known/openid-configuration/", "no client reads it from here"},
    {"/openid/v1/jwks/", "no client reads it from here"},
};

bool is_left_out(std::string_view path) {
  if (std::any_of(std::begin(kPaths), std::end(kPaths),
                  [&](const LeftOut& one) { return one.what == path; })) {
    return true;
  }
  const auto parts = split(path, '/');  // "", "apis", "apps", "v1", "deployments", …
  if (parts.size() > 4 && parts[1] == "apis") {
    const bool is_discovery = parts[4].empty();
    return is_discovery || !api_resource_list(builtin_kinds(), parts[2], parts[3]).has_value();
  }
  return parts.size() > 2 && parts[1] == "apis";
}

bool is_left_out_type(std::string_view type) {
  return std::any_of(std::begin(kMediaTypes), std::end(kMediaTypes), [&](const LeftOut& one) {
    return type.find(one.what) != std::string_view::npos;
  });
}

Value sorted_types(const Value& list) {
  std::set<std::string> words;
  for (const Value& word : list.as_array()) {
    if (!is_left_out_type(word.as_string())) {
      words.insert(word.as_string());
    }
  }
  return Array(words.begin(), words.end());
}

// With the path's, by name, each in full.
Value all_parameters(const Value& document, const Value& item, const Value& operation) {
  constexpr std::string_view kReference = "#/parameters/";
  Object all;
  for (const Value* list : {&item.at("parameters"), &operation.at("parameters")}) {
    for (const Value& given : list->as_array()) {
      const std::string& target = given.at("$ref").as_string();
      Value parameter =
          target.empty() ? given : document.at("parameters", target.substr(kReference.size()));
      parameter.erase("description");
      const std::string name =
          parameter.at("in").as_string() + " " + parameter.at("name").as_string();
      EXPECT_EQ(all.find(name), nullptr) << name << " twice";
      all[name] = std::move(parameter);
    }
  }
  return all;
}

void leave_out_types(Value& content) {
  if (content.is_object()) {
    content.object().erase_if([](const json::Member& type) { return is_left_out_type(type.key); });
  }
}

// An operation such that two of the same content are equal.
Value normal(const Value& document, const Value& item, Value operation) {
  const Value parameters = all_parameters(document, item, operation);
  operation["parameters"] = parameters;
  for (const LeftOut& member : kMembers) {
    operation.erase(member.what);
  }
  for (const char* member : {"consumes", "produces"}) {
    if (operation.find(member) != nullptr) {
      operation[member] = sorted_types(operation.at(member));
    }
  }
  if (Value* content = operation.find("requestBody", "content")) {
    leave_out_types(*content);
  }
  for (json::Member& response : operation["responses"].object()) {
    if (Value* content = response.value.find("content")) {
      leave_out_types(*content);
    }
  }
  return operation;
}

std::size_t compare(const Value& ours, const Value& theirs) {
  std::size_t compared = 0;
  for (const json::Member& path : theirs.at("paths").as_object()) {
    if (is_left_out(path.key)) {
      EXPECT_EQ(ours.find("paths", path.key), nullptr) << path.key;
      continue;
    }
    const Value& mine = ours.at("paths", path.key);
    for (const json::Member& method : path.value.as_object()) {
      if (method.key == "parameters") {
        continue;
      }
      const Value wanted = normal(theirs, path.value, method.value);
      const Value got = normal(ours, mine, mine.at(method.key));
      EXPECT_EQ(got, wanted) << method.key << " " << path.key << "\n"
                             << json::write(got) << "\n"
                             << json::write(wanted);
      ++compared;
    }
    for (const json::Member& method : mine.as_object()) {
      EXPECT_NE(path.value.find(method.key), nullptr) << method.key << " " << path.key;
    }
  }
  for (const json::Member& path : ours.at("paths").as_object()) {
    const bool another_servers = path.key.starts_with("/apis/metrics.k8s.io/");
    EXPECT_TRUE(another_servers || theirs.find("paths", path.key) != nullptr) << path.key;
  }
  return compared;
}

const std::filesystem::path kFacts =
    std::filesystem::path(SLUICE_SOURCE_DIR) / "../shared/kubernetes/v1.35.8/openapi";

TEST(ReleasePaths, Version2Agrees) {
  const std::filesystem::path file = kFacts / "swagger.json";
  if (!has_facts(file)) {
    GTEST_SKIP() << "no facts at " << file;
  }
  const Value theirs = json::parse(read_file(file).value()).value();
  EXPECT_EQ(compare(openapi_v2(builtin_kinds()), theirs), 749U);
}

TEST(ReleasePaths, Version3Agrees) {
  if (!has_facts(kFacts / "v3")) {
    GTEST_SKIP() << "no facts at " << kFacts;
  }
  std::size_t compared = 0;
  for (const std::string& path : openapi_v3_paths(builtin_kinds())) {
    if (path.starts_with("apis/metrics.k8s.io/")) {
      continue;  // another server's, upstream
    }
    std::string name;
    for (const char c : path) {
      name += c == '/' ? "__" : std::string(1, c);
    }
    const auto text = read_file(kFacts / "v3" / (name + "_openapi.json"));
    ASSERT_TRUE(text.has_value()) << name;
    compared += compare(openapi_v3(builtin_kinds(), path).value(), json::parse(*text).value());
  }
  EXPECT_EQ(compared, 749U);
}

}  // namespace
}  // namespace sluice::api
