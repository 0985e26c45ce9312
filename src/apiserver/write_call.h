// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "apiserver/body.h"
#include "apiserver/call.h"
#include "registry/registry.h"

namespace sluice::apiserver {

// What a request wants written, and how. The answer to one that cannot be read is the error.
struct WriteCall {
  registry::WriteOptions options;
  json::Value document;
};

// `type` names the options in messages; `decode` is decode_object, or decode_body for what is not
// of the call's own kind.
Answer<WriteCall> read_write(const Call& call, std::string_view type,
                             Answer<Body> (*decode)(const Call&));

}  // namespace sluice::apiserver
