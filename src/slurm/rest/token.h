// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <mutex>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/result.h"

namespace sluice::slurm::rest {

// The JSON Web Token that tells slurmctld who we are: given once, or in a file that somebody
// renews. Thread-safe. Never part of a message.
class TokenSource {
 public:
  // The file goes first. Neither: no token, as at a Unix socket, where slurmrestd sees who asks.
  TokenSource(std::string text, std::filesystem::path file)
      : file_(std::move(file)), token_(std::move(text)) {}

  // The token of now; read again when the file has changed. Unauthorized: there is no such file,
  // others may read it, it holds no token or one that has expired; says what to do.
  Result<std::string> current(WallTime now);

 private:
  struct Stamp {
    std::uint64_t inode = 0;
    std::int64_t seconds = 0;
    std::int64_t nanoseconds = 0;
    friend bool operator==(const Stamp&, const Stamp&) = default;
  };
  Result<void> read();

  std::mutex mutex_;
  const std::filesystem::path file_;
  std::string token_;
  Stamp stamp_;
};

// What a token says, unverified: only slurmctld can. Nothing where it does not say.
struct TokenClaims {
  std::string user;
  std::int64_t expires = 0;  // seconds since the epoch
};
TokenClaims read_token(std::string_view token);

}  // namespace sluice::slurm::rest
