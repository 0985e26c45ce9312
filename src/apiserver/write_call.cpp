// SPDX-License-Identifier: Apache-2.0
#include "apiserver/write_call.h"

#include <utility>

#include "apiserver/options.h"

namespace sluice::apiserver {

Answer<WriteCall> read_write(const Call& call, std::string_view type,
                             Answer<Body> (*decode)(const Call&)) {
  auto options = write_options(call, type);
  if (!options) {
    return tl::unexpected(refuse(call, options.error()));
  }
  auto body = decode(call);
  if (!body) {
    return tl::unexpected(std::move(body).error());
  }
  options->duplicate_fields = std::move(body->duplicates);
  return WriteCall{std::move(*options), std::move(body->document)};
}

}  // namespace sluice::apiserver
