// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "api/protobuf.h"
#include "api/tables/schemas.h"
#include "api/wire.h"
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

std::string number(int field, std::int64_t value) {
  WireWriter writer;
  writer.integer(field, value);
  return std::move(writer).bytes();
}

TEST(DecodeMessage, ReadsTimesQuantitiesAndInlinedMessages) {
  // Volume{name = 1, volumeSource = 2 {emptyDir = 2 {sizeLimit = 2 {string = 1}}}} of a pod's spec
  const std::string source = message({{2, message({{2, message({{1, "1Gi"}})}})}});
  const std::string volume = message({{1, "v"}, {2, source}});
  const std::string metadata = message({{1, "p"}, {8, number(1, 60)}, {5, ""}});
  const auto pod =
      decode_message(tables::kCoreV1Pod, message({{1, metadata}, {2, message({{1, volume}})}}));
  ASSERT_TRUE(pod.has_value()) << pod.error().message;
  EXPECT_EQ(json::write(*pod),
            R"({"metadata":{"name":"p","creationTimestamp":"1970-01-01T00:01:00Z"},)"
            R"("spec":{"volumes":[{"name":"v","emptyDir":{"sizeLimit":"1Gi"}}]}})");
}

TEST(DecodeMessage, ReadsNumbersThatMayBeTexts) {
  const std::string by_number = number(1, 0) + number(2, 80);
  const std::string by_name = number(1, 1) + message({{3, "http"}});
  const std::string spec = message({{1, number(3, 80) + message({{4, by_number}})},
                                    {1, number(3, 81) + message({{4, by_name}})}});
  const auto service = decode_message(tables::kCoreV1Service, message({{2, spec}}));
  ASSERT_TRUE(service.has_value()) << service.error().message;
  EXPECT_EQ(json::write(service->at("spec", "ports")),
            R"([{"port":80,"targetPort":80},{"port":81,"targetPort":"http"}])");
}

TEST(DecodeMessage, RefusesTextsThatJsonCouldNotHold) {
  const auto config_map = [](const std::string& key, const std::string& value) {
    return decode_message(tables::kCoreV1ConfigMap,
                          message({{2, message({{1, key}, {2, value}})}}));
  };
  EXPECT_TRUE(config_map("k", "v").has_value());
  EXPECT_FALSE(config_map("k", "\xed\xa0\x80").has_value()) << "a surrogate";
  EXPECT_FALSE(config_map("\xe0\x80\x80", "v").has_value()) << "an overlong form";
  // PodSpec{volumes = 1}, Volume{volumeSource = 2 {emptyDir = 2 {sizeLimit = 2 {string = 1}}}}
  const std::string source = message({{2, message({{2, message({{1, "1\xb4i"}})}})}});
  EXPECT_FALSE(
      decode_message(tables::kCoreV1Pod, message({{2, message({{1, message({{2, source}})}})}}))
          .has_value());
}

TEST(DecodeMessage, RefusesFieldsOfAnotherType) {
  EXPECT_FALSE(decode_message(tables::kCoreV1Pod, number(1, 5)).has_value());
  EXPECT_FALSE(
      decode_message(tables::kCoreV1Node, message({{2, message({{4, "x"}})}})).has_value());
}

}  // namespace
}  // namespace sluice::api
