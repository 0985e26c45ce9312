// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "api/kind.h"
#include "json/value.h"

namespace sluice::api {

// How objects of a built-in kind that is another form of a stored one are written in that form and
// back. Both functions leave apiVersion alone and never fail: what the other form cannot say is
// kept where it can, or gone.
struct Form {
  std::string_view stored;  // apiVersion of the kind that is stored; it has the same name
  void (*to_stored)(json::Value& object);
  void (*from_stored)(json::Value& object);
};

namespace forms {
extern const Form kEventsEvent;   // NOLINT(readability-identifier-naming)
extern const Form kAutoscalerV1;  // NOLINT(readability-identifier-naming)
}  // namespace forms

// The kind whose form objects of this one are stored in: itself, but for kinds with a Form.
const Kind& stored_kind(const Kind& kind);

// From one form of an object to the other, each in its canonical form. Kinds without a Form: as it
// was.
json::Value to_stored_form(const Kind& kind, json::Value object);
json::Value from_stored_form(const Kind& kind, json::Value object);

}  // namespace sluice::api
