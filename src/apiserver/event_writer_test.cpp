// SPDX-License-Identifier: Apache-2.0
#include "apiserver/event_writer.h"

#include <gtest/gtest.h>

#include "api/protobuf.h"
#include "registry/test_cluster.h"

namespace sluice::apiserver {
namespace {

class EventWriterTest : public testing::Test {
 protected:
  EventWriter writer(Output output) {
    return {api::kinds::config_map(), std::move(output), cluster_.clock};
  }
  registry::Event event(client::EventType type = client::EventType::kModified) {
    return {type, cluster_.registry.get(api::kinds::config_map(), {"default", "a"}).value()};
  }
  void SetUp() override { cluster_.create_config_map("a"); }

  registry::TestCluster cluster_;
};

TEST_F(EventWriterTest, PlainJsonIsTheStoredTextInALine) {
  EventWriter plain = writer({});
  EXPECT_EQ(plain.content_type(), "application/json");
  EXPECT_EQ(plain.event(event()).value(),
            R"({"type":"MODIFIED","object":)" + event().object.text() + "}\n");
  EXPECT_TRUE(plain.error(Error{Code::kExpired, "old"}).starts_with(R"({"type":"ERROR")"));
}

TEST_F(EventWriterTest, ProtobufIsFrames) {
  EventWriter frames = writer({.encoding = Encoding::kProtobuf});
  EXPECT_EQ(frames.content_type(), "application/vnd.kubernetes.protobuf;stream=watch");
  const auto document = registry::json_of(event().object.text());
  EXPECT_EQ(frames.event(event()).value(),
            api::watch_frame("MODIFIED", api::encode_protobuf(document).value()));
  const std::string error = frames.error(Error{Code::kExpired, "old"});
  EXPECT_NE(error.find("ERROR"), std::string::npos);
  EXPECT_NE(error.find("Status"), std::string::npos);
}

TEST_F(EventWriterTest, MetadataAloneInBothEncodings) {
  EventWriter lines = writer({.form = Output::Form::kPartialMetadata});
  const auto line = registry::json_of(lines.event(event()).value());
  EXPECT_EQ(line.at("object", "kind").as_string(), "PartialObjectMetadata");
  EventWriter frames =
      writer({.form = Output::Form::kPartialMetadata, .encoding = Encoding::kProtobuf});
  EXPECT_EQ(frames.event(event()).value(),
            api::watch_frame("MODIFIED", api::encode_protobuf(line.at("object")).value()));
}

TEST_F(EventWriterTest, TablesNameTheirColumnsOnce) {
  EventWriter tables = writer({.form = Output::Form::kTable});
  const auto first = registry::json_of(tables.event(event()).value());
  EXPECT_FALSE(first.at("object", "columnDefinitions").as_array().empty());
  EXPECT_EQ(first.at("object", "rows").as_array().size(), 1U);
  const auto second = registry::json_of(tables.event(event()).value());
  EXPECT_TRUE(second.at("object", "columnDefinitions").is_null());
}

TEST_F(EventWriterTest, TheEndOfTheInitialStateIsShownEvenWithoutObjects) {
  EventWriter tables = writer({.form = Output::Form::kTable, .include = api::IncludeObject::kNone});
  const registry::Event end{
      client::EventType::kBookmark,
      registry::unstored(registry::json_of(
          R"({"metadata":{"annotations":{"k8s.io/initial-events-end":"true"}}})"))};
  const auto line = registry::json_of(tables.event(end).value());
  const auto& row = line.at("object", "rows").as_array().front();
  EXPECT_NE(row.find("object", "metadata", "annotations", "k8s.io/initial-events-end"), nullptr);
}

}  // namespace
}  // namespace sluice::apiserver
