// SPDX-License-Identifier: Apache-2.0
#include "apiserver/negotiate.h"

#include <gtest/gtest.h>

namespace sluice::apiserver {
namespace {

using Form = Output::Form;

tl::expected<Output, HttpFault> choose(std::string_view accept, const char* target = "/") {
  return choose_output(accept, http::parse_target(target).value());
}

TEST(ChooseOutput, TakesTheFirstFormItCanProduce) {
  EXPECT_EQ(choose("")->form, Form::kObject);
  EXPECT_EQ(choose("*/*")->form, Form::kObject);
  EXPECT_EQ(choose("application/vnd.kubernetes.protobuf,application/json")->form, Form::kObject);
  const auto table = choose(
      "application/json;as=Table;v=v1;g=meta.k8s.io,application/json;as=Table;v=v1beta1;"
      "g=meta.k8s.io,application/json");
  EXPECT_EQ(table->form, Form::kTable);
  EXPECT_EQ(table->version, "v1");
  EXPECT_EQ(choose("application/vnd.kubernetes.protobuf;as=PartialObjectMetadataList;"
                   "g=meta.k8s.io;v=v1, application/json; as=PartialObjectMetadataList; "
                   "g=meta.k8s.io; v=v1")
                ->form,
            Form::kPartialMetadata);
  EXPECT_EQ(choose("application/yaml")->encoding, Output::Encoding::kYaml);
}

TEST(ChooseOutput, RefusesWhatItCannotProduce) {
  for (const char* accept : {"application/vnd.kubernetes.protobuf", "text/html", "application/cbor",
                             "application/json;as=Table;v=v2;g=meta.k8s.io",
                             "application/json;as=Pie;v=v1;g=meta.k8s.io"}) {
    const auto output = choose(accept);
    ASSERT_FALSE(output) << accept;
    EXPECT_EQ(output.error().code, 406);
  }
}

TEST(ChooseOutput, QueryParametersShapeTheAnswer) {
  EXPECT_EQ(choose("", "/?includeObject=Object")->include, api::IncludeObject::kObject);
  EXPECT_EQ(choose("", "/?includeObject=None")->include, api::IncludeObject::kNone);
  EXPECT_TRUE(choose("", "/?pretty=true")->pretty);
  EXPECT_FALSE(choose("", "/?pretty=true")->verbatim());
  EXPECT_TRUE(choose("", "/")->verbatim());
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

TEST(MediaType, ReadsParameters) {
  const auto media = parse_media_type("Application/JSON; Charset=utf-8 ;x");
  EXPECT_EQ(media.type, "application/json");
  EXPECT_EQ(media.parameter("charset"), "utf-8");
  EXPECT_EQ(media.parameter("x"), "");
}

}  // namespace
}  // namespace sluice::apiserver
