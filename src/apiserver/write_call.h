// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "apiserver/body.h"
#include "apiserver/call.h"
#include "registry/registry.h"

namespace sluice::apiserver {

// What a request wants written, and how. The answer to one that cannot be read is the error.
struct WriteCall {
  registry::WriteOptions options;
  json::Value document;
  std::vector<std::string> warnings = {};
};

// `type` names the options in messages.
Answer<WriteCall> read_write(const Call& call, std::string_view type);

// The same for what is posted to a subresource and not stored, and therefore checked here: every
// value has its type.
Answer<WriteCall> read_part(const Call& call);

}  // namespace sluice::apiserver
