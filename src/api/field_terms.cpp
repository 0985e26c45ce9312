// SPDX-License-Identifier: Apache-2.0
#include "api/field_terms.h"

#include <algorithm>

namespace sluice::api {
namespace {

bool is_special(char c) {
  return c == '\\' || c == ',' || c == '=';
}

// Splits at commas that are not escaped; the escapes stay.
std::vector<std::string_view> split_terms(std::string_view text) {
  std::vector<std::string_view> terms;
  std::size_t start = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\') {
      ++i;
    } else if (text[i] == ',') {
      terms.push_back(text.substr(start, i - start));
      start = i + 1;
    }
  }
  terms.push_back(text.substr(start));
  return terms;
}

// A character that may be several bytes long.
std::string_view character_at(std::string_view text, std::size_t at) {
  std::size_t end = at + 1;
  while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) {
    ++end;
  }
  return text.substr(at, end - at);
}

Result<std::string> unescape(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\') {
      ++i;
      if (i == text.size() || !is_special(text[i])) {
        const std::string_view escaped = i == text.size() ? "" : character_at(text, i);
        return fail(Code::kBadRequest, "invalid field selector: invalid escape sequence: \\" +
                                           std::string(escaped));
      }
    } else if (is_special(text[i])) {
      return fail(Code::kBadRequest, "invalid field selector: unescaped character in value: " +
                                         std::to_string(static_cast<int>(text[i])));
    }
    result += text[i];
  }
  return result;
}

// Nothing escapes in the name of the field: the first sign ends it.
Result<FieldTerm> parse_term(std::string_view term, std::string_view text) {
  const std::size_t sign = term.find('=');
  if (sign == std::string_view::npos) {
    return fail(Code::kBadRequest, "invalid selector: '" + std::string(text) +
                                       "'; can't understand '" + std::string(term) + "'");
  }
  const bool negated = sign > 0 && term[sign - 1] == '!';
  const bool doubled = !negated && term.substr(sign + 1).starts_with('=');
  TRY_ASSIGN(std::string value, unescape(term.substr(sign + (doubled ? 2 : 1))));
  return FieldTerm{std::string(term.substr(0, negated ? sign - 1 : sign)), std::move(value),
                   !negated};
}

}  // namespace

Result<std::vector<FieldTerm>> parse_field_terms(std::string_view text) {
  std::vector<std::string_view> parts = split_terms(text);
  std::sort(parts.begin(), parts.end());  // as upstream: of several names the first counts
  std::vector<FieldTerm> terms;
  for (const std::string_view part : parts) {
    if (part.empty()) {
      continue;
    }
    TRY_ASSIGN(FieldTerm term, parse_term(part, text));
    if (!term.field.empty() || !term.value.empty()) {
      terms.push_back(std::move(term));
    }
  }
  return terms;
}

std::string equality_term(std::string_view field, std::string_view value) {
  std::string text = std::string(field) + "=";
  for (const char c : value) {
    if (is_special(c)) {
      text += '\\';
    }
    text += c;
  }
  return text;
}

std::string required_name(const std::vector<FieldTerm>& terms) {
  const auto name = std::find_if(terms.begin(), terms.end(), [](const FieldTerm& term) {
    return term.equal && term.field == "metadata.name";
  });
  return name == terms.end() ? "" : name->value;
}

}  // namespace sluice::api
