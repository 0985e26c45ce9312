// SPDX-License-Identifier: Apache-2.0
#include "http/digest.h"

#include <openssl/evp.h>

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

}  // namespace

std::string sha512(std::string_view text) {
  constexpr char kDigits[] = "0123456789ABCDEF";
  std::string hex;
  for (const char c : digest(text, EVP_sha512())) {
    const auto byte = static_cast<unsigned char>(c);
    hex += kDigits[byte >> 4];
    hex += kDigits[byte & 15];
  }
  return hex;
}

std::string sha256(std::string_view text) {
  return digest(text, EVP_sha256());
}

std::string sha1(std::string_view text) {
  return digest(text, EVP_sha1());
}

}  // namespace sluice::http
