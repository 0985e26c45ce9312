// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/apply/field_set.h"
#include "api/kind.h"
#include "json/value.h"

namespace sluice::api {

// The way from client-side to server-side apply. kubectl notes what it applied on its side in the
// annotation kubectl.kubernetes.io/last-applied-configuration.

// What of the annotation still is so in the object: fields that kubectl may take over without
// conflict. Nothing when there is no such annotation, or it is not a document of the kind.
FieldSet last_applied_fields(const Kind& kind, const json::Value& live);

// Makes the annotation of `object`, if it has one, say `config`, so that a later client-side apply
// goes on from there.
void refresh_last_applied(const json::Value& config, json::Value& object);

}  // namespace sluice::api
