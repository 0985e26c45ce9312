// SPDX-License-Identifier: Apache-2.0
//
// https://jinja.palletsprojects.com/en/stable/templates/
#include "machines/templates.h"

#include <algorithm>
#include <array>

namespace sluice::machines {
namespace {

constexpr std::string_view kCommentItself = "{{ '{#' }}";
constexpr std::string_view kAround = " \t\n+-";  // of what stands in a statement or variable

// Without those that read other files, which cloud-init has none of.
constexpr std::array<std::string_view, 23> kStatements{
    "if",     "elif",      "else",  "endif",    "for",  "endfor",  "set",        "endset",
    "raw",    "endraw",    "macro", "endmacro", "call", "endcall", "autoescape", "endautoescape",
    "filter", "endfilter", "block", "endblock", "with", "endwith", "do"};

// With these no expression of Jinja begins, but those of Go, Helm and Mustache do.
constexpr std::string_view kForeign = ".$#/&>!<=^*|:;,?%";

// How long the variable or statement is with which the text begins; npos: it does not end.
std::size_t piece_length(std::string_view text) {
  const std::size_t end = text.find(text[1] == '{' ? "}}" : "%}", 2);
  return end == text.npos ? end : end + 2;
}

std::string_view inside(std::string_view piece) {
  piece = piece.substr(2, piece.size() - 4);
  const std::size_t first = std::min(piece.find_first_not_of(kAround), piece.size());
  const std::size_t last = piece.find_last_not_of(kAround);
  return piece.substr(first, last == piece.npos ? 0 : last + 1 - first);
}

// As piece_length(), of a raw block all of it.
std::size_t template_length(std::string_view text) {
  std::size_t length = piece_length(text);
  if (length == text.npos || text[1] == '{' || inside(text.substr(0, length)) != "raw") {
    return length;
  }
  while ((length = text.find("{%", length)) != text.npos) {
    const std::size_t last = piece_length(text.substr(length));
    if (last == text.npos) {
      return last;
    }
    const bool is_end = inside(text.substr(length, last)) == "endraw";
    length += last;
    if (is_end) {
      break;
    }
  }
  return length;
}

bool is_statement(std::string_view words) {
  const std::string_view word = words.substr(0, words.find_first_of(" \t\n("));
  return std::find(kStatements.begin(), kStatements.end(), word) != kStatements.end();
}

}  // namespace

bool is_template(std::string_view text) {
  return text.find("{{") != std::string_view::npos || text.find("{%") != std::string_view::npos;
}

std::string outside_of_templates(std::string_view text) {
  std::string outside;
  while (is_template(text)) {
    const std::size_t start = std::min(text.find("{{"), text.find("{%"));
    const std::size_t length = piece_length(text.substr(start));
    if (length == text.npos) {
      break;  // it does not end, and so is none
    }
    outside += text.substr(0, start);
    text.remove_prefix(start + length);
  }
  return outside + std::string(text);
}

std::string template_fault(std::string_view text) {
  while (is_template(text)) {
    text.remove_prefix(std::min(text.find("{{"), text.find("{%")));
    const std::size_t length = template_length(text);
    if (length == text.npos) {
      return "a template of cloud-init begins in it that does not end";
    }
    const bool is_variable = text[1] == '{';
    const std::string_view words = inside(text.substr(0, piece_length(text)));
    if (words.empty() ||
        (is_variable ? kForeign.find(words.front()) != kForeign.npos : !is_statement(words))) {
      return "it holds a template that is none of cloud-init";
    }
    text.remove_prefix(length);
  }
  return "";
}

std::string as_template(std::string_view document) {
  std::string made;
  while (true) {
    const std::size_t start =
        std::min({document.find("{{"), document.find("{%"), document.find("{#")});
    made += document.substr(0, start);
    if (start == document.npos) {
      return made;
    }
    document.remove_prefix(start);
    const bool is_comment = document.starts_with("{#");
    const std::string_view piece = document.substr(0, is_comment ? 2 : template_length(document));
    made += is_comment ? kCommentItself : piece;
    document.remove_prefix(piece.size());
    if (piece.ends_with("%}") && !piece.ends_with("+%}") && document.starts_with('\n')) {
      made += '\n';
    }
  }
}

}  // namespace sluice::machines
