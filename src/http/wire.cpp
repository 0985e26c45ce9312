// SPDX-License-Identifier: Apache-2.0
#include "http/wire.h"

#include <algorithm>
#include <charconv>

namespace sluice::http {

namespace {

std::string_view reason_phrase(int status) {
  switch (status) {
    case 101:
      return "Switching Protocols";
    case 200:
      return "OK";
    case 201:
      return "Created";
    case 202:
      return "Accepted";
    case 204:
      return "No Content";
    case 301:
      return "Moved Permanently";
    case 304:
      return "Not Modified";
    case 400:
      return "Bad Request";
    case 401:
      return "Unauthorized";
    case 403:
      return "Forbidden";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    case 406:
      return "Not Acceptable";
    case 409:
      return "Conflict";
    case 410:
      return "Gone";
    case 413:
      return "Request Entity Too Large";
    case 415:
      return "Unsupported Media Type";
    case 422:
      return "Unprocessable Entity";
    case 429:
      return "Too Many Requests";
    case 431:
      return "Request Header Fields Too Large";
    case 500:
      return "Internal Server Error";
    case 501:
      return "Not Implemented";
    case 502:
      return "Bad Gateway";
    case 503:
      return "Service Unavailable";
    case 504:
      return "Gateway Timeout";
    case 505:
      return "HTTP Version Not Supported";
    default:
      return "Status";
  }
}

void append_without_controls(std::string_view value, std::string& into) {
  std::copy_if(value.begin(), value.end(), std::back_inserter(into), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x20 && byte != 0x7f;
  });
}

void append_field(std::string_view name, std::string_view value, std::string& into) {
  into += name;
  into += ": ";
  append_without_controls(value, into);
  into += "\r\n";
}

}  // namespace

std::string response_head(const Response& response, Framing framing, bool keep_alive) {
  std::string head = "HTTP/1.1 " + std::to_string(response.status) + " ";
  head += reason_phrase(response.status);
  head += "\r\n";
  for (const auto& [name, value] : response.headers) {
    append_field(name, value, head);
  }
  const bool has_body = response.status != 101 && response.status != 204 && response.status != 304;
  if (has_body && !response.content_type.empty()) {
    append_field("Content-Type", response.content_type, head);
  }
  if (framing == Framing::kChunked) {
    append_field("Transfer-Encoding", "chunked", head);
  } else if (framing == Framing::kLength && has_body) {
    append_field("Content-Length", std::to_string(response.body.size()), head);
  }
  if (!keep_alive) {
    append_field("Connection", "close", head);
  }
  head += "\r\n";
  return head;
}

std::string without_controls(std::string_view value) {
  std::string clean;
  append_without_controls(value, clean);
  return clean;
}

void append_chunk(std::string_view bytes, std::string& into) {
  if (bytes.empty()) {
    return;
  }
  char digits[16];
  const auto written = std::to_chars(digits, digits + sizeof(digits), bytes.size(), 16);
  into.append(digits, written.ptr);
  into += "\r\n";
  into += bytes;
  into += "\r\n";
}

Response plain_response(int status, std::string message) {
  Response response;
  response.status = status;
  response.content_type = "text/plain; charset=utf-8";
  response.body = std::move(message) + "\n";
  return response;
}

}  // namespace sluice::http
