// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "api/catalog.h"
#include "base/clock.h"
#include "client/client.h"

namespace sluice::runtime {

// Applies the documents of a YAML stream, built-in kinds all of them: definitions and what belongs
// to them. Older ones are brought up to date.
Result<void> apply_documents(client::Client& client, std::string_view yaml);

// The same of one document.
Result<void> apply(client::Client& client, json::Value document);

// The kind of that definition in its best version, as soon as the server serves it. Timeout when it
// does not for ten seconds.
Result<api::KindPtr> await_kind(client::Client& client, Clock& clock, const std::string& name);

}  // namespace sluice::runtime
