// SPDX-License-Identifier: Apache-2.0
#include "http/digest.h"

#include <openssl/evp.h>
#include <openssl/hmac.h>

#include "base/result.h"
#include "http/openssl.h"

namespace sluice::http {

namespace {

std::string digest(std::string_view text, const EVP_MD* method) {
  start_openssl();
  unsigned char bytes[EVP_MAX_MD_SIZE];
  unsigned int size = 0;
  CHECK(EVP_Digest(text.data(), text.size(), bytes, &size, method, nullptr) == 1);
  return {reinterpret_cast<const char*>(bytes), size};
}

std::string in_digits(std::string_view bytes, std::string_view digits) {
  std::string text;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    text += digits[byte >> 4];
    text += digits[byte & 15];
  }
  return text;
}

EVP_MD_CTX* as_context(void* context) {
  return static_cast<EVP_MD_CTX*>(context);
}

}  // namespace

std::string sha512(std::string_view text) {
  return in_digits(digest(text, EVP_sha512()), "0123456789ABCDEF");
}

std::string sha256(std::string_view text) {
  return digest(text, EVP_sha256());
}

std::string sha1(std::string_view text) {
  return digest(text, EVP_sha1());
}

std::string hmac_sha256(std::string_view key, std::string_view text) {
  start_openssl();
  unsigned char bytes[EVP_MAX_MD_SIZE];
  unsigned int size = 0;
  CHECK(HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()),
             reinterpret_cast<const unsigned char*>(text.data()), text.size(), bytes,
             &size) != nullptr);
  return in_digits({reinterpret_cast<const char*>(bytes), size}, "0123456789abcdef");
}

void RunningDigest::Release::operator()(void* context) const {
  EVP_MD_CTX_free(as_context(context));
}

RunningDigest::RunningDigest(Method method) {
  start_openssl();
  context_.reset(EVP_MD_CTX_new());
  CHECK(context_ != nullptr);
  CHECK(EVP_DigestInit_ex(as_context(context_.get()),
                          method == Method::kSha256 ? EVP_sha256() : EVP_sha512(), nullptr) == 1);
}

void RunningDigest::update(std::string_view bytes) {
  CHECK(EVP_DigestUpdate(as_context(context_.get()), bytes.data(), bytes.size()) == 1);
}

std::string RunningDigest::finish() {
  unsigned char bytes[EVP_MAX_MD_SIZE];
  unsigned int size = 0;
  CHECK(EVP_DigestFinal_ex(as_context(context_.get()), bytes, &size) == 1);
  return in_digits({reinterpret_cast<const char*>(bytes), size}, "0123456789abcdef");
}

}  // namespace sluice::http
