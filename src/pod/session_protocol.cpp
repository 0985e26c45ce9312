// SPDX-License-Identifier: Apache-2.0
#include "pod/session_protocol.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "json/strings.h"
#include "json/text.h"

namespace sluice::pod {
namespace {

constexpr std::array<std::string_view, 3> kPurposes = {"command", "attach", "port"};

Result<json::Value> parse_object(std::string_view text) {
  TRY_ASSIGN(json::Value document, json::parse(text));
  if (!document.is_object()) {
    return fail(Code::kInvalid, "an object is required");
  }
  return document;
}

Result<std::uint16_t> number(const json::Value& document, std::string_view name) {
  const std::int64_t value = document.at(name).as_int();
  if (value < 0 || value > 65535) {
    return fail(Code::kInvalid, std::string(name) + ": a number from 0 to 65535 is required");
  }
  return static_cast<std::uint16_t>(value);
}

int digit_value(char digit) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  const std::size_t at = kDigits.find(digit);
  return at == std::string_view::npos ? -1 : static_cast<int>(at);
}

}  // namespace

std::string to_text(const SessionRequest& request) {
  return json::write(json::Object{{"purpose", kPurposes[static_cast<std::size_t>(request.purpose)]},
                                  {"container", request.container},
                                  {"command", json::from_strings(request.command)},
                                  {"in", request.in},
                                  {"out", request.out},
                                  {"err", request.err},
                                  {"tty", request.tty},
                                  {"port", static_cast<int>(request.port)}});
}

Result<SessionRequest> session_request_from_text(std::string_view text) {
  TRY_ASSIGN(const json::Value document, parse_object(text));
  SessionRequest request;
  const auto* const purpose =
      std::find(kPurposes.begin(), kPurposes.end(), document.at("purpose").as_string());
  if (purpose == kPurposes.end()) {
    return fail(Code::kInvalid, "purpose: command, attach or port is required");
  }
  request.purpose = static_cast<SessionRequest::Purpose>(purpose - kPurposes.begin());
  request.container = document.at("container").as_string();
  request.command = json::to_strings(document.at("command"));
  request.in = document.at("in").as_bool();
  request.out = document.at("out").as_bool();
  request.err = document.at("err").as_bool();
  request.tty = document.at("tty").as_bool();
  TRY_ASSIGN(request.port, number(document, "port"));
  return request;
}

std::string to_text(const SessionSize& size) {
  return json::write(json::Object{{"width", static_cast<int>(size.width)},
                                  {"height", static_cast<int>(size.height)}});
}

Result<SessionSize> session_size_from_text(std::string_view text) {
  TRY_ASSIGN(const json::Value document, parse_object(text));
  SessionSize size;
  TRY_ASSIGN(size.width, number(document, "width"));
  TRY_ASSIGN(size.height, number(document, "height"));
  return size;
}

std::string exit_text(const Result<int>& exit_code) {
  return exit_code ? json::write(json::Object{{"exitCode", *exit_code}})
                   : json::write(json::Object{{"error", exit_code.error().message}});
}

Result<int> exit_from_text(std::string_view text) {
  TRY_ASSIGN(const json::Value document, parse_object(text));
  if (document.at("exitCode").is_int()) {
    return static_cast<int>(document.at("exitCode").as_int());
  }
  return fail(Code::kInternal, document.at("error").as_string());
}

std::string session_identity(const Attempt& attempt, const std::string& session) {
  return attempt.uid + "/" + std::to_string(attempt.number) + "/" + session;
}

Result<std::string> session_key_bytes(std::string_view digits) {
  std::string bytes;
  for (std::size_t i = 0; i + 1 < digits.size(); i += 2) {
    const int high = digit_value(digits[i]);
    const int low = digit_value(digits[i + 1]);
    if (high < 0 || low < 0) {
      return fail(Code::kInvalid, "sessionKey: hexadecimal digits are required");
    }
    bytes += static_cast<char>(high << 4 | low);
  }
  if (bytes.empty()) {
    return fail(Code::kInvalid, "sessionKey: a key is required");
  }
  return bytes;
}

}  // namespace sluice::pod
