// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "api/table.h"

// The columns of each kind, with the headers kubectl users know.
namespace sluice::api::columns {

inline constexpr std::span<const Column> kConfigMap{};
inline constexpr std::span<const Column> kEvent{};
inline constexpr std::span<const Column> kJob{};
inline constexpr std::span<const Column> kLease{};
inline constexpr std::span<const Column> kNamespace{};
inline constexpr std::span<const Column> kNode{};
inline constexpr std::span<const Column> kPod{};
inline constexpr std::span<const Column> kSecret{};
inline constexpr std::span<const Column> kService{};
inline constexpr std::span<const Column> kServiceAccount{};

}  // namespace sluice::api::columns
