// SPDX-License-Identifier: Apache-2.0
#include "cel/functions/url.h"

#include <algorithm>
#include <memory>
#include <optional>

#include "base/text.h"
#include "cel/display.h"
#include "cel/functions/cost.h"
#include "cel/functions/function.h"
#include "cel/value_map.h"

namespace sluice::cel {
namespace {

bool is_alnum(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') {
    return c - '0';
  }
  const char lower = static_cast<char>(c | 0x20);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

// Resolves %xx, and + when asked to; nothing for broken escapes.
std::optional<std::string> unescape(std::string_view text, bool plus_is_space) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      result += plus_is_space && text[i] == '+' ? ' ' : text[i];
      continue;
    }
    if (i + 2 >= text.size() || hex_digit(text[i + 1]) < 0 || hex_digit(text[i + 2]) < 0) {
      return std::nullopt;
    }
    result += static_cast<char>(hex_digit(text[i + 1]) * 16 + hex_digit(text[i + 2]));
    i += 2;
  }
  return result;
}

std::string first_bad_escape(std::string_view text) {
  for (std::size_t at = text.find('%'); at != std::string_view::npos; at = text.find('%', at + 1)) {
    if (!unescape(text.substr(at, 3), false) || text.size() < at + 3) {
      return std::string(text.substr(at, 3));
    }
  }
  return "";
}

// A path that needs no further escaping stays as it is written.
std::string escape_path(std::string_view path) {
  constexpr std::string_view kFine = "-_.~$&+,/:;=@!'()*[]%";
  const auto fine = [&](char c) { return is_alnum(c) || kFine.find(c) != std::string_view::npos; };
  if (std::all_of(path.begin(), path.end(), fine)) {
    return std::string(path);
  }
  constexpr std::string_view kUnescaped = "-_.~$&+,/:;=@";
  const char* digits = "0123456789ABCDEF";
  std::string result;
  for (const char c : unescape(path, false).value_or(std::string(path))) {
    if (is_alnum(c) || kUnescaped.find(c) != std::string_view::npos) {
      result += c;
    } else {
      result += '%';
      result += digits[static_cast<unsigned char>(c) >> 4];
      result += digits[static_cast<unsigned char>(c) & 15];
    }
  }
  return result;
}

// Removes "scheme:" from the front. False when there is a colon but no scheme before it.
bool take_scheme(std::string_view& text, std::string& scheme) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool letter = is_alnum(c) && (c < '0' || c > '9');
    if (letter || (i > 0 && (is_alnum(c) || c == '+' || c == '-' || c == '.'))) {
      continue;
    }
    if (c != ':') {
      return true;
    }
    if (i == 0) {
      return false;
    }
    scheme = to_lower(text.substr(0, i));
    text.remove_prefix(i + 1);
    return true;
  }
  return true;
}

bool valid_port(std::string_view text) {
  return text.empty() ||
         (text[0] == ':' && text.find_first_not_of("0123456789", 1) == std::string_view::npos);
}

Result<std::string> parse_host(std::string_view host) {
  const bool bracket = !host.empty() && host.front() == '[';
  const std::size_t close = host.rfind(']');
  if (bracket && close == std::string_view::npos) {
    return fail(Code::kInvalid, "missing ']' in host");
  }
  const std::size_t colon = bracket ? close + 1 : std::min(host.rfind(':'), host.size());
  if (!valid_port(host.substr(colon))) {
    return fail(Code::kInvalid, "invalid port " + quoted(host.substr(colon)) + " after host");
  }
  constexpr std::string_view kFine = "-_.~!$&'()*+,;=:[]<>\"%";
  for (const char c : host) {
    if (!is_alnum(c) && kFine.find(c) == std::string_view::npos &&
        (static_cast<unsigned char>(c) < 0x80)) {
      return fail(Code::kInvalid,
                  "invalid character " + quoted(std::string(1, c)) + " in host name");
    }
  }
  auto decoded = unescape(host, false);
  return decoded ? Result<std::string>(*std::move(decoded))
                 : fail(Code::kInvalid, "invalid URL escape " + quoted(first_bad_escape(host)));
}

// Up to the fragment, which Kubernetes ignores.
Result<Url> take_apart(std::string_view text) {
  Url url;
  if (text.empty()) {
    return fail(Code::kInvalid, "empty url");
  }
  for (const char c : text) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) {
      return fail(Code::kInvalid, "net/url: invalid control character in URL");
    }
  }
  std::string_view rest = text.substr(0, text.find('#'));
  if (!take_scheme(rest, url.scheme)) {
    return fail(Code::kInvalid, "missing protocol scheme");
  }
  if (const std::size_t question = rest.find('?'); question != std::string_view::npos) {
    url.query = rest.substr(question + 1);
    rest = rest.substr(0, question);
  }
  if (rest.empty() || rest.front() != '/') {
    return url.scheme.empty() ? Result<Url>(fail(Code::kInvalid, "invalid URI for request"))
                              : Result<Url>(url);
  }
  if (!url.scheme.empty() && rest.substr(0, 2) == "//") {
    rest.remove_prefix(2);
    std::string_view authority = rest.substr(0, rest.find('/'));
    rest.remove_prefix(authority.size());
    if (const std::size_t at = authority.rfind('@'); at != std::string_view::npos) {
      if (!unescape(authority.substr(0, at), false) ||
          authority.substr(0, at).find_first_of("@/ <>") != std::string_view::npos) {
        return fail(Code::kInvalid, "net/url: invalid userinfo");
      }
      authority.remove_prefix(at + 1);
    }
    TRY_ASSIGN(url.host, parse_host(authority));
  }
  if (!unescape(rest, false)) {
    return fail(Code::kInvalid, "invalid URL escape " + quoted(first_bad_escape(rest)));
  }
  url.escaped_path = escape_path(rest);
  return url;
}

class UrlValue final : public Opaque {
 public:
  explicit UrlValue(Url url) : url_(std::move(url)) {}
  std::string_view type_name() const override { return "kubernetes.URL"; }
  bool equals(const Opaque& other) const override {
    return url_.text == static_cast<const UrlValue&>(other).url_.text;
  }
  std::string to_string() const override { return url_.text; }
  const Url& url() const { return url_; }

 private:
  Url url_;
};

const Url& unwrap(const Value& value) {
  return static_cast<const UrlValue&>(value.as_opaque()).url();
}

Value from_string(const Arguments& a) {
  auto url = parse_url(a[0].as_string());
  return url ? Value(OpaquePtr(std::make_shared<UrlValue>(*std::move(url))))
             : Value::error("URL parse error during conversion from string: " +
                            url.error().message);
}
Value is_url(const Arguments& a) {
  return Value(parse_url(a[0].as_string()).has_value());
}
Value get_scheme(const Arguments& a) {
  return Value(unwrap(a[0]).scheme);
}
Value get_host(const Arguments& a) {
  return Value(unwrap(a[0]).host);
}
Value get_hostname(const Arguments& a) {
  return Value(unwrap(a[0]).hostname());
}
Value get_port(const Arguments& a) {
  return Value(unwrap(a[0]).port());
}
Value get_path(const Arguments& a) {
  return Value(unwrap(a[0]).escaped_path);
}
Value get_query(const Arguments& a) {
  auto map = std::make_shared<ValueMap>();
  for (const auto& [name, values] : unwrap(a[0]).parameters()) {
    map->insert(Value(name), Value::list({values.begin(), values.end()}));
  }
  return Value(MapPtr(map));
}

const FunctionRow kRows[] = {
    {"url", "(string) kubernetes.URL", "string_to_url", from_string, cost_traverse_first},
    {"isURL", "(string) bool", "is_url_string", is_url},
    {"getScheme", ".(kubernetes.URL) string", "url_get_scheme", get_scheme},
    {"getHost", ".(kubernetes.URL) string", "url_get_host", get_host},
    {"getHostname", ".(kubernetes.URL) string", "url_get_hostname", get_hostname},
    {"getPort", ".(kubernetes.URL) string", "url_get_port", get_port},
    {"getEscapedPath", ".(kubernetes.URL) string", "url_get_escaped_path", get_path},
    {"getQuery", ".(kubernetes.URL) map(string, list(string))", "url_get_query", get_query},
};

}  // namespace

std::string Url::hostname() const {
  if (!host.empty() && host.front() == '[') {
    return host.substr(1, host.find(']') - 1);
  }
  return host.substr(0, host.rfind(':'));
}

std::string Url::port() const {
  const std::size_t from = host.rfind(']') == std::string::npos ? 0 : host.rfind(']');
  const std::size_t colon = host.find(':', from);
  return colon == std::string::npos ? "" : host.substr(host.rfind(':') + 1);
}

std::vector<std::pair<std::string, std::vector<std::string>>> Url::parameters() const {
  std::vector<std::pair<std::string, std::vector<std::string>>> result;
  for (const std::string_view pair : split(query, '&')) {
    if (pair.empty() || pair.find(';') != std::string_view::npos) {
      continue;
    }
    const std::size_t equals = std::min(pair.find('='), pair.size());
    const auto name = unescape(pair.substr(0, equals), true);
    const auto value = unescape(pair.substr(std::min(equals + 1, pair.size())), true);
    if (!name || !value) {
      continue;
    }
    const auto same = [&](const auto& entry) { return entry.first == *name; };
    const auto found = std::find_if(result.begin(), result.end(), same);
    if (found == result.end()) {
      result.push_back({*name, {*value}});
    } else {
      found->second.push_back(*value);
    }
  }
  return result;
}

Result<Url> parse_url(std::string_view text) {
  auto url = take_apart(text);
  if (!url) {
    return fail(Code::kInvalid, "parse " + quoted(text) + ": " + url.error().message);
  }
  url->text = text;
  return url;
}

std::span<const FunctionRow> url_functions() {
  return kRows;
}

}  // namespace sluice::cel
