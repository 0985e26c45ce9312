// SPDX-License-Identifier: Apache-2.0
// Semantic Versioning 2.0.0, with the messages of the library that Kubernetes uses.
#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

#include "base/result.h"
#include "base/text.h"
#include "cel/display.h"
#include "cel/functions/cost.h"
#include "cel/functions/function.h"

namespace sluice::cel {
namespace {

constexpr std::string_view kDigits = "0123456789";
constexpr std::string_view kAlphanumeric =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-0123456789";

struct Version {
  std::int64_t numbers[3] = {};
  std::vector<std::string> pre;
  std::vector<std::string> build;
};

bool only(std::string_view text, std::string_view characters) {
  return text.find_first_not_of(characters) == std::string_view::npos;
}

bool leading_zero(std::string_view text) {
  return text.size() > 1 && text.front() == '0';
}

Result<std::int64_t> parse_part(std::string_view text, const char* name) {
  const std::string lower = to_lower(name);
  if (text.empty() || !only(text, kDigits)) {
    return fail(Code::kInvalid,
                "Invalid character(s) found in " + lower + " number " + quoted(text));
  }
  if (leading_zero(text)) {
    return fail(Code::kInvalid,
                std::string(name) + " number must not contain leading zeroes " + quoted(text));
  }
  const auto number = parse_int(text);
  return number ? Result<std::int64_t>(*number)
                : fail(Code::kInvalid, "parsing " + quoted(text) + ": value out of range");
}

Result<std::vector<std::string>> parse_identifiers(std::string_view text, bool pre) {
  std::vector<std::string> identifiers;
  for (const std::string_view part : split(text, '.')) {
    if (part.empty()) {
      return fail(Code::kInvalid, pre ? "Prerelease is empty" : "Build meta data is empty");
    }
    if (!only(part, kAlphanumeric)) {
      return fail(Code::kInvalid, std::string("Invalid character(s) found in ") +
                                      (pre ? "prerelease " : "build meta data ") + quoted(part));
    }
    if (pre && only(part, kDigits) && leading_zero(part)) {
      return fail(Code::kInvalid,
                  "Numeric PreRelease version must not contain leading zeroes " + quoted(part));
    }
    identifiers.emplace_back(part);
  }
  return identifiers;
}

Result<Version> parse_version(std::string_view text) {
  if (text.empty()) {
    return fail(Code::kInvalid, "Version string empty");
  }
  const std::size_t first = text.find('.');
  const std::size_t second = first == std::string_view::npos ? first : text.find('.', first + 1);
  if (second == std::string_view::npos) {
    return fail(Code::kInvalid, "No Major.Minor.Patch elements found");
  }
  Version version;
  TRY_ASSIGN(version.numbers[0], parse_part(text.substr(0, first), "Major"));
  TRY_ASSIGN(version.numbers[1], parse_part(text.substr(first + 1, second - first - 1), "Minor"));
  std::string_view patch = text.substr(second + 1);
  if (const std::size_t plus = patch.find('+'); plus != std::string_view::npos) {
    TRY_ASSIGN(version.build, parse_identifiers(patch.substr(plus + 1), false));
    patch = patch.substr(0, plus);
  }
  if (const std::size_t minus = patch.find('-'); minus != std::string_view::npos) {
    TRY_ASSIGN(version.pre, parse_identifiers(patch.substr(minus + 1), true));
    patch = patch.substr(0, minus);
  }
  TRY_ASSIGN(version.numbers[2], parse_part(patch, "Patch"));
  return version;
}

std::string without_leading_zeros(std::string_view part) {
  if (part.size() <= 1) {
    return std::string(part);
  }
  part.remove_prefix(std::min(part.find_first_not_of('0'), part.size()));
  const bool digit = !part.empty() && kDigits.find(part.front()) != std::string_view::npos;
  return (digit ? "" : "0") + std::string(part);
}

// "v1.2" and "01.02.3" are accepted too.
Result<Version> parse_normalized(std::string_view text) {
  if (!text.empty() && text.front() == 'v') {
    text.remove_prefix(1);
  }
  std::vector<std::string> parts;
  while (parts.size() < 2 && text.find('.') != std::string_view::npos) {
    parts.push_back(without_leading_zeros(text.substr(0, text.find('.'))));
    text.remove_prefix(text.find('.') + 1);
  }
  parts.push_back(without_leading_zeros(text));
  if (parts.size() < 3 && parts.back().find_first_of("+-") != std::string::npos) {
    return fail(Code::kInvalid, "short version cannot contain PreRelease/Build meta data");
  }
  while (parts.size() < 3) {
    parts.emplace_back("0");
  }
  return parse_version(join(parts, "."));
}

int order_identifiers(const std::string& a, const std::string& b) {
  const bool a_number = only(a, kDigits);
  const bool b_number = only(b, kDigits);
  if (a_number != b_number) {
    return a_number ? -1 : 1;
  }
  if (a_number && a.size() != b.size()) {
    return a.size() < b.size() ? -1 : 1;
  }
  return a < b ? -1 : (b < a ? 1 : 0);
}

int order(const Version& a, const Version& b) {
  for (int i = 0; i < 3; ++i) {
    if (a.numbers[i] != b.numbers[i]) {
      return a.numbers[i] < b.numbers[i] ? -1 : 1;
    }
  }
  if (a.pre.empty() || b.pre.empty()) {
    return a.pre.empty() == b.pre.empty() ? 0 : (a.pre.empty() ? 1 : -1);
  }
  for (std::size_t i = 0; i < std::min(a.pre.size(), b.pre.size()); ++i) {
    if (const int difference = order_identifiers(a.pre[i], b.pre[i]); difference != 0) {
      return difference;
    }
  }
  return a.pre.size() < b.pre.size() ? -1 : (a.pre.size() > b.pre.size() ? 1 : 0);
}

class SemverValue final : public Opaque {
 public:
  explicit SemverValue(Version version) : version_(std::move(version)) {}
  std::string_view type_name() const override { return "kubernetes.Semver"; }
  bool equals(const Opaque& other) const override {
    return order(version_, static_cast<const SemverValue&>(other).version_) == 0;
  }
  std::string to_string() const override {
    std::string text = std::to_string(version_.numbers[0]) + "." +
                       std::to_string(version_.numbers[1]) + "." +
                       std::to_string(version_.numbers[2]);
    text += version_.pre.empty() ? "" : "-" + join(version_.pre, ".");
    return text + (version_.build.empty() ? "" : "+" + join(version_.build, "."));
  }
  const Version& version() const { return version_; }

 private:
  Version version_;
};

const Version& unwrap(const Value& value) {
  return static_cast<const SemverValue&>(value.as_opaque()).version();
}

Result<Version> parse(const Arguments& a) {
  return a.size() > 1 && a[1].as_bool() ? parse_normalized(a[0].as_string())
                                        : parse_version(a[0].as_string());
}

Value from_string(const Arguments& a) {
  auto version = parse(a);
  return version ? Value(OpaquePtr(std::make_shared<SemverValue>(*std::move(version))))
                 : Value::error(version.error().message);
}
Value is_semver(const Arguments& a) {
  return Value(parse(a).has_value());
}
Value is_greater(const Arguments& a) {
  return Value(order(unwrap(a[0]), unwrap(a[1])) > 0);
}
Value is_less(const Arguments& a) {
  return Value(order(unwrap(a[0]), unwrap(a[1])) < 0);
}
Value compare_to(const Arguments& a) {
  return Value(std::int64_t{order(unwrap(a[0]), unwrap(a[1]))});
}
template <int part>
Value number(const Arguments& a) {
  return Value(unwrap(a[0]).numbers[part]);
}

const FunctionRow kRows[] = {
    {"semver", "(string) kubernetes.Semver", "string_to_semver", from_string, cost_traverse_first},
    {"semver", "(string, bool) kubernetes.Semver", "string_bool_to_semver", from_string,
     cost_traverse_first},
    {"isSemver", "(string) bool", "is_semver_string", is_semver, cost_traverse_first},
    {"isSemver", "(string, bool) bool", "is_semver_string_bool", is_semver, cost_traverse_first},
    {"isGreaterThan", ".(kubernetes.Semver, kubernetes.Semver) bool", "semver_is_greater_than",
     is_greater},
    {"isLessThan", ".(kubernetes.Semver, kubernetes.Semver) bool", "semver_is_less_than", is_less},
    {"compareTo", ".(kubernetes.Semver, kubernetes.Semver) int", "semver_compare_to", compare_to},
    {"major", ".(kubernetes.Semver) int", "semver_major", number<0>},
    {"minor", ".(kubernetes.Semver) int", "semver_minor", number<1>},
    {"patch", ".(kubernetes.Semver) int", "semver_patch", number<2>},
};

}  // namespace

std::span<const FunctionRow> semver_functions() {
  return kRows;
}

}  // namespace sluice::cel
