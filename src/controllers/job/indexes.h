// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "client/client.h"

namespace sluice::controllers::job {

constexpr std::string_view kIndex = "batch.kubernetes.io/job-completion-index";
constexpr std::string_view kIndexFailures = "batch.kubernetes.io/job-index-failure-count";

// Completion indexes of an indexed job. Pure.
using Indexes = std::set<std::int64_t>;

// "0,2-4": what is not a number below `completions` is left out.
Indexes parse_indexes(std::string_view text, std::int64_t completions);
std::string format_indexes(const Indexes& indexes);

// The index a pod works on; nothing when it has none.
std::optional<std::int64_t> index_of(const client::Object& pod);

// How often the index of this pod had failed before it was created.
std::int64_t earlier_failures(const client::Object& pod);

// Makes `pod` of `job` the one for an index, with the name that has it.
void give_index(client::Object& pod, const client::Object& job, std::int64_t index,
                std::int64_t failures);

// The rule of the job's successPolicy that these indexes fulfil, by number.
std::optional<std::size_t> fulfilled_rule(const client::Object& job, const Indexes& completed);

}  // namespace sluice::controllers::job
