// SPDX-License-Identifier: Apache-2.0
#include "api/forms/form.h"

#include "api/canonical.h"
#include "base/result.h"

namespace sluice::api {
namespace {

json::Value in_form_of(const Kind& kind, json::Value object) {
  object["apiVersion"] = kind.api_version();
  canonicalise(kind, object);
  return object;
}

}  // namespace

const Kind& stored_kind(const Kind& kind) {
  if (kind.form == nullptr) {
    return kind;
  }
  const Kind* stored = find_kind(kind.form->stored, kind.kind);
  CHECK(stored != nullptr);
  return *stored;
}

json::Value to_stored_form(const Kind& kind, json::Value object) {
  if (kind.form == nullptr) {
    return object;
  }
  kind.form->to_stored(object);
  return in_form_of(stored_kind(kind), std::move(object));
}

json::Value from_stored_form(const Kind& kind, json::Value object) {
  if (kind.form == nullptr) {
    return object;
  }
  kind.form->from_stored(object);
  return in_form_of(kind, std::move(object));
}

}  // namespace sluice::api
