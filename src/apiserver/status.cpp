// SPDX-License-Identifier: Apache-2.0
#include "apiserver/status.h"

#include "json/text.h"

namespace sluice::apiserver {

namespace {

struct Meaning {
  int code;
  std::string_view reason;
  int retry_after_seconds = 0;
};

Meaning meaning_of(Code code) {
  switch (code) {
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
  return {500, "InternalError"};
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

}  // namespace

json::Value to_status(const Error& error, const StatusSubject& subject) {
  if (!error.verbatim.empty()) {
    if (auto status = json::parse(error.verbatim)) {
      return std::move(*status);
    }
  }
  const Meaning meaning = meaning_of(error.code);
  json::Value status = failure(meaning.code, meaning.reason, error.message);
  json::Value& details = status["details"];
  const std::string& kind = error.code == Code::kInvalid ? subject.kind : subject.resource;
  for (const auto& [key, value] :
       {std::pair<std::string_view, const std::string&>{"name", subject.name},
        {"group", subject.group},
        {"kind", kind}}) {
    if (!value.empty() && error.code != Code::kBadRequest) {  // which was not understood
      details[key] = value;
    }
  }
  for (const ErrorCause& cause : error.causes) {
    details["causes"].array().push_back(to_cause(cause));
  }
  if (meaning.retry_after_seconds > 0) {
    details["retryAfterSeconds"] = meaning.retry_after_seconds;
  }
  if (details.as_object().empty()) {
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

http::Response error_response(const Error& error, const StatusSubject& subject) {
  return status_response(to_status(error, subject));
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
