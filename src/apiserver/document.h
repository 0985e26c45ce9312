// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "apiserver/negotiate.h"
#include "base/result.h"
#include "http/message.h"
#include "json/value.h"

namespace sluice::apiserver {

// A document in the encoding asked for, whatever its form; YAML with sorted keys. Unsupported when
// it has no such form.
Result<std::string> write_document(const json::Value& document, const Output& output);

// The same as an answer.
http::Response document_response(int status, const json::Value& document, const Output& output);

}  // namespace sluice::apiserver
