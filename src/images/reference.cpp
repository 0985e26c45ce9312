// SPDX-License-Identifier: Apache-2.0
//
// The grammar is that of Docker's distribution: [domain[:port]/]path[:tag][@digest], where the
// first part is a domain only if it looks like one.
#include "images/reference.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "base/text.h"

namespace sluice::images {
namespace {

constexpr std::string_view kHub = "docker.io";
constexpr std::size_t kMaxRepository = 255;
constexpr std::size_t kMaxTag = 128;

constexpr std::array<std::pair<std::string_view, Transport>, 4> kFileTransports{{
    {"docker-archive:", Transport::kDockerArchive},
    {"oci-archive:", Transport::kOciArchive},
    {"oci:", Transport::kOciDirectory},
    {"dir:", Transport::kDirectory},
}};

bool is_lower(char c) {
  return c >= 'a' && c <= 'z';
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_alphanumeric(char c) {
  return is_lower(c) || is_digit(c) || (c >= 'A' && c <= 'Z');
}
bool is_hex(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'f');
}

template <class Predicate>
bool all(std::string_view text, Predicate predicate) {
  return !text.empty() && std::all_of(text.begin(), text.end(), predicate);
}

// Lower-case letters and digits, joined by one dot, one or two underscores, or any dashes.
bool is_path_component(std::string_view text) {
  std::size_t at = 0;
  while (true) {
    const std::size_t word = at;
    while (at < text.size() && (is_lower(text[at]) || is_digit(text[at]))) {
      ++at;
    }
    if (at == word || at == text.size()) {
      return at != word;
    }
    const char separator = text[at];
    const std::size_t end = std::min(text.find_first_not_of(separator, at), text.size());
    const std::size_t most = separator == '-' ? text.size() : separator == '_' ? 2 : 1;
    if ((separator != '.' && separator != '_' && separator != '-') || end - at > most) {
      return false;
    }
    at = end;
  }
}

bool is_path(std::string_view text) {
  const auto parts = split(text, '/');
  return std::all_of(parts.begin(), parts.end(), is_path_component);
}

bool is_domain_label(std::string_view text) {
  return all(text, [](char c) { return is_alphanumeric(c) || c == '-'; }) && text.front() != '-' &&
         text.back() != '-';
}

bool is_domain(std::string_view text) {
  const bool bracketed = text.starts_with('[');
  const std::size_t colon = text.find(':', bracketed ? std::min(text.find(']'), text.size()) : 0);
  if (colon != std::string_view::npos && !all(text.substr(colon + 1), is_digit)) {
    return false;
  }
  const std::string_view host = text.substr(0, colon);
  if (bracketed) {
    return host.ends_with(']') && host.size() > 2 &&
           all(host.substr(1, host.size() - 2), [](char c) {
             return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F') || c == ':';
           });
  }
  const auto labels = split(host, '.');
  return std::all_of(labels.begin(), labels.end(), is_domain_label);
}

bool is_tag(std::string_view text) {
  return text.size() <= kMaxTag &&
         all(text, [](char c) { return is_alphanumeric(c) || c == '_' || c == '.' || c == '-'; }) &&
         text.front() != '.' && text.front() != '-';
}

tl::unexpected<Error> refuse(const std::string& text, const std::string& why) {
  return fail(Code::kInvalid, "couldn't parse image name \"" + text + "\": " + why);
}

std::pair<std::string, std::string> split_domain(const std::string& name) {
  const std::size_t slash = name.find('/');
  const std::string first = name.substr(0, slash);
  const bool is_host = slash != std::string::npos &&
                       (first == "localhost" || first.find_first_of(".:") != std::string::npos ||
                        to_lower(first) != first);
  std::string domain = is_host ? first : std::string(kHub);
  std::string rest = is_host ? name.substr(slash + 1) : name;
  if (domain == "index.docker.io") {
    domain = kHub;
  }
  if (domain == kHub && rest.find('/') == std::string::npos) {
    rest = "library/" + rest;
  }
  return {domain, rest};
}

Result<Reference> parse_name(const std::string& text) {
  const std::string wrong = "invalid reference format";
  if (text.size() == 64 && all(text, is_hex)) {
    return refuse(
        text, "invalid repository name (" + text + "), cannot specify 64-byte hexadecimal strings");
  }
  Reference reference;
  const std::size_t at = text.find('@');
  auto [domain, rest] = split_domain(text.substr(0, at));
  const std::size_t colon = rest.find(':');
  reference.registry = domain;
  reference.path = rest.substr(0, colon);
  if (to_lower(reference.path) != reference.path) {
    return refuse(text, wrong + ": repository name (" + reference.path + ") must be lowercase");
  }
  if (!is_domain(domain) || !is_path(reference.path)) {
    return refuse(text, wrong);
  }
  if (reference.path.size() > kMaxRepository) {
    return refuse(text, "repository name must not be more than 255 characters");
  }
  reference.tag = colon == std::string::npos ? "latest" : rest.substr(colon + 1);
  if (!is_tag(reference.tag)) {
    return refuse(text, wrong);
  }
  if (at != std::string::npos) {
    reference.digest = text.substr(at + 1);
    reference.tag.clear();
    if (!is_digest(reference.digest)) {
      return refuse(text, wrong + ": the digest must be sha256: or sha512: and its digits");
    }
  }
  return reference;
}

Result<Reference> parse_file(const std::string& text, Transport transport, std::string_view rest) {
  Reference reference{.transport = transport};
  // A selector is itself "name:tag", so that the first colon ends the path.
  const std::size_t colon =
      transport == Transport::kDirectory ? std::string_view::npos : rest.find(':');
  const std::filesystem::path file(rest.substr(0, colon));
  if (!file.is_absolute()) {
    return refuse(text, "the path must begin with /");
  }
  reference.file = file.lexically_normal();
  if (colon != std::string_view::npos) {
    reference.selector = rest.substr(colon + 1);
    if (reference.selector.empty()) {
      return refuse(text, "after the last colon the name of an image is missing");
    }
  }
  return reference;
}

}  // namespace

bool is_digest(std::string_view text) {
  const std::size_t colon = text.find(':');
  const std::string_view method = text.substr(0, colon);
  const std::size_t digits = method == "sha256" ? 64 : method == "sha512" ? 128 : 0;
  return digits != 0 && text.size() == colon + 1 + digits && all(text.substr(colon + 1), is_hex);
}

std::string Reference::text() const {
  for (const auto& [prefix, of] : kFileTransports) {
    if (transport == of) {
      return std::string(prefix) + file.string() + (selector.empty() ? "" : ":" + selector);
    }
  }
  return repository() + (digest.empty() ? ":" + tag : "@" + digest);
}

Result<Reference> parse_reference(const std::string& text) {
  for (const auto& [prefix, transport] : kFileTransports) {
    // "oci:v1" is an image of Docker Hub, "oci:/v1" is not.
    if (text.starts_with(prefix) && (text.size() == prefix.size() || text[prefix.size()] == '/' ||
                                     text[prefix.size()] == '.')) {
      return parse_file(text, transport, std::string_view(text).substr(prefix.size()));
    }
  }
  return parse_name(text);
}

}  // namespace sluice::images
