// SPDX-License-Identifier: Apache-2.0
#include "slurm/rest/token.h"

#include <sys/stat.h>

#include <algorithm>

#include "base/files.h"
#include "base/text.h"
#include "json/text.h"

namespace sluice::slurm::rest {
namespace {

constexpr std::string_view kAdvice = "; `scontrol token` makes one, write it there with mode 600";

tl::unexpected<Error> refused(const std::filesystem::path& file, const std::string& why) {
  return fail(Code::kUnauthorized,
              "Slurm token " + file.string() + ": " + why + std::string(kAdvice));
}

// As `scontrol token` prints it, or bare.
std::string_view token_in(std::string_view text) {
  constexpr std::string_view kVariable = "SLURM_JWT=";
  text = trim(text);
  return text.starts_with(kVariable) ? text.substr(kVariable.size()) : text;
}

bool is_token(std::string_view text) {
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [](unsigned char c) { return c > ' ' && c < 0x7f; });
}

}  // namespace

Result<std::string> TokenSource::current(WallTime now) {
  const std::scoped_lock lock(mutex_);
  if (!file_.empty()) {
    TRY(read());
  }
  const std::int64_t expires = read_token(token_).expires;
  if (expires > 0 && now.time_since_epoch() >= std::chrono::seconds(expires)) {
    return fail(Code::kUnauthorized,
                "the Slurm token has expired; get a new one with `scontrol "
                "token`, in the file --slurm-token names or in SLURM_JWT");
  }
  return token_;
}

Result<void> TokenSource::read() {
  struct stat info {};
  if (::stat(file_.c_str(), &info) != 0) {
    return refused(file_, errno_error("looking at it").message);
  }
  const Stamp stamp{info.st_ino, info.st_mtim.tv_sec, info.st_mtim.tv_nsec};
  if (stamp == stamp_) {
    return {};
  }
  if ((info.st_mode & 077U) != 0) {
    return refused(file_, "others may read it");
  }
  const auto text = read_file(file_);
  if (!text) {
    return refused(file_, text.error().message);
  }
  const std::string_view token = token_in(*text);
  if (!is_token(token)) {
    return refused(file_, "it holds no token");
  }
  token_ = token;
  stamp_ = stamp;
  return {};
}

TokenClaims read_token(std::string_view token) {
  const auto parts = split(token, '.');
  const auto text = base64url_decode(parts.size() == 3 ? parts[1] : "");
  const auto claims = json::parse(text.value_or(""));
  if (!claims) {
    return {};
  }
  constexpr std::int64_t kLatest = 9'000'000'000;  // what WallTime can hold
  const std::string& user = claims->at("sun").as_string();
  return {.user = user.empty() ? claims->at("username").as_string() : user,
          .expires = std::clamp<std::int64_t>(claims->at("exp").as_int(), 0, kLatest)};
}

}  // namespace sluice::slurm::rest
