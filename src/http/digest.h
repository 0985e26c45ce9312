// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace sluice::http {

// SHA-512 of `text` as 128 upper-case hexadecimal digits. Thread-safe.
std::string sha512(std::string_view text);

// The 32 bytes of SHA-256. Thread-safe.
std::string sha256(std::string_view text);

// The 20 bytes of SHA-1: for protocols that name it, never as a protection. Thread-safe.
std::string sha1(std::string_view text);

// HMAC with SHA-256 (RFC 2104) in lower-case hexadecimal digits.
std::string hmac_sha256(std::string_view key, std::string_view text);

// The digest of what comes piece by piece. Not thread-safe.
class RunningDigest {
 public:
  enum class Method { kSha256, kSha512 };
  explicit RunningDigest(Method method);

  void update(std::string_view bytes);
  std::string finish();  // lower-case hexadecimal digits; nothing may follow

 private:
  struct Release {
    void operator()(void* context) const;
  };
  std::unique_ptr<void, Release> context_;
};

}  // namespace sluice::http
