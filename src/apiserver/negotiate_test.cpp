// SPDX-License-Identifier: Apache-2.0
#include "apiserver/negotiate.h"

#include <gtest/gtest.h>

namespace sluice::apiserver {
namespace {

using Form = Output::Form;

constexpr std::string_view kTable = "application/json;as=Table;v=v1;g=meta.k8s.io";

http::Request request(std::string_view accept, const char* target = "/") {
  http::Request made{.method = "GET", .target = http::parse_target(target).value()};
  made.headers.add("Accept", std::string(accept));
  return made;
}

tl::expected<Output, HttpFault> choose(std::string_view accept, const Endpoint& endpoint = {}) {
  return choose_output(request(accept), endpoint);
}

TEST(ChooseOutput, TakesTheBestFormItCanProduce) {
  EXPECT_TRUE(choose("")->verbatim());
  EXPECT_TRUE(choose("*/*")->verbatim());
  EXPECT_EQ(choose("application/vnd.kubernetes.protobuf,application/json")->encoding,
            Encoding::kProtobuf);
  EXPECT_EQ(choose("application/vnd.kubernetes.protobuf;q=0.5,application/json")->encoding,
            Encoding::kJson);
  EXPECT_EQ(choose("application/cbor, application/yaml")->encoding, Encoding::kYaml);
  const auto table = choose(std::string(kTable) +
                            ",application/json;as=Table;v=v1beta1;"
                            "g=meta.k8s.io,application/json");
  EXPECT_EQ(table->form, Form::kTable);
  EXPECT_EQ(table->version, "v1");
  const auto partial = choose(
      "application/vnd.kubernetes.protobuf;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1, "
      "application/json; as=PartialObjectMetadataList; g=meta.k8s.io; v=v1");
  EXPECT_EQ(partial->form, Form::kPartialMetadataList);
  EXPECT_EQ(partial->encoding, Encoding::kProtobuf);
}

TEST(ChooseOutput, RefusesWhatItCannotProduce) {
  for (const char* accept :
       {"application/json;as=Table;v=v2;g=meta.k8s.io",
        "application/json;as=Pie;v=v1;g=meta.k8s.io", "application/json;g=meta.k8s.io",
        "application/vnd.kubernetes.protobuf;as=Table;v=v1;g=meta.k8s.io",
        "application/json;stream=other", "application/yaml;stream=watch"}) {
    const auto output = choose(accept);
    ASSERT_FALSE(output) << accept;
    EXPECT_EQ(output.error().code, 406);
    EXPECT_EQ(output.error().reason, "NotAcceptable");
    EXPECT_EQ(output.error().message,
              "only the following media types are accepted: application/json, application/yaml, "
              "application/vnd.kubernetes.protobuf");
  }
}

TEST(ChooseOutput, TheRouterKnowsMediaTypesOnly) {
  for (const char* accept : {"text/html", "application/cbor", "application/*"}) {
    const auto output = choose(accept);
    ASSERT_FALSE(output) << accept;
    EXPECT_TRUE(output.error().routed);
    EXPECT_EQ(output.error().message,
              "406: Not Acceptable\n\nAvailable representations: application/json, "
              "application/yaml, application/vnd.kubernetes.protobuf");
  }
}

TEST(ChooseOutput, EndpointsDifferInWhatTheyCanProduce) {
  EXPECT_FALSE(choose(kTable, {.tables = false}));
  EXPECT_FALSE(choose("application/vnd.kubernetes.protobuf", {.protobuf = false}));
  EXPECT_TRUE(
      choose("application/vnd.kubernetes.protobuf;as=PartialObjectMetadata;g=meta.k8s.io;v=v1",
             {.protobuf = false}));
  const auto yaml = choose("application/yaml", {.streams = true});
  ASSERT_FALSE(yaml);
  EXPECT_EQ(yaml.error().message,
            "only the following media types are accepted: application/json;stream=watch, "
            "application/vnd.kubernetes.protobuf;stream=watch");
  EXPECT_TRUE(choose("application/vnd.kubernetes.protobuf;stream=watch", {.streams = true}));
}

TEST(ChooseOutput, BuiltInKindsHaveTablesAndProtobuf) {
  const Endpoint pods = Endpoint::of(api::kinds::pod(), true);
  EXPECT_TRUE(pods.protobuf && pods.forms && pods.tables && pods.streams);
}

TEST(ChooseOutput, TableOptionsAreChecked) {
  const auto include = [](const char* target) {
    return choose_output(request(kTable, target), {});
  };
  EXPECT_EQ(include("/?includeObject=Object")->include, api::IncludeObject::kObject);
  EXPECT_EQ(include("/?includeObject=None")->include, api::IncludeObject::kNone);
  EXPECT_EQ(include("/")->include, api::IncludeObject::kMetadata);
  const auto bad = include("/?includeObject=All");
  ASSERT_FALSE(bad);
  EXPECT_EQ(bad.error().code, 400);
  EXPECT_EQ(bad.error().message,
            "Unable to convert to Table as requested: includeObject: Invalid value: \"All\": must "
            "be 'Metadata', 'Object', 'None', or empty");
}

TEST(ChooseOutput, PeopleGetLineBreaks) {
  EXPECT_TRUE(choose_output(request("", "/?pretty=true"), {})->pretty);
  EXPECT_FALSE(choose_output(request("", "/?pretty=true"), {})->verbatim());
  http::Request curl = request("*/*");
  curl.headers.add("User-Agent", "curl/8.0");
  EXPECT_TRUE(choose_output(curl, {})->pretty);
  EXPECT_FALSE(choose_output(curl, {.streams = true})->pretty);
  curl.target = http::parse_target("/?pretty=false").value();
  EXPECT_FALSE(choose_output(curl, {})->pretty);
}

TEST(NegotiatedErrors, SpeakTheLanguageOfTheRequest) {
  const auto body = [](const char* accept) { return negotiated(request(accept), unknown_path()); };
  EXPECT_TRUE(
      body("application/vnd.kubernetes.protobuf").body.starts_with(std::string("k8s\0", 4)));
  EXPECT_EQ(body("application/vnd.kubernetes.protobuf").content_type,
            "application/vnd.kubernetes.protobuf");
  EXPECT_EQ(body("application/yaml").content_type, "application/yaml");
  EXPECT_EQ(body("application/json").body, unknown_path().body);
  EXPECT_EQ(body((std::string(kTable) + ",application/json").c_str()).body, unknown_path().body);
  EXPECT_TRUE(body("text/html").body.starts_with("{\n"));
  EXPECT_EQ(body("text/html").status, 404);
}

TEST(AggregatedDiscovery, IsServedOnlyWhenAskedForFirst) {
  EXPECT_EQ(aggregated_discovery_version(
                "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,"
                "application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList,"
                "application/json"),
            "v2");
  EXPECT_EQ(aggregated_discovery_version("application/json"), "");
  EXPECT_EQ(aggregated_discovery_version("*/*"), "");
}

}  // namespace
}  // namespace sluice::apiserver
