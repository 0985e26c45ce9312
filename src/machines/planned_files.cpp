// SPDX-License-Identifier: Apache-2.0
#include "machines/planned_files.h"

#include <algorithm>

#include "base/text.h"
#include "machines/names.h"

namespace sluice::machines {
namespace {

constexpr unsigned kForOthers = 07;

// As 0644 or 644.
std::optional<unsigned> parse_mode(const std::string& text) {
  if (text.size() < 3 || text.size() > 5) {
    return std::nullopt;
  }
  unsigned mode = 0;
  for (const char c : text) {
    if (c < '0' || c > '7') {
      return std::nullopt;
    }
    mode = mode * 8 + static_cast<unsigned>(c - '0');
  }
  return mode <= 07777 ? std::optional(mode) : std::nullopt;
}

Result<void> set_mode(const json::Value& asked, bool is_secret, PlannedFile& file,
                      const std::string& field) {
  file.mode = is_secret ? 0600 : 0644;
  if (!asked.is_null()) {
    const auto mode = parse_mode(asked.as_string());
    if (!mode) {
      return fail(Code::kInvalid, field + ".permissions: \"" + asked.as_string() +
                                      "\": expected an octal number, as in 0640");
    }
    file.mode = *mode;
  }
  if (is_secret && (file.mode & kForOthers) != 0) {
    return fail(Code::kInvalid, field + ".permissions: \"" + asked.as_string() +
                                    "\": too open for what comes from a Secret: expected no rights "
                                    "for others, as in 0640");
  }
  return {};
}

Result<void> unpack(const std::string& encoding, PlannedFile& file, const std::string& field) {
  const bool base64 = encoding == "base64" || encoding == "gzip+base64";
  file.gzipped = encoding == "gzip" || encoding == "gzip+base64";
  if (!encoding.empty() && !base64 && !file.gzipped) {
    return fail(Code::kInvalid,
                field + ".encoding: \"" + encoding + "\": expected base64, gzip or gzip+base64");
  }
  if (base64) {
    std::erase_if(file.bytes, [](char c) { return c == '\n' || c == '\r' || c == ' '; });
    auto decoded = base64_decode(file.bytes);
    if (!decoded) {
      return fail(Code::kInvalid, field + ": the content is not base64, as encoding says");
    }
    file.bytes = std::move(*decoded);
  }
  if (file.gzipped && !file.bytes.starts_with("\x1f\x8b")) {
    return fail(Code::kInvalid, field + ": the content is not gzip, as encoding says");
  }
  file.is_text = encoding.empty() && is_plain_text(file.bytes);
  return {};
}

Result<PlannedFile> planned(const PlanInput& input, const json::Value& asked,
                            const std::string& field) {
  PlannedFile file{.path = asked.at("path").as_string(),
                   .owner = asked.at("owner").as_string(),
                   .append = asked.at("append").as_bool()};
  if (const std::string fault = path_fault(file.path); !fault.empty()) {
    return fail(Code::kInvalid, field + ".path: \"" + file.path + "\": " + fault);
  }
  const bool is_secret = asked.at("contentFrom", "secret").is_object();
  const bool is_config = asked.at("contentFrom", "configMap").is_object();
  if (is_secret || is_config) {
    file.bytes =
        input.contents.at(field + (is_secret ? ".contentFrom.secret" : ".contentFrom.configMap"));
  } else if (asked.at("content").is_string()) {
    file.bytes = asked.at("content").as_string();
  } else {
    return fail(Code::kInvalid, field + ": expected content or contentFrom");
  }
  TRY(set_mode(asked.at("permissions"), is_secret, file, field));
  TRY(unpack(asked.at("encoding").as_string(), file, field));
  return file;
}

}  // namespace

Result<std::vector<PlannedFile>> files_asked_for(const PlanInput& input) {
  std::vector<PlannedFile> files;
  const json::Array& asked = input.config.at("spec", "files").as_array();
  for (std::size_t i = 0; i < asked.size(); ++i) {
    TRY_ASSIGN(PlannedFile file, planned(input, asked[i], "spec.files[" + std::to_string(i) + "]"));
    files.push_back(std::move(file));
  }
  return files;
}

}  // namespace sluice::machines
