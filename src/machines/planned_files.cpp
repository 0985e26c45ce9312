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

Result<void> set_mode(const json::Value& asked, PlannedFile& file, const std::string& field) {
  if (!asked.is_null()) {
    const auto mode = parse_mode(asked.as_string());
    if (!mode) {
      return fail(Code::kInvalid, field + ".permissions: \"" + asked.as_string() +
                                      "\": expected an octal number, as in 0640");
    }
    file.mode = *mode;
  }
  if (file.is_secret && (file.mode & kForOthers) != 0) {
    return fail(Code::kInvalid, field + ".permissions: \"" + octal(file.mode) +
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

// `before` is what it is appended to, if that is of this plan.
Result<PlannedFile> planned(const PlanInput& input, const json::Value& asked,
                            const std::string& field, const PlannedFile* before) {
  PlannedFile file{.path = asked.at("path").as_string(),
                   .owner = asked.at("owner").as_string(),
                   .append = asked.at("append").as_bool()};
  if (const std::string fault = path_fault(file.path); !fault.empty()) {
    return fail(Code::kInvalid, field + ".path: \"" + file.path + "\": " + fault);
  }
  const bool from_secret = asked.at("contentFrom", "secret").is_object();
  const bool from_config = asked.at("contentFrom", "configMap").is_object();
  if (from_secret || from_config) {
    file.bytes =
        input.contents.at(field + (from_secret ? ".contentFrom.secret" : ".contentFrom.configMap"));
  } else if (asked.at("content").is_string()) {
    file.bytes = asked.at("content").as_string();
  } else {
    return fail(Code::kInvalid, field + ": expected content or contentFrom");
  }
  file.is_secret = from_secret;
  file.mode = from_secret ? 0600 : 0644;
  if (before != nullptr) {
    file.is_secret = from_secret || before->is_secret;
    file.mode = before->mode;
    file.owner = file.owner.empty() ? before->owner : file.owner;
  }
  TRY(set_mode(asked.at("permissions"), file, field));
  TRY(unpack(asked.at("encoding").as_string(), file, field));
  return file;
}

}  // namespace

Result<void> add_files_asked_for(const PlanInput& input, Role role,
                                 std::vector<PlannedFile>& files) {
  const std::size_t of_role = files.size();
  const json::Array& asked = input.config.at("spec", "files").as_array();
  for (std::size_t i = 0; i < asked.size(); ++i) {
    const std::string field = "spec.files[" + std::to_string(i) + "]";
    const std::string& path = asked[i].at("path").as_string();
    const auto last = std::find_if(files.rbegin(), files.rend(),
                                   [&](const PlannedFile& file) { return file.path == path; });
    const PlannedFile* before = last == files.rend() ? nullptr : &*last;
    if (before != nullptr && !asked[i].at("append").as_bool()) {
      return fail(Code::kInvalid,
                  field + ".path: \"" + path + "\" is written already, by the role " +
                      std::string(to_string(role)) + " or a file before: expected append");
    }
    if (before != nullptr && before->is_secret && before < files.data() + of_role) {
      return fail(Code::kInvalid, field + ".path: \"" + path + "\" is a secret of the role " +
                                      std::string(to_string(role)) + ": expected another file");
    }
    TRY_ASSIGN(PlannedFile file, planned(input, asked[i], field, before));
    files.push_back(std::move(file));
  }
  return {};
}

}  // namespace sluice::machines
