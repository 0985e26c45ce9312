// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "api/schema.h"
#include "base/result.h"
#include "json/value.h"

namespace sluice::api {

// A request body of type application/vnd.kubernetes.protobuf as the JSON document it stands for:
// "k8s\0", then a runtime.Unknown that names apiVersion and kind and holds the message. Knows the
// served kinds, DeleteOptions and Binding. BadRequest when the bytes are malformed or the kind is
// not known; fields the schema does not know are skipped, as protobuf readers do.
Result<json::Value> decode_protobuf(std::string_view bytes);

// The same for a message without envelope, by its schema.
Result<json::Value> decode_message(const Schema& schema, std::string_view bytes);

}  // namespace sluice::api
