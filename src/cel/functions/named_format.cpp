// SPDX-License-Identifier: Apache-2.0
// format.named("dns1123Label").value().validate(x): what is wrong with a text, in Kubernetes'
// words. The expression that a message shows is the one that decides.
#include <re2/re2.h>

#include <memory>
#include <optional>

#include "base/text.h"
#include "cel/functions/cost.h"
#include "cel/functions/function.h"
#include "cel/functions/url.h"
#include "cel/time.h"

namespace sluice::cel {
namespace {

struct Form {
  std::size_t max_length;
  std::string_view regex;
  std::string_view message;
  std::string_view examples;
};

constexpr Form kLabel = {
    63, "[a-z0-9]([-a-z0-9]*[a-z0-9])?",
    "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and "
    "must start and end with an alphanumeric character",
    "'my-name',  or '123-abc'"};
constexpr Form kSubdomain = {
    253, "[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*",
    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or "
    "'.', and must start and end with an alphanumeric character",
    "'example.com'"};
constexpr Form kLabel1035 = {
    63, "[a-z]([-a-z0-9]*[a-z0-9])?",
    "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an "
    "alphabetic character, and end with an alphanumeric character",
    "'my-name',  or 'abc-123'"};
constexpr Form kLabelValue = {
    63, "(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?",
    "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or "
    "'.', and must start and end with an alphanumeric character",
    "'MyValue',  or 'my_value',  or '12345'"};
constexpr Form kNamePart = {
    63, "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]",
    "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an "
    "alphanumeric character",
    "'MyName',  or 'my.name',  or '123-abc'"};

using Faults = std::vector<std::string>;

bool matches(std::string_view text, std::string_view regex) {
  return re2::RE2::FullMatch(re2::StringPiece(text.data(), text.size()),
                             re2::RE2(re2::StringPiece(regex.data(), regex.size())));
}

std::string explain(const Form& form) {
  return std::string(form.message) + " (e.g. " + std::string(form.examples) +
         ", regex used for validation is '" + std::string(form.regex) + "')";
}

Faults check_form(std::string_view text, const Form& form) {
  Faults faults;
  if (text.size() > form.max_length) {
    faults.push_back("must be no more than " + std::to_string(form.max_length) + " bytes");
  }
  if (!matches(text, form.regex)) {
    faults.push_back(explain(form));
  }
  return faults;
}

// A prefix of a name may end where a name may not.
std::string mask_trailing_dash(std::string_view text) {
  std::string masked(text);
  if (masked.size() > 1 && masked.back() == '-') {
    masked.back() = 'a';
  }
  return masked;
}

template <const Form& form, bool prefix>
Faults named(std::string_view text) {
  return check_form(prefix ? mask_trailing_dash(text) : std::string(text), form);
}

Faults qualified_name(std::string_view text) {
  Faults faults;
  const auto parts = split(text, '/');
  if (parts.size() > 2) {
    return {"a qualified name " + explain(kNamePart) +
            " with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')"};
  }
  if (parts.size() == 2 && parts[0].empty()) {
    faults.emplace_back("prefix part must be non-empty");
  } else if (parts.size() == 2) {
    for (const std::string& fault : check_form(parts[0], kSubdomain)) {
      faults.push_back("prefix part " + fault);
    }
  }
  if (parts.back().empty()) {
    faults.emplace_back("name part must be non-empty");
  } else if (parts.back().size() > kNamePart.max_length) {
    faults.emplace_back("name part must be no more than 63 bytes");
  }
  if (!matches(parts.back(), kNamePart.regex)) {
    faults.push_back("name part " + explain(kNamePart));
  }
  return faults;
}

Faults fault_if(bool wrong, const char* message) {
  return wrong ? Faults{message} : Faults{};
}

Faults uri(std::string_view text) {
  const auto url = parse_url(text);
  return url ? Faults{} : Faults{url.error().message};
}
Faults uuid(std::string_view text) {
  return fault_if(!matches(text,
                           "(?i)[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|"
                           "[0-9a-f]{32}"),
                  "does not match the UUID format");
}
Faults base64(std::string_view text) {
  return fault_if(!base64_decode(text), "invalid base64");
}
Faults date(std::string_view text) {
  return fault_if(text.size() != 10 || !parse_timestamp(std::string(text) + "T00:00:00Z"),
                  "invalid date");
}
Faults datetime(std::string_view text) {
  return fault_if(!parse_timestamp(text), "invalid datetime");
}

struct NamedFormat {
  std::string_view key;
  std::string_view name;
  Faults (*validate)(std::string_view);
  std::uint64_t regex_size;
};

constexpr NamedFormat kFormats[] = {
    {"dns1123Label", "DNS1123Label", named<kLabel, false>, 30},
    {"dns1123Subdomain", "DNS1123Subdomain", named<kSubdomain, false>, 60},
    {"dns1035Label", "DNS1035Label", named<kLabel1035, false>, 30},
    {"qualifiedName", "QualifiedName", qualified_name, 60},
    {"dns1123LabelPrefix", "DNS1123LabelPrefix", named<kLabel, true>, 30},
    {"dns1123SubdomainPrefix", "DNS1123SubdomainPrefix", named<kSubdomain, true>, 60},
    {"dns1035LabelPrefix", "DNS1035LabelPrefix", named<kLabel1035, true>, 30},
    {"labelValue", "LabelValue", named<kLabelValue, false>, 40},
    {"uri", "URI", uri, 1103},
    {"uuid", "uuid", uuid, 152},
    {"byte", "byte", base64, 84},
    {"date", "date", date, 104},
    {"datetime", "datetime", datetime, 104},
};

class FormatValue final : public Opaque {
 public:
  explicit FormatValue(const NamedFormat& format) : format_(format) {}
  std::string_view type_name() const override { return "kubernetes.NamedFormat"; }
  bool equals(const Opaque& other) const override {
    return &format_ == &static_cast<const FormatValue&>(other).format_;
  }
  std::string to_string() const override { return std::string(format_.name); }
  const NamedFormat& format() const { return format_; }

 private:
  const NamedFormat& format_;
};

const NamedFormat& unwrap(const Value& value) {
  return static_cast<const FormatValue&>(value.as_opaque()).format();
}

Value wrap(const NamedFormat& format) {
  return Value(OpaquePtr(std::make_shared<FormatValue>(format)));
}

Value find_format(const Arguments& a) {
  for (const NamedFormat& format : kFormats) {
    if (format.key == a[0].as_string()) {
      return Value::some(wrap(format));
    }
  }
  return Value::none();
}

template <std::size_t kIndex>
Value format_at(const Arguments&) {
  return wrap(kFormats[kIndex]);
}

Value validate(const Arguments& a) {
  const Faults faults = unwrap(a[0]).validate(a[1].as_string());
  return faults.empty() ? Value::none() : Value::some(Value::list({faults.begin(), faults.end()}));
}

std::uint64_t cost_validate(const Arguments& a, const Value&) {
  return regex_cost(size_of(a[1]), unwrap(a[0]).regex_size);
}

const FunctionRow kRows[] = {
    {"format.named", "(string) optional(kubernetes.NamedFormat)", "format-named", find_format},
    {"format.dns1123Label", "() kubernetes.NamedFormat", "format.dns1123Label", format_at<0>},
    {"format.dns1123Subdomain", "() kubernetes.NamedFormat", "format.dns1123Subdomain",
     format_at<1>},
    {"format.dns1035Label", "() kubernetes.NamedFormat", "format.dns1035Label", format_at<2>},
    {"format.qualifiedName", "() kubernetes.NamedFormat", "format.qualifiedName", format_at<3>},
    {"format.dns1123LabelPrefix", "() kubernetes.NamedFormat", "format.dns1123LabelPrefix",
     format_at<4>},
    {"format.dns1123SubdomainPrefix", "() kubernetes.NamedFormat", "format.dns1123SubdomainPrefix",
     format_at<5>},
    {"format.dns1035LabelPrefix", "() kubernetes.NamedFormat", "format.dns1035LabelPrefix",
     format_at<6>},
    {"format.labelValue", "() kubernetes.NamedFormat", "format.labelValue", format_at<7>},
    {"format.uri", "() kubernetes.NamedFormat", "format.uri", format_at<8>},
    {"format.uuid", "() kubernetes.NamedFormat", "format.uuid", format_at<9>},
    {"format.byte", "() kubernetes.NamedFormat", "format.byte", format_at<10>},
    {"format.date", "() kubernetes.NamedFormat", "format.date", format_at<11>},
    {"format.datetime", "() kubernetes.NamedFormat", "format.datetime", format_at<12>},
    {"validate", ".(kubernetes.NamedFormat, string) optional(list(string))", "format-validate",
     validate, cost_validate},
};

}  // namespace

std::span<const FunctionRow> named_format_functions() {
  return kRows;
}

}  // namespace sluice::cel
