// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/apply/tracking.h"
#include "base/result.h"
#include "json/value.h"

namespace sluice::api {

// Server-side apply: the object that `live` becomes when the writer applies `config`. What he
// applied before and no longer does goes, unless others own it. Conflict when others own what he
// would change, unless `force` takes it from them. BadRequest when config is not one of the kind.
// `live` is an empty object when there is none. The result still is to be defaulted and validated.
Result<json::Value> apply_config(const FieldWriter& writer, const json::Value& live,
                                 const json::Value& config, bool force);

}  // namespace sluice::api
