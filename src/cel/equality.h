// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cel/value.h"

namespace sluice::cel {

// CEL's ==: values of different types are different, but numbers compare by what they say
// (1 == 1u == 1.0), and lists that are sets or maps in their schema compare without order.
bool equals(const Value& a, const Value& b);

// -1, 0 or 1 as an int; an error when the two cannot be ordered. Numbers compare across types.
Value compare(const Value& a, const Value& b);

// The members of a list whose schema makes it a map that tell an item apart from others.
bool same_keys(const Value& a, const Value& b, const std::vector<std::string>& keys);

// Whether the list has an equal item.
bool contains(const List& list, const Value& item);

}  // namespace sluice::cel
