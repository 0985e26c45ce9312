// SPDX-License-Identifier: Apache-2.0
// The engines against all fixtures of the release, those of kinds that are not served included.
// The schemas are put together here from the release's message numbers and the fixture itself,
// which sets every field: what a message has and JSON does not is written inline.
#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <filesystem>
#include <map>

#include "api/protobuf.h"
#include "api/test_facts.h"
#include "base/files.h"
#include "base/text.h"
#include "json/text.h"
#include "json/yaml.h"

namespace sluice::api {
namespace {

const std::filesystem::path kFacts =
    std::filesystem::path(SLUICE_SOURCE_DIR) / "../shared/kubernetes/v1.35.8";
constexpr std::string_view kMeta = "k8s.io.apimachinery.pkg.apis.meta.v1.";

// A line of protobuf-fields.tsv.
struct WireField {
  std::uint16_t number;
  std::string name, label, type;
};
using Messages = std::map<std::string, std::vector<WireField>, std::less<>>;

Messages read_messages() {
  Messages messages;
  const std::string text = read_file(kFacts / "protobuf-fields.tsv").value_or("");
  for (const std::string_view line : split(text, '\n')) {
    const auto cells = split(line, '\t');
    if (cells.size() == 5) {
      messages[std::string(cells[0])].push_back(
          {static_cast<std::uint16_t>(parse_int(cells[1]).value_or(0)), std::string(cells[2]),
           std::string(cells[3]), std::string(cells[4])});
    }
  }
  return messages;
}

FieldType scalar_type(std::string_view type) {
  static const std::map<std::string_view, FieldType> kTypes{
      {"string", FieldType::kString},
      {"bool", FieldType::kBool},
      {"int32", FieldType::kInt32},
      {"int64", FieldType::kInt64},
      {"double", FieldType::kDouble},
      {"bytes", FieldType::kBytes},
      {"k8s.io.apimachinery.pkg.api.resource.Quantity", FieldType::kQuantity},
      {"k8s.io.apimachinery.pkg.util.intstr.IntOrString", FieldType::kIntOrString},
      {"k8s.io.apimachinery.pkg.runtime.RawExtension", FieldType::kRaw},
      {"k8s.io.apimachinery.pkg.apis.meta.v1.FieldsV1", FieldType::kRaw},
      {"k8s.io.apimachinery.pkg.apis.meta.v1.Time", FieldType::kTime},
      {"k8s.io.apimachinery.pkg.apis.meta.v1.MicroTime", FieldType::kMicroTime}};
  const auto found = kTypes.find(type);
  return found == kTypes.end() ? FieldType::kObject : found->second;
}

class SchemaBuilder {
 public:
  const Schema* build(const std::string& message, const json::Value& example) {
    std::vector<Field>& fields = fields_.emplace_back();
    add_all(message, example, 0, fields);
    std::sort(fields.begin(), fields.end(),
              [](const Field& a, const Field& b) { return a.name < b.name; });
    return &schemas_.emplace_back(Schema{.name = "test", .fields = fields});
  }

  bool knows(const std::string& message) const { return messages_.contains(message); }

 private:
  void add_all(const std::string& message, const json::Value& example, std::uint16_t via,
               std::vector<Field>& fields) {
    const auto known = messages_.find(message);
    if (known == messages_.end()) {
      return;  // it has no fields
    }
    for (const WireField& wire : known->second) {
      const json::Member* member = find(example, wire.name);
      if (member != nullptr && !has(fields, member->key)) {
        fields.push_back(field(wire, resolve(message, wire.type), member->value));
        fields.back().name = names_.emplace_back(member->key);
        fields.back().via = via;
      }
    }
    for (const WireField& wire : known->second) {
      const std::string type = resolve(message, wire.type);
      const bool is_message = wire.label == "optional" && scalar_type(type) == FieldType::kObject;
      if (is_message && find(example, wire.name) == nullptr && via < 256) {
        add_all(type, example, static_cast<std::uint16_t>(via << 8U | wire.number), fields);
      }
    }
  }

  // Some messages write the names of their fields with a capital.
  static const json::Member* find(const json::Value& example, const std::string& name) {
    for (const json::Member& member : example.as_object()) {
      if (to_lower(member.key) == to_lower(name)) {
        return &member;
      }
    }
    return nullptr;
  }

  static bool has(const std::vector<Field>& fields, std::string_view name) {
    return std::any_of(fields.begin(), fields.end(),
                       [&](const Field& field) { return field.name == name; });
  }

  // The full name of a type, of the values when it is a map.
  std::string resolve(const std::string& message, std::string type) const {
    if (type.starts_with("map<")) {
      type = trim(std::string_view(type).substr(type.find(',') + 1));
      type.pop_back();
    }
    type.erase(0, type.starts_with('.') ? 1 : 0);
    const std::string local = message.substr(0, message.rfind('.') + 1) + type;
    return messages_.contains(local) ? local : type;
  }

  Field field(const WireField& wire, const std::string& type, const json::Value& value) {
    Field made{.name = "", .type = scalar_type(type)};
    made.number = wire.number;
    const json::Value* one = &value;
    if (wire.label == "repeated") {
      made.shape = Shape::kList;
      one = value.as_array().empty() ? &value : &value.as_array().front();
    } else if (wire.label == "map") {
      made.shape = Shape::kMap;
      one = value.as_object().empty() ? &value : &value.as_object().begin()->value;
    }
    if (made.type == FieldType::kObject) {
      made.schema = one->is_array() ? list(type, *one) : build(type, *one);
    }
    return made;
  }

  // A message whose only field is the list that JSON has in its place.
  const Schema* list(const std::string& message, const json::Value& value) {
    std::vector<Field>& fields = fields_.emplace_back();
    fields.push_back(field(messages_.at(message).front(),
                           resolve(message, messages_.at(message).front().type), value));
    return &schemas_.emplace_back(Schema{.name = "list", .fields = fields, .wraps = true});
  }

  const Messages messages_ = read_messages();
  std::deque<Schema> schemas_;
  std::deque<std::vector<Field>> fields_;
  std::deque<std::string> names_;
};

// "rbac.authorization.k8s.io.v1.Role" is k8s.io.api.rbac.v1.Role.
std::string message_of(const std::string& name, const SchemaBuilder& schemas) {
  const auto parts = split(name, '.');
  const std::string kind(parts.back());
  const std::string group(parts.front() == "internal" ? "apiserverinternal" : parts.front());
  const std::string own =
      "k8s.io.api." + group + "." + std::string(parts[parts.size() - 2]) + "." + kind;
  return schemas.knows(own) ? own : std::string(kMeta) + kind;
}

// The message within "k8s\0" and a runtime.Unknown.
std::string_view unwrap(std::string_view bytes) {
  WireReader reader(bytes.substr(4));
  for (auto field = reader.next(); field && *field; field = reader.next()) {
    if ((*field)->number == 2) {
      return (*field)->text;
    }
  }
  return {};
}

void expect_round_trips(const Schema& schema, const json::Value& document,
                        std::string_view message) {
  auto decoded = decode_message(schema, message);
  ASSERT_TRUE(decoded.has_value()) << decoded.error().message;
  json::Value expected = document;
  expected.erase("kind");
  expected.erase("apiVersion");
  decoded->erase("kind");
  decoded->erase("apiVersion");
  EXPECT_EQ(*decoded, expected) << json::write(*decoded) << "\n" << json::write(expected);
  for (const json::Value& value : {document, *decoded}) {
    WireWriter out;
    encode_message(schema, value, out);
    EXPECT_TRUE(std::move(out).bytes() == message) << json::write(value);
  }
}

TEST(EveryFixture, RoundTripsInEveryEncoding) {
  if (!has_facts(kFacts / "fixtures")) {
    GTEST_SKIP() << "no fixtures at " << kFacts;
  }
  SchemaBuilder schemas;
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(kFacts / "fixtures")) {
    ++files;
    if (entry.path().extension() != ".json") {
      continue;
    }
    SCOPED_TRACE(entry.path().stem());
    const std::filesystem::path base = entry.path().parent_path() / entry.path().stem();
    const std::string text = read_file(entry.path()).value();
    const json::Value document = json::parse(text).value();
    EXPECT_EQ(json::write_pretty(document), text);
    EXPECT_EQ(json::parse_yaml(read_file(base.string() + ".yaml").value()).value().front(),
              document);
    EXPECT_EQ(json::parse_yaml(json::write_yaml(document)).value().front(), document);
    const std::string message = message_of(entry.path().stem(), schemas);
    ASSERT_TRUE(schemas.knows(message)) << message;
    const std::string bytes = read_file(base.string() + ".pb").value();
    expect_round_trips(*schemas.build(message, document), document, unwrap(bytes));
  }
  EXPECT_EQ(files, 549U);
}

}  // namespace
}  // namespace sluice::api
