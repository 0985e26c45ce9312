// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"

namespace sluice::http {

// A key pair that signs tokens (ECDSA P-256 with SHA-256, "ES256" of RFC 7518). Immutable;
// thread-safe. The private part is a secret: private files only, never logs.
class SigningKey {
 public:
  static Result<SigningKey> create();

  // Invalid when the text is no private key on that curve.
  static Result<SigningKey> load(std::string_view pem);

  SigningKey(SigningKey&&) noexcept;
  SigningKey& operator=(SigningKey&&) noexcept;
  ~SigningKey();

  Result<std::string> to_pem() const;

  // The signature as its two numbers, 64 bytes.
  Result<std::string> sign(std::string_view text) const;
  bool verify(std::string_view text, std::string_view signature) const;

  // What others need to check signatures: the point's coordinates, and a name made from them.
  struct Public {
    std::string x;   // 32 bytes
    std::string y;   // 32 bytes
    std::string id;  // SHA-256 of the public key, base64url
  };
  const Public& public_key() const { return public_; }

 private:
  struct Handle;
  SigningKey(std::unique_ptr<Handle> handle, Public public_key);
  static Result<SigningKey> from(std::unique_ptr<Handle> handle);

  std::unique_ptr<Handle> handle_;
  Public public_;
};

}  // namespace sluice::http
