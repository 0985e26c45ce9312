// SPDX-License-Identifier: Apache-2.0
#include "api/protobuf.h"

#include <gtest/gtest.h>

#include "api/kind.h"
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

TEST(Protobuf, EncodesWhatItDecodes) {
  const auto document = json::parse(
      R"({"kind":"Pod","apiVersion":"v1","metadata":{"name":"a","creationTimestamp":"2026-01-01T00:00:00Z",
          "labels":{"b":"2","a":"1"}},
          "spec":{"containers":[{"name":"c","ports":[{"containerPort":80}],
                  "resources":{"limits":{"cpu":"500m"}},
                  "livenessProbe":{"httpGet":{"path":"/","port":"http"},"periodSeconds":3}}],
                  "volumes":[{"name":"v","emptyDir":{}}],"terminationGracePeriodSeconds":0}})");
  ASSERT_TRUE(document.has_value());
  const auto bytes = encode_protobuf(*document);
  ASSERT_TRUE(bytes.has_value()) << bytes.error().message;
  const auto decoded = decode_protobuf(*bytes);
  ASSERT_TRUE(decoded.has_value()) << decoded.error().message;
  EXPECT_EQ(*decoded, *document) << json::write(*decoded);
}

TEST(Protobuf, SchemasOfCustomResourcesSurvive) {
  const auto document = json::parse(
      R"({"kind":"CustomResourceDefinition","apiVersion":"apiextensions.k8s.io/v1",
      "metadata":{"name":"things.example.com"},"spec":{"group":"example.com","scope":"Namespaced",
      "names":{"plural":"things","kind":"Thing"},"versions":[{"name":"v1","served":true,
      "storage":true,"schema":{"openAPIV3Schema":{"type":"object","properties":{
      "a":{"type":"array","items":{"type":"string"}},"b":{"additionalProperties":true},
      "c":{"additionalProperties":{"type":"integer","maximum":2.5}},
      "d":{"default":{"x":[1,null]},"enum":["x",1],"nullable":true},
      "e":{"x-kubernetes-int-or-string":true,"anyOf":[{"type":"integer"},{"type":"string"}]},
      "f":{"items":[{"type":"string"},{}],"dependencies":{"g":["h"],"i":{"$ref":"r"}}},
      "g":{"additionalProperties":false,"x-kubernetes-list-map-keys":["k"]}}}}}]}})");
  ASSERT_TRUE(document.has_value());
  const auto bytes = encode_protobuf(*document);
  ASSERT_TRUE(bytes.has_value()) << bytes.error().message;
  const auto decoded = decode_protobuf(*bytes);
  ASSERT_TRUE(decoded.has_value()) << decoded.error().message;
  EXPECT_EQ(*decoded, *document) << json::write(*decoded);
}

TEST(Protobuf, KeepsEmptyTextsOnlyWhereTheyMeanSomething) {
  const std::string spec = message({{5, ""}});                // storageClassName
  const std::string metadata = message({{1, "a"}, {2, ""}});  // name, generateName
  const Schema& claim = *kinds::pod()
                             .schema->find("spec")
                             ->schema->find("volumes")
                             ->schema->find("ephemeral")
                             ->schema->find("volumeClaimTemplate")
                             ->schema->find("spec")
                             ->schema;
  const auto decoded = decode_message(claim, spec);
  ASSERT_TRUE(decoded.has_value());
  EXPECT_EQ(json::write(*decoded), R"({"storageClassName":""})");
  EXPECT_EQ(
      json::write(decode_message(partial_metadata_schema(), message({{1, metadata}})).value()),
      R"({"metadata":{"name":"a"}})");
}

TEST(Protobuf, WritesAListItemByItem) {
  ProtobufList list({"v1", "ConfigMapList", *kinds::config_map().schema},
                    json::Object{{"resourceVersion", "7"}});
  list.add(json::Object{{"metadata", json::Object{{"name", "a"}}}});
  list.add(json::Object{{"metadata", json::Object{{"name", "b"}}}});
  const std::string item_a = message({{1, message({{1, "a"}})}});
  const std::string item_b = message({{1, message({{1, "b"}})}});
  EXPECT_EQ(std::move(list).bytes(),
            envelope("v1", "ConfigMapList",
                     message({{1, message({{2, "7"}})}, {2, item_a}, {2, item_b}})) +
                message({{3, ""}, {4, ""}}));
}

TEST(Protobuf, FramesWatchEvents) {
  EXPECT_EQ(watch_frame("ADDED", "xyz"),
            std::string("\0\0\0\x0e", 4) + message({{1, "ADDED"}, {2, message({{1, "xyz"}})}}));
}

TEST(Protobuf, TablesHaveNoProtobufForm) {
  const auto bytes =
      encode_protobuf(json::Object{{"kind", "Table"}, {"apiVersion", "meta.k8s.io/v1"}});
  ASSERT_FALSE(bytes.has_value());
  EXPECT_EQ(bytes.error().code, Code::kUnsupported);
}

}  // namespace
}  // namespace sluice::api
