// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "apiserver/call.h"
#include "client/client.h"
#include "json/value.h"

namespace sluice::apiserver {

// A decoded request body, and the members that its text repeats.
struct Body {
  json::Value document;
  std::vector<std::string> duplicates;
};

// JSON, YAML or protobuf by Content-Type; 415 for anything else, 400 when it is broken. It must be
// an object of the call's kind, or what the subresource takes; apiVersion and kind are filled in
// when missing.
Answer<Body> decode_object(const Call& call);

// The body of DELETE: DeleteOptions whose values have their types. Null when there is none.
Answer<json::Value> decode_delete_options(const Call& call);

// By Content-Type; 415 when this server cannot apply it to the kind.
Answer<client::PatchType> patch_type(const Call& call);

// The body of PATCH: JSON, or YAML as well when it is to be applied; then `duplicates` are in the
// words of Go's YAML parser.
Answer<Body> decode_patch(const Call& call, client::PatchType type);

}  // namespace sluice::apiserver
