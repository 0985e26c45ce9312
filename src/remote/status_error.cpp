// SPDX-License-Identifier: Apache-2.0
#include "remote/status_error.h"

#include <array>
#include <string>
#include <utility>

#include "base/text.h"
#include "json/text.h"

namespace sluice::remote {

namespace {

constexpr std::array<std::pair<std::string_view, Code>, 17> kReasons{{
    {"NotFound", Code::kNotFound},
    {"AlreadyExists", Code::kAlreadyExists},
    {"Conflict", Code::kConflict},
    {"Invalid", Code::kInvalid},
    {"BadRequest", Code::kBadRequest},
    {"RequestEntityTooLarge", Code::kTooLarge},
    {"Expired", Code::kExpired},
    {"Gone", Code::kExpired},
    {"Forbidden", Code::kForbidden},
    {"Unauthorized", Code::kUnauthorized},
    {"TooManyRequests", Code::kTooManyRequests},
    {"ServiceUnavailable", Code::kUnavailable},
    {"Timeout", Code::kTimeout},
    {"ServerTimeout", Code::kTimeout},
    {"MethodNotAllowed", Code::kUnsupported},
    {"UnsupportedMediaType", Code::kUnsupported},
    {"InternalError", Code::kInternal},
}};

Code code_of(int http_status) {
  switch (http_status) {
    case 400:
      return Code::kBadRequest;
    case 401:
      return Code::kUnauthorized;
    case 403:
      return Code::kForbidden;
    case 404:
      return Code::kNotFound;
    case 405:
    case 415:
    case 501:
      return Code::kUnsupported;
    case 409:
      return Code::kConflict;
    case 410:
      return Code::kExpired;
    case 413:
      return Code::kTooLarge;
    case 422:
      return Code::kInvalid;
    case 429:
      return Code::kTooManyRequests;
    case 502:
    case 503:
      return Code::kUnavailable;
    case 504:
      return Code::kTimeout;
    default:
      return Code::kInternal;
  }
}

}  // namespace

Error status_error(const json::Value& status, int http_status) {
  const auto code = static_cast<int>(status.at("code").as_int(http_status));
  Error error{code_of(code), status.at("message").as_string(), {}};
  for (const auto& [reason, meaning] : kReasons) {
    if (status.at("reason").as_string() == reason) {
      error.code = meaning;
    }
  }
  if (error.message.empty()) {
    error.message = "the server answered " + std::to_string(code);
  }
  for (const json::Value& cause : status.at("details", "causes").as_array()) {
    error.causes.push_back({cause.at("reason").as_string(), cause.at("message").as_string(),
                            cause.at("field").as_string()});
  }
  return error;
}

Error response_error(int http_status, std::string_view body) {
  constexpr std::size_t kShown = 200;
  const auto status = json::parse(body);
  if (status && status->at("kind").as_string() == "Status") {
    return status_error(*status, http_status);
  }
  Error error{code_of(http_status), "the server answered " + std::to_string(http_status), {}};
  if (const std::string_view text = trim(body); !text.empty()) {
    error.message += ": " + std::string(text.substr(0, kShown));
  }
  return error;
}

}  // namespace sluice::remote
