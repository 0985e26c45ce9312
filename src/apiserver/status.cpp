// SPDX-License-Identifier: Apache-2.0
#include "apiserver/status.h"

#include <algorithm>
#include <optional>

#include "json/text.h"

namespace sluice::apiserver {

namespace {

struct Meaning {
  int code;
  std::string_view reason;
  int retry_after_seconds = 0;
};

Meaning meaning_of(const Error& error) {
  switch (error.code) {
    case Code::kNotFound:
      return {404, "NotFound"};
    case Code::kAlreadyExists:
      return {409, "AlreadyExists"};
    case Code::kConflict:
      return {409, "Conflict"};
    case Code::kInvalid:
      return {422, "Invalid"};
    case Code::kBadRequest:
      return {400, "BadRequest"};
    case Code::kTooLarge:
      return {413, "RequestEntityTooLarge"};
    case Code::kExpired:
      return {410, "Expired"};
    case Code::kForbidden:
      return {403, "Forbidden"};
    case Code::kUnauthorized:
      return {401, "Unauthorized"};
    case Code::kTooManyRequests:
      return {429, "TooManyRequests", 1};
    case Code::kUnavailable:
      return {503, "ServiceUnavailable", 1};
    case Code::kTimeout:
      return {504, "Timeout", 1};
    case Code::kCancelled:
      return {503, "ServiceUnavailable", 1};
    case Code::kUnsupported:
      return {501, "NotImplemented"};
    case Code::kInternal:
      break;
  }
  // only errors that were foreseen as such have a reason
  return {500, error.message.starts_with("Internal error occurred: ") ? "InternalError" : ""};
}

json::Value failure(int code, std::string_view reason, const std::string& message) {
  json::Object status{{"kind", "Status"},           {"apiVersion", "v1"},
                      {"metadata", json::Object()}, {"status", "Failure"},
                      {"message", message},         {"reason", reason},
                      {"details", json::Object()},  {"code", code}};
  if (reason.empty()) {
    status.erase("reason");
  }
  return status;
}

json::Value to_cause(const ErrorCause& cause) {
  json::Object out;
  if (!cause.reason.empty()) {
    out["reason"] = cause.reason;
  }
  if (!cause.message.empty()) {
    out["message"] = cause.message;
  }
  if (!cause.field.empty()) {
    out["field"] = cause.field;
  }
  return out;
}

// The end of a text in double quotes; npos where there is none.
std::size_t closing_quote(std::string_view text) {
  std::size_t at = 1;
  while (at < text.size() && text[at] != '"') {
    at += text[at] == '\\' ? 2 : 1;
  }
  return at < text.size() ? at : std::string_view::npos;
}

// What a message names at its beginning: `pods "a" not found`, `Job.batch "a" is invalid: …`.
std::optional<StatusSubject> named_in(std::string_view message) {
  constexpr std::string_view kConflict = "Operation cannot be fulfilled on ";
  if (message.starts_with(kConflict)) {
    message.remove_prefix(kConflict.size());
  }
  const std::size_t space = message.find(' ');
  if (space == std::string_view::npos || !message.substr(space + 1).starts_with('"')) {
    return std::nullopt;
  }
  const std::string_view quoted = message.substr(space + 1);
  const std::size_t end = closing_quote(quoted);
  const auto name = end == std::string_view::npos ? Result<json::Value>()
                                                  : json::parse(quoted.substr(0, end + 1));
  if (!name || !name->is_string()) {
    return std::nullopt;
  }
  const std::string_view what = message.substr(0, space);
  const std::size_t dot = std::min(what.find('.'), what.size());
  return StatusSubject{.name = name->as_string(),
                       .group = std::string(what.substr(std::min(dot + 1, what.size()))),
                       .kind = std::string(what.substr(0, dot))};
}

// What the caller asked for is told where the message names nothing; not in refusals of what could
// not be understood or does not fit together, whose messages are all there is to say.
StatusSubject subject_of(const Error& error, const StatusSubject& asked) {
  if (error.code == Code::kBadRequest || error.code == Code::kInternal ||
      error.code == Code::kTooLarge ||
      (error.code == Code::kTimeout && !error.causes.empty())) {
    return {};
  }
  return named_in(error.message).value_or(error.code == Code::kInvalid ? StatusSubject() : asked);
}

}  // namespace

json::Value to_status(const Error& error, const StatusSubject& asked) {
  if (!error.verbatim.empty()) {
    if (auto status = json::parse(error.verbatim)) {
      return std::move(*status);
    }
  }
  const Meaning meaning = meaning_of(error);
  json::Value status = failure(meaning.code, meaning.reason, error.message);
  json::Value& details = status["details"];
  const StatusSubject subject = subject_of(error, asked);
  for (const auto& [key, value] :
       {std::pair<std::string_view, const std::string&>{"name", subject.name},
        {"group", subject.group},
        {"kind", subject.kind}}) {
    if (!value.empty()) {
      details[key] = value;
    }
  }
  for (const ErrorCause& cause : error.causes) {
    details["causes"].array().push_back(to_cause(cause));
  }
  if (meaning.retry_after_seconds > 0) {
    details["retryAfterSeconds"] = meaning.retry_after_seconds;
  }
  if (details.as_object().empty() && error.code != Code::kInvalid) {
    status.erase("details");
  }
  return status;
}

json::Value to_status(const HttpFault& fault) {
  json::Value status = failure(fault.code, fault.reason, fault.message);
  if (!fault.routed) {
    status.erase("details");
  }
  return status;
}

http::Response status_response(const json::Value& status) {
  http::Response response;
  response.status = static_cast<int>(status.at("code").as_int(200));
  response.body = json::write(status);
  const auto retry = status.at("details", "retryAfterSeconds").as_int();
  if (retry > 0) {
    response.headers.add("Retry-After", std::to_string(retry));
  }
  return response;
}

http::Response error_response(const Error& error, const StatusSubject& asked) {
  return status_response(to_status(error, asked));
}

http::Response fault_response(const HttpFault& fault) {
  return status_response(to_status(fault));
}

http::Response unknown_path() {
  return fault_response({.code = 404,
                         .reason = "NotFound",
                         .message = "the server could not find the requested resource",
                         .routed = true});
}

http::Response page_not_found() {
  http::Response response;
  response.status = 404;
  response.content_type = "text/plain; charset=utf-8";
  response.body = "404 page not found\n";
  return response;
}

http::Response method_not_allowed() {
  return fault_response(
      {.code = 405,
       .reason = "MethodNotAllowed",
       .message = "the server does not allow this method on the requested resource",
       .routed = true});
}

}  // namespace sluice::apiserver
