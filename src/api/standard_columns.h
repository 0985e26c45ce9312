// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/printing/cells.h"
#include "api/table.h"

// Columns that most kinds have.
namespace sluice::api::columns {

inline constexpr Column kName{
    .name = "Name", .format = "name", .description = "Name of the object", .path = "metadata.name"};
inline constexpr Column kAge{
    .name = "Age", .description = "Time since the object was created", .cell = cells::age};

// For kinds without columns of their own.
inline constexpr Column kNameAndAge[] = {kName, kAge};

inline constexpr Column kCreatedAt = {.name = "Created At",
                                      .shown_type = "date",
                                      .description = "When it was created",
                                      .path = "metadata.creationTimestamp"};

}  // namespace sluice::api::columns
