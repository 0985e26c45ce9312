// SPDX-License-Identifier: Apache-2.0
#include "clusters/shows.h"

#include <algorithm>

namespace sluice::clusters {

bool shows(const json::Value& present, const json::Value& desired) {
  if (desired.is_object()) {
    const json::Object& members = desired.as_object();
    return (present.is_object() || members.empty()) &&
           std::all_of(members.begin(), members.end(), [&](const json::Member& member) {
             return shows(present.at(member.key), member.value);
           });
  }
  if (desired.is_array()) {
    return std::equal(present.as_array().begin(), present.as_array().end(),
                      desired.as_array().begin(), desired.as_array().end(), shows);
  }
  // Servers leave out what is empty.
  return present == desired ||
         (present.is_null() && desired.is_string() && desired.as_string().empty());
}

}  // namespace sluice::clusters
