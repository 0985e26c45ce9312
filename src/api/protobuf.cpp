// SPDX-License-Identifier: Apache-2.0
#include "api/protobuf.h"

#include "api/tables/schemas.h"
#include "api/wire.h"
#include "json/text.h"
#include "json/utf8.h"

namespace sluice::api {
namespace {

constexpr std::string_view kMagic("k8s\0", 4);

constexpr Field kPartialMetadataFields[] = {
    {.name = "metadata",
     .type = FieldType::kObject,
     .number = 1,
     .schema = &tables::kMetaV1ObjectMeta},
};
constexpr Schema kPartialMetadata{.name = "PartialObjectMetadata",
                                  .fields = kPartialMetadataFields};

struct Envelope {
  std::string api_version;
  std::string kind;
  std::string_view message;
  std::string_view content_type;
};

Result<void> read_type(std::string_view bytes, Envelope& envelope) {
  WireReader reader(bytes);
  while (true) {
    TRY_ASSIGN(const auto field, reader.next());
    if (!field) {
      return {};
    }
    if (field->number == 1) {
      envelope.api_version = field->text;
    } else if (field->number == 2) {
      envelope.kind = field->text;
    }
  }
}

Result<Envelope> read_envelope(std::string_view bytes) {
  if (!bytes.starts_with(kMagic)) {
    return fail(Code::kBadRequest, "protobuf: the body does not start with \"k8s\\0\"");
  }
  Envelope envelope;
  WireReader reader(bytes.substr(kMagic.size()));
  while (true) {
    TRY_ASSIGN(const auto field, reader.next());
    if (!field) {
      return envelope;
    }
    if (field->number == 1) {
      TRY(read_type(field->text, envelope));
    } else if (field->number == 2) {
      envelope.message = field->text;
    } else if (field->number == 4) {
      envelope.content_type = field->text;
    }
  }
}

// How the schemas of that version's kinds end: "policy/v1" and "Eviction" make ".v1.Eviction"
std::string kind_suffix(const std::string& api_version, const std::string& name) {
  return "." + api_version.substr(api_version.find('/') + 1) + "." + name;
}

const Schema* schema_of(const std::string& api_version, const std::string& name) {
  // DeleteOptions may come in the version of any group
  if (name == "DeleteOptions") {
    return &tables::kMetaV1DeleteOptions;
  }
  if (name == "Status" && api_version == "v1") {
    return &tables::kMetaV1Status;
  }
  if (name == "PartialObjectMetadata" && api_version.starts_with("meta.k8s.io/")) {
    return &kPartialMetadata;
  }
  if (const Kind* kind = find_kind(api_version, name)) {
    return kind->schema;
  }
  for (const Schema* schema : {&tables::kAuthenticationV1TokenRequest, &tables::kAutoscalingV1Scale,
                               &tables::kPolicyV1Eviction}) {
    if (schema->name.ends_with(kind_suffix(api_version, name))) {
      return schema;
    }
  }
  return nullptr;
}

// Up to the message itself, which the caller writes and closes with end_envelope().
std::size_t begin_envelope(std::string_view api_version, std::string_view kind, WireWriter& out) {
  out.raw(kMagic);
  const std::size_t type = out.open(1);
  out.text(1, api_version);
  out.text(2, kind);
  out.close(type);
  return out.open(2);
}

void end_envelope(std::size_t message, WireWriter& out) {
  out.close(message);
  out.text(3, "");  // content encoding and type, which other readers expect to be there
  out.text(4, "");
}

}  // namespace

Result<json::Value> decode_protobuf(std::string_view bytes) {
  TRY_ASSIGN(const Envelope envelope, read_envelope(bytes));
  if (envelope.content_type == "application/json") {
    return json::parse(envelope.message);
  }
  const Schema* schema = schema_of(envelope.api_version, envelope.kind);
  if (schema == nullptr || !json::is_utf8(envelope.api_version)) {
    return fail(Code::kBadRequest, "no kind \"" + envelope.kind +
                                       "\" is registered for version \"" + envelope.api_version +
                                       "\"");
  }
  TRY_ASSIGN(json::Value message, decode_message(*schema, envelope.message));
  json::Value document =
      json::Object{{"kind", envelope.kind}, {"apiVersion", envelope.api_version}};
  for (json::Member& member : message.object()) {
    document.object().append(std::move(member.key), std::move(member.value));
  }
  return document;
}

Result<std::string> encode_protobuf(const json::Value& document) {
  const std::string& api_version = document.at("apiVersion").as_string();
  const std::string& kind = document.at("kind").as_string();
  const Schema* schema = schema_of(api_version, kind);
  if (schema == nullptr) {
    return fail(Code::kUnsupported, "no protobuf form of " + api_version + " " + kind);
  }
  WireWriter out;
  const std::size_t message = begin_envelope(api_version, kind, out);
  encode_message(*schema, document, out);
  end_envelope(message, out);
  return std::move(out).bytes();
}

ProtobufList::ProtobufList(const Type& type, const json::Value& metadata)
    : item_(type.item), message_(begin_envelope(type.api_version, type.kind, out_)) {
  const std::size_t opened = out_.open(1);
  encode_message(tables::kMetaV1ListMeta, metadata, out_);
  out_.close(opened);
}

void ProtobufList::add(const json::Value& item) {
  const std::size_t opened = out_.open(2);
  encode_message(item_, item, out_);
  out_.close(opened);
}

std::string ProtobufList::bytes() && {
  end_envelope(message_, out_);
  return std::move(out_).bytes();
}

bool has_protobuf(const Kind& kind) {
  const Field* metadata = kind.schema->find("metadata");
  return metadata != nullptr && metadata->number != 0;
}

const Schema& partial_metadata_schema() {
  return kPartialMetadata;
}

std::string watch_frame(std::string_view type, std::string_view document) {
  WireWriter out;
  out.text(1, type);
  const std::size_t object = out.open(2);
  out.text(1, document);
  out.close(object);
  const std::string event = std::move(out).bytes();
  std::string frame;
  frame.reserve(event.size() + 4);
  for (const unsigned shift : {24U, 16U, 8U, 0U}) {
    frame += static_cast<char>(event.size() >> shift & 0xffU);
  }
  return frame + event;
}

}  // namespace sluice::api
