// SPDX-License-Identifier: Apache-2.0
#include "apiserver/request_timeout.h"

#include <algorithm>

#include "apiserver/resources.h"
#include "base/go_text.h"
#include "cel/time.h"

namespace sluice::apiserver {

namespace {

constexpr Duration kMost = std::chrono::minutes(1);

bool stays_open(const RequestInfo& info) {
  return info.verb == "watch" || Resources::answers_by_itself(info.subresource);
}

bool is_number(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return (c >= '0' && c <= '9') || c == '.'; });
}

}  // namespace

Result<Duration> request_timeout(const http::Target& target, const RequestInfo& info) {
  const std::string text = target.value("timeout");
  if (text.empty() || stays_open(info)) {
    return kMost;
  }
  const auto wanted = cel::parse_duration(text);
  if (!wanted) {
    return fail(Code::kBadRequest,
                "invalid timeout specified in the request URL - time: " +
                    std::string(is_number(text) ? "missing unit in" : "invalid") + " duration " +
                    go_quoted(text));
  }
  const Duration asked(wanted->nanos);
  return asked > Duration::zero() ? std::min(asked, kMost) : kMost;
}

}  // namespace sluice::apiserver
