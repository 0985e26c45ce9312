// SPDX-License-Identifier: Apache-2.0
#include "base/result.h"

#include <cstdio>

namespace sluice {

std::string_view to_string(Code code) {
  switch (code) {
    case Code::kNotFound:
      return "NotFound";
    case Code::kAlreadyExists:
      return "AlreadyExists";
    case Code::kConflict:
      return "Conflict";
    case Code::kInvalid:
      return "Invalid";
    case Code::kBadRequest:
      return "BadRequest";
    case Code::kTooLarge:
      return "TooLarge";
    case Code::kExpired:
      return "Expired";
    case Code::kForbidden:
      return "Forbidden";
    case Code::kUnauthorized:
      return "Unauthorized";
    case Code::kTooManyRequests:
      return "TooManyRequests";
    case Code::kUnavailable:
      return "Unavailable";
    case Code::kTimeout:
      return "Timeout";
    case Code::kCancelled:
      return "Cancelled";
    case Code::kUnsupported:
      return "Unsupported";
    case Code::kInternal:
      return "Internal";
  }
  return "Internal";
}

void check_failed(const char* condition, const char* file, int line) {
  std::fprintf(stderr, "sluice: invariant violated: %s (%s:%d)\n", condition, file, line);
  std::abort();
}

}  // namespace sluice
