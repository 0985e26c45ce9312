// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "json/value.h"

namespace sluice::api {

// Selectors as kubectl writes them: "a=b,c in (d,e),!f"; "<none>" when empty.
std::string selector_text(const json::Value& selector);  // a LabelSelector object
std::string labels_text(const json::Value& labels);      // a map of labels

}  // namespace sluice::api
