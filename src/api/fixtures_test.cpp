// SPDX-License-Identifier: Apache-2.0
// The release's own fixtures: one object of every kind with every field set, in JSON, YAML and
// protobuf. They do not travel with the repository.
#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "api/kind.h"
#include "api/protobuf.h"
#include "api/test_facts.h"
#include "base/files.h"
#include "json/text.h"
#include "json/yaml.h"

namespace sluice::api {
namespace {

std::filesystem::path folder() {
  return std::filesystem::path(SLUICE_SOURCE_DIR) / "../shared/kubernetes/v1.35.8/fixtures";
}

// "core.v1.Pod"
std::vector<std::string> fixtures() {
  std::set<std::string> names;
  std::error_code missing;
  for (const auto& entry : std::filesystem::directory_iterator(folder(), missing)) {
    names.insert(entry.path().stem());
  }
  return {names.begin(), names.end()};
}

// Where two documents differ, for people.
std::string difference(const json::Value& a, const json::Value& b, const std::string& path = "") {
  if (a == b) {
    return "";
  }
  if (!a.is_object() || !b.is_object()) {
    return path + ": " + json::write(a) + " | " + json::write(b) + "\n";
  }
  std::string out;
  for (const json::Member& member : a.as_object()) {
    out += difference(member.value, b.at(member.key), path + "." + member.key);
  }
  for (const json::Member& member : b.as_object()) {
    if (a.find(member.key) == nullptr) {
      out += difference(json::Value(), member.value, path + "." + member.key);
    }
  }
  return out;
}

void expect_round_trips(const std::string& name, const json::Value& document) {
  const std::string bytes = read_file(folder() / (name + ".pb")).value();
  const auto decoded = decode_protobuf(bytes);
  ASSERT_TRUE(decoded.has_value()) << decoded.error().message;
  EXPECT_EQ(*decoded, document) << difference(*decoded, document);
  const auto yaml = json::parse_yaml(read_file(folder() / (name + ".yaml")).value());
  ASSERT_TRUE(yaml.has_value()) << yaml.error().message;
  ASSERT_EQ(yaml->size(), 1U);
  EXPECT_EQ(yaml->front(), document) << difference(yaml->front(), document);

  EXPECT_EQ(encode_protobuf(document), bytes);
  EXPECT_EQ(encode_protobuf(*decoded), bytes);
  EXPECT_EQ(json::parse_yaml(json::write_yaml(document)).value().front(), document);
  EXPECT_EQ(json::parse(json::write(document)).value(), document);
  EXPECT_EQ(json::write_pretty(document), read_file(folder() / (name + ".json")).value());
}

TEST(Fixtures, RoundTripInEveryEncoding) {
  const auto names = fixtures();
  if (!has_facts(folder())) {
    GTEST_SKIP() << "no fixtures at " << folder();
  }
  std::size_t tried = 0;
  std::string unknown;
  for (const std::string& name : names) {
    SCOPED_TRACE(name);
    const auto document = json::parse(read_file(folder() / (name + ".json")).value());
    ASSERT_TRUE(document.has_value()) << document.error().message;
    if (encode_protobuf(*document).has_value()) {
      expect_round_trips(name, *document);
      ++tried;
    } else {
      unknown += " " + name;
    }
  }
  RecordProperty("round_trips", static_cast<int>(tried));
  RecordProperty("not_served", unknown);
  EXPECT_GE(tried, 65U);
}

}  // namespace
}  // namespace sluice::api
