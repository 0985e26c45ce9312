// SPDX-License-Identifier: Apache-2.0
#include "api/protobuf.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "api/canonical.h"
#include "api/kind.h"
#include "api/wire.h"
#include "base/files.h"
#include "json/text.h"

namespace sluice::api {
namespace {

std::string message(std::initializer_list<std::pair<int, std::string>> fields) {
  WireWriter writer;
  for (const auto& [number, text] : fields) {
    writer.text(number, text);
  }
  return std::move(writer).bytes();
}

std::string envelope(const char* version, const char* kind, const std::string& body) {
  return std::string("k8s\0", 4) + message({{1, message({{1, version}, {2, kind}})}, {2, body}});
}

TEST(Protobuf, DecodesAConfigMap) {
  const std::string body = message(
      {{1, message({{1, "web"}, {3, "default"}})}, {2, message({{1, "key"}, {2, "value"}})}});
  const auto decoded = decode_protobuf(envelope("v1", "ConfigMap", body));
  ASSERT_TRUE(decoded.has_value()) << decoded.error().message;
  EXPECT_EQ(json::write(*decoded),
            R"({"kind":"ConfigMap","apiVersion":"v1","metadata":)"
            R"({"name":"web","namespace":"default"},"data":{"key":"value"}})");
}

TEST(Protobuf, RefusesWhatItCannotRead) {
  for (const std::string& bytes :
       {std::string("{}"), envelope("v9", "Thing", ""), envelope("v1", "ConfigMap", "\x0a\x7f"),
        envelope("v1", "ConfigMap", message({{1, message({{1, "\xff"}})}})),
        envelope("\xff", "DeleteOptions", ""), std::string("k8s\0\x0a\x7f", 6)}) {
    const auto decoded = decode_protobuf(bytes);
    ASSERT_FALSE(decoded.has_value());
    EXPECT_EQ(decoded.error().code, Code::kBadRequest);
  }
}

TEST(Protobuf, EveryCutOffMessageIsRefusedOrReadWithoutHarm) {
  const std::string whole = envelope(
      "v1", "Secret", message({{1, message({{1, "s"}})}, {2, message({{1, "k"}, {2, "v"}})}}));
  for (std::size_t size = 0; size < whole.size(); ++size) {
    (void)decode_protobuf(std::string_view(whole).substr(0, size));
  }
}

// The release's own fixtures: every field of a kind set, in JSON and in protobuf.
class Fixtures : public testing::TestWithParam<const char*> {};

// Zero values that Go's encoder writes but JSON leaves out.
void drop_zeros(json::Value& value) {
  if (value.is_array()) {
    for (json::Value& item : value.array()) {
      drop_zeros(item);
    }
  }
  if (!value.is_object()) {
    return;
  }
  json::Object kept;
  for (json::Member& member : value.object()) {
    drop_zeros(member.value);
    const json::Value& item = member.value;
    const bool zero = item.is_null() || item == json::Value(0) || item == json::Value(false) ||
                      item == json::Value("") || (item.is_object() && item.as_object().empty()) ||
                      (item.is_array() && item.as_array().empty());
    if (!zero) {
      kept.append(member.key, item);
    }
  }
  value = std::move(kept);
}

TEST_P(Fixtures, DecodeToTheSameDocument) {
  const std::filesystem::path folder =
      std::filesystem::path(SLUICE_SOURCE_DIR) / "../shared/kubernetes/v1.35.8/fixtures";
  if (!std::filesystem::exists(folder)) {
    GTEST_SKIP() << "no fixtures at " << folder;
  }
  const std::string name = GetParam();
  json::Value expected = json::parse(read_file(folder / (name + ".json")).value()).value();
  auto decoded = decode_protobuf(read_file(folder / (name + ".pb")).value());
  ASSERT_TRUE(decoded.has_value()) << decoded.error().message;
  if (const Kind* kind =
          find_kind(expected.at("apiVersion").as_string(), expected.at("kind").as_string())) {
    canonicalise(*kind, expected);
    canonicalise(*kind, *decoded);
  }
  drop_zeros(expected);
  drop_zeros(*decoded);
  for (const json::Member& member : expected.as_object()) {
    for (const json::Member& inner : member.value.as_object()) {
      EXPECT_EQ(decoded->at(member.key, inner.key), inner.value)
          << member.key << "." << inner.key << "\n"
          << json::write(decoded->at(member.key, inner.key)) << "\n"
          << json::write(inner.value);
    }
  }
  EXPECT_EQ(*decoded, expected);
}

INSTANTIATE_TEST_SUITE_P(Release, Fixtures,
                         testing::Values("core.v1.Binding", "core.v1.ConfigMap", "core.v1.Event",
                                         "core.v1.Namespace", "core.v1.Node", "core.v1.Pod",
                                         "core.v1.Secret", "core.v1.Service",
                                         "core.v1.ServiceAccount", "core.v1.DeleteOptions",
                                         "batch.v1.Job", "coordination.k8s.io.v1.Lease"));

}  // namespace
}  // namespace sluice::api
