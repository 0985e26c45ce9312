// SPDX-License-Identifier: Apache-2.0
#include "api/protobuf.h"

#include "api/kind.h"
#include "api/tables/schemas.h"
#include "api/wire.h"
#include "json/text.h"
#include "json/utf8.h"

namespace sluice::api {
namespace {

constexpr std::string_view kMagic("k8s\0", 4);

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

const Schema* schema_of(const Envelope& envelope) {
  // DeleteOptions may come in the version of any group
  if (envelope.kind == "DeleteOptions") {
    return &tables::kMetaV1DeleteOptions;
  }
  if (envelope.kind == "Binding" && envelope.api_version == "v1") {
    return &tables::kCoreV1Binding;
  }
  const Kind* kind = find_kind(envelope.api_version, envelope.kind);
  return kind == nullptr ? nullptr : kind->schema;
}

}  // namespace

Result<json::Value> decode_protobuf(std::string_view bytes) {
  TRY_ASSIGN(const Envelope envelope, read_envelope(bytes));
  if (envelope.content_type == "application/json") {
    return json::parse(envelope.message);
  }
  const Schema* schema = schema_of(envelope);
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

}  // namespace sluice::api
