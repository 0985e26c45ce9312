// SPDX-License-Identifier: Apache-2.0
#include "apiserver/write_call.h"

#include <utility>

#include "api/subresources.h"
#include "apiserver/options.h"
#include "registry/intake.h"

namespace sluice::apiserver {

Answer<WriteCall> read_write(const Call& call, std::string_view type) {
  auto options = write_options(call, type);
  if (!options) {
    return tl::unexpected(refuse(call, options.error()));
  }
  auto body = decode_object(call);
  if (!body) {
    return tl::unexpected(std::move(body).error());
  }
  options->duplicate_fields = std::move(body->duplicates);
  return WriteCall{std::move(*options), std::move(body->document)};
}

Answer<WriteCall> read_part(const Call& call) {
  auto write = read_write(call, "CreateOptions");
  if (!write) {
    return write;
  }
  api::Kind kind = api::part_kind(call.kind, call.info.subresource);
  const std::string given = write->document.at("apiVersion").as_string();
  kind.version = std::string_view(given).substr(given.rfind('/') + 1);
  auto warnings = registry::check_fields(kind, write->document, write->options);
  if (!warnings) {
    return tl::unexpected(refuse(call, warnings.error()));
  }
  write->warnings = std::move(*warnings);
  return write;
}

}  // namespace sluice::apiserver
