// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "api/schema.h"
#include "json/value.h"

namespace sluice::api {

// What tells the items of a list that is merged apart, as text: lists may have any number of items,
// and a table of texts is as fast with all of them.
std::string item_identity(const Field& field, const json::Value& item);

// As Kubernetes merges the two orders: what the patch names in its order, what only the server has
// in its own; of the two next ones the one that stood first goes first, new ones before all.
void arrange_merged(const Field& field, json::Array& items, const json::Array& patch,
                    const json::Array& before);

// Items named in `order` come in that order; the others keep their place relative to the item
// before them.
void reorder_items(const Field& field, json::Array& items, const json::Array& order);

}  // namespace sluice::api
