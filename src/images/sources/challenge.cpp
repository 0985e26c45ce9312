// SPDX-License-Identifier: Apache-2.0
#include "images/sources/challenge.h"

#include "base/text.h"

namespace sluice::images {
namespace {

// Takes `name="value"` or name=value from the front of `text`; the value's backslashes escape.
struct Parameter {
  std::string name;
  std::string value;
};

std::optional<Parameter> take_parameter(std::string_view& text) {
  text = text.substr(std::min(text.find_first_not_of(" ,\t"), text.size()));
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos) {
    return std::nullopt;
  }
  Parameter parameter{.name = to_lower(trim(text.substr(0, equals))), .value = {}};
  text.remove_prefix(equals + 1);
  if (!text.starts_with('"')) {
    const std::size_t end = std::min(text.find(','), text.size());
    parameter.value = trim(text.substr(0, end));
    text.remove_prefix(end);
    return parameter;
  }
  std::size_t at = 1;
  while (at < text.size() && text[at] != '"') {
    at += text[at] == '\\' && at + 1 < text.size() ? 1 : 0;
    parameter.value += text[at++];
  }
  text.remove_prefix(std::min(at + 1, text.size()));
  return parameter;
}

std::optional<Challenge> parse(std::string_view text) {
  if (starts_with_no_case(text, "basic")) {
    return Challenge{.scheme = Challenge::Scheme::kBasic};
  }
  if (!starts_with_no_case(text, "bearer ")) {
    return std::nullopt;
  }
  Challenge challenge{.scheme = Challenge::Scheme::kBearer};
  text.remove_prefix(7);
  while (const auto parameter = take_parameter(text)) {
    std::string* field = parameter->name == "realm"     ? &challenge.realm
                         : parameter->name == "service" ? &challenge.service
                         : parameter->name == "scope"   ? &challenge.scope
                                                        : nullptr;
    if (field != nullptr) {
      *field = parameter->value;
    }
  }
  return challenge.realm.empty() ? std::nullopt : std::optional(challenge);
}

}  // namespace

std::optional<Challenge> find_challenge(const http::Headers& headers) {
  std::optional<Challenge> best;
  for (const auto& [name, value] : headers) {
    if (!http::same_name(name, "WWW-Authenticate")) {
      continue;
    }
    const auto challenge = parse(value);
    if (challenge && (!best || challenge->scheme == Challenge::Scheme::kBearer)) {
      best = challenge;
    }
  }
  return best;
}

}  // namespace sluice::images
