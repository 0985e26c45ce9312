// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "http/message.h"
#include "json/value.h"

namespace sluice::apiserver {

// What a Status says its error is about; empty parts are left out.
struct StatusSubject {
  std::string name = {};
  std::string group = {};
  std::string kind = {};  // the resource ("pods"), in validation errors the Kind
};

// An HTTP answer with a Status object, for errors that only exist in HTTP (405, 406, 415).
struct HttpFault {
  int code = 500;
  std::string_view reason;
  std::string message;
  bool routed = false;  // found out before the resource was: the Status then has empty details
};

// The one place where error codes become HTTP statuses and Kubernetes reasons. What an error is
// about is what its message names first, else what was asked for. An error's verbatim text is a
// Status already.
json::Value to_status(const Error& error, const StatusSubject& asked = {});
json::Value to_status(const HttpFault& fault);

http::Response status_response(const json::Value& status);
http::Response error_response(const Error& error, const StatusSubject& asked = {});
http::Response fault_response(const HttpFault& fault);

// 404 for resources that are not served, and for paths where there is nothing at all.
http::Response unknown_path();
http::Response page_not_found();
http::Response method_not_allowed();

}  // namespace sluice::apiserver
