// SPDX-License-Identifier: Apache-2.0
#include "cmd/finding.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace sluice::cmd {
namespace {

struct Name {
  const char* line;
  const char* json;
};
constexpr std::array<Name, 3> kNames{
    {{"ok      ", "ok"}, {"note    ", "note"}, {"MISSING ", "missing"}}};

const Name& name_of(Verdict verdict) {
  return kNames[static_cast<std::size_t>(verdict)];
}

}  // namespace

std::string to_line(const Finding& finding) {
  return name_of(finding.verdict).line + finding.subject + ": " + finding.detail;
}

json::Value to_json(const Findings& findings) {
  json::Array items;
  for (const Finding& finding : findings) {
    items.push_back(json::Object{{"verdict", name_of(finding.verdict).json},
                                 {"subject", finding.subject},
                                 {"detail", finding.detail}});
  }
  return json::Object{{"complete", is_complete(findings)}, {"findings", std::move(items)}};
}

Result<Findings> findings_from_json(const json::Value& document) {
  Findings findings;
  for (const json::Value& item : document.at("findings").as_array()) {
    const auto name = std::find_if(kNames.begin(), kNames.end(), [&](const Name& row) {
      return row.json == item.at("verdict").as_string();
    });
    if (name == kNames.end()) {
      return fail(Code::kInvalid, "verdict: ok, note or missing is required");
    }
    findings.push_back({static_cast<Verdict>(name - kNames.begin()), item.at("subject").as_string(),
                        item.at("detail").as_string()});
  }
  return findings;
}

bool is_complete(const Findings& findings) {
  return std::none_of(findings.begin(), findings.end(),
                      [](const Finding& finding) { return finding.verdict == Verdict::kMissing; });
}

void append(Findings& to, Findings more) {
  std::move(more.begin(), more.end(), std::back_inserter(to));
}

}  // namespace sluice::cmd
