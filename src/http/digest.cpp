// SPDX-License-Identifier: Apache-2.0
#include "http/digest.h"

#include <openssl/evp.h>

#include "base/result.h"
#include "http/openssl.h"

namespace sluice::http {

std::string sha512(std::string_view text) {
  constexpr char kDigits[] = "0123456789ABCDEF";
  start_openssl();
  unsigned char bytes[EVP_MAX_MD_SIZE];
  unsigned int size = 0;
  CHECK(EVP_Digest(text.data(), text.size(), bytes, &size, EVP_sha512(), nullptr) == 1);
  std::string hex;
  hex.reserve(std::size_t{2} * size);
  for (unsigned int i = 0; i < size; ++i) {
    hex += kDigits[bytes[i] >> 4];
    hex += kDigits[bytes[i] & 15];
  }
  return hex;
}

std::string sha1(std::string_view text) {
  start_openssl();
  unsigned char bytes[EVP_MAX_MD_SIZE];
  unsigned int size = 0;
  CHECK(EVP_Digest(text.data(), text.size(), bytes, &size, EVP_sha1(), nullptr) == 1);
  return {reinterpret_cast<const char*>(bytes), size};
}

}  // namespace sluice::http
