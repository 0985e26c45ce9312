// SPDX-License-Identifier: Apache-2.0
#include "jobs/file_spec.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::jobs {
namespace {

using testing::HasSubstr;

Result<JobFiles> read(const std::string& spec) {
  return read_files(json::Object{{"spec", *json::parse(spec)}});
}

std::string refusal(const std::string& spec) {
  const auto files = read(spec);
  return files ? "" : files.error().message;
}

TEST(FileSpec, AFileIsCalledAsOnTheOtherSideUnlessItSaysOtherwise) {
  const auto files = read(R"({
    "inputs": [{"path": "data/in.csv", "configMap": {"name": "c"}},
               {"path": "key", "secret": {"name": "s", "key": "tls.key"}},
               {"path": "a/b", "claim": {"name": "v"}, "executable": true}],
    "results": [{"path": "/scratch/x/out.bin", "claim": {"name": "v"}, "optional": true},
                {"path": "out/sum.txt", "configMap": {"name": "c"}},
                {"path": "sum", "put": {"url": "https://x/y?signature=z", "secretName": "s"}}]})");
  ASSERT_TRUE(files.has_value()) << files.error().message;
  EXPECT_EQ(files->inputs[0].from, (FilePlace{FilePlace::Kind::kConfigMap, "c", "in.csv"}));
  EXPECT_EQ(files->inputs[1].from.key, "tls.key");
  EXPECT_EQ(files->inputs[2].from.key, "a/b");
  EXPECT_TRUE(files->inputs[2].executable);
  EXPECT_EQ(files->results[0].to.key, "out.bin");
  EXPECT_TRUE(files->results[0].optional);
  EXPECT_EQ(files->results[1].to.key, "sum.txt");
  EXPECT_EQ(files->results[2].to.secret_key, "authorization");
  EXPECT_EQ(to_string(files->results[2].to), "https://x/y");
}

TEST(FileSpec, PathsThatLeadElsewhereAreRefusedByName) {
  for (const char* path : {"../x", "a/../../x", "/etc/x", "a//b", "./a", "", "a/", "a\\nb"}) {
    EXPECT_THAT(refusal(R"({"inputs": [{"path": ")" + std::string(path) +
                        R"(", "configMap": {"name": "c", "key": "k"}}]})"),
                HasSubstr("spec.inputs[0].path"))
        << path;
  }
  EXPECT_THAT(refusal(R"({"results": [{"path": "/a/../b", "claim": {"name": "c"}}]})"),
              HasSubstr("spec.results[0].path"));
  EXPECT_THAT(
      refusal(R"({"results": [{"path": "a", "claim": {"name": "c", "path": "../../etc/x"}}]})"),
      HasSubstr("spec.results[0].claim.path"));
}

TEST(FileSpec, EachFileHasOnePlaceAndEachPlaceOneFile) {
  EXPECT_THAT(refusal(R"({"inputs": [{"path": "a"}]})"),
              HasSubstr("one of configMap, secret, claim"));
  EXPECT_THAT(
      refusal(
          R"({"results": [{"path": "a", "claim": {"name": "c"}, "configMap": {"name": "c"}}]})"),
      HasSubstr("either configMap or claim"));
  EXPECT_THAT(refusal(R"({"inputs": [{"path": "a", "secret": {"name": "s"}},
                                     {"path": "a/b", "secret": {"name": "s"}}]})"),
              HasSubstr("spec.inputs[1].path"));
  EXPECT_THAT(
      refusal(R"({"results": [{"path": "x/a", "configMap": {"name": "s"}},
                                      {"path": "y/a", "configMap": {"name": "s"}}]})"),
      HasSubstr("spec.results[1]: Invalid value: expected another place than that of \"x/a\""));
  EXPECT_THAT(refusal(R"({"results": [{"path": "a", "put": {"url": "http://x/y?1"}},
                                      {"path": "a", "put": {"url": "http://x/y?2"}}]})"),
              HasSubstr("spec.results[1]: Invalid value: expected another place"));
  EXPECT_EQ(refusal(R"({"results": [{"path": "a", "put": {"url": "http://x/y?1"}},
                                    {"path": "b", "put": {"url": "http://x/y?2"}}]})"),
            "");
  EXPECT_THAT(refusal(R"({"results": [{"path": "a b", "configMap": {"name": "s"}}]})"),
              HasSubstr("spec.results[0].configMap.key"));
  EXPECT_THAT(refusal(R"({"results": [{"path": "a", "put": {"url": "file:///etc/x"}}]})"),
              HasSubstr("spec.results[0].put.url"));
  EXPECT_THAT(refusal(R"({"results": [{"path": "a", "claim": {"path": "x"}}]})"),
              HasSubstr("spec.results[0].claim.name: Required value"));
}

}  // namespace
}  // namespace sluice::jobs
