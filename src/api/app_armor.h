// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "json/value.h"

namespace sluice::api {

// What confines a container was said in annotations before there were fields for it; both still
// count.
inline constexpr std::string_view kAppArmorAnnotation =
    "container.apparmor.security.beta.kubernetes.io/";

// "runtime/default", "unconfined", "localhost/<name>" or nothing.
bool is_app_armor_profile(std::string_view text);

// The securityContext.appArmorProfile that such a text means; null for any other.
json::Value app_armor_profile(std::string_view text);

// Gives a new pod's containers the profiles that its annotations name, where no field does.
void take_app_armor_annotations(json::Value& pod);

}  // namespace sluice::api
