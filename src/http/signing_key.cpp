// SPDX-License-Identifier: Apache-2.0
#include "http/signing_key.h"

#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/err.h>

#include <array>
#include <vector>

#include "base/text.h"
#include "http/openssl.h"

namespace sluice::http {

namespace {

constexpr int kNumberSize = 32;  // bytes of a coordinate and of each half of a signature

using SignaturePtr = std::unique_ptr<ECDSA_SIG, OpensslDeleter<ECDSA_SIG_free>>;
using NumberPtr = std::unique_ptr<BIGNUM, OpensslDeleter<BN_free>>;
using DigestPtr = std::unique_ptr<EVP_MD_CTX, OpensslDeleter<EVP_MD_CTX_free>>;

const unsigned char* bytes_of(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

bool append_number(const BIGNUM* number, std::string& into) {
  std::array<unsigned char, kNumberSize> bytes{};
  if (BN_bn2binpad(number, bytes.data(), kNumberSize) != kNumberSize) {
    return false;
  }
  into.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  return true;
}

bool read_coordinate(const EVP_PKEY* key, const char* name, std::string& into) {
  BIGNUM* number = nullptr;
  if (EVP_PKEY_get_bn_param(key, name, &number) != 1) {
    return false;
  }
  const NumberPtr owner(number);
  return append_number(number, into);
}

// SHA-256 of the key's standard form, as upstream names its keys.
bool read_id(EVP_PKEY* key, std::string& into) {
  unsigned char* der = nullptr;
  const int size = i2d_PUBKEY(key, &der);
  if (size <= 0) {
    return false;
  }
  std::array<unsigned char, EVP_MAX_MD_SIZE> hash{};
  unsigned int length = 0;
  const bool good = EVP_Digest(der, static_cast<std::size_t>(size), hash.data(), &length,
                               EVP_sha256(), nullptr) == 1;
  OPENSSL_free(der);
  into = base64url_encode({reinterpret_cast<const char*>(hash.data()), length});
  return good;
}

// OpenSSL writes a signature as ASN.1, tokens as two plain numbers.
Result<std::string> to_plain(const std::vector<unsigned char>& der) {
  const unsigned char* data = der.data();
  const SignaturePtr signature(d2i_ECDSA_SIG(nullptr, &data, static_cast<long>(der.size())));
  std::string plain;
  if (signature == nullptr || !append_number(ECDSA_SIG_get0_r(signature.get()), plain) ||
      !append_number(ECDSA_SIG_get0_s(signature.get()), plain)) {
    return tl::unexpected(openssl_error(Code::kInternal, "signing"));
  }
  return plain;
}

std::vector<unsigned char> to_der(std::string_view plain) {
  const SignaturePtr signature(ECDSA_SIG_new());
  NumberPtr r(BN_bin2bn(bytes_of(plain), kNumberSize, nullptr));
  NumberPtr s(BN_bin2bn(bytes_of(plain.substr(kNumberSize)), kNumberSize, nullptr));
  if (signature == nullptr || r == nullptr || s == nullptr ||
      ECDSA_SIG_set0(signature.get(), r.get(), s.get()) != 1) {
    return {};
  }
  // The signature owns them now.
  static_cast<void>(r.release());
  static_cast<void>(s.release());
  const int size = i2d_ECDSA_SIG(signature.get(), nullptr);
  std::vector<unsigned char> der(size > 0 ? static_cast<std::size_t>(size) : 0);
  unsigned char* out = der.data();
  return size > 0 && i2d_ECDSA_SIG(signature.get(), &out) == size ? der
                                                                  : std::vector<unsigned char>();
}

}  // namespace

struct SigningKey::Handle {
  KeyPtr key;
};

SigningKey::SigningKey(std::unique_ptr<Handle> handle, Public public_key)
    : handle_(std::move(handle)), public_(std::move(public_key)) {}
SigningKey::SigningKey(SigningKey&&) noexcept = default;
SigningKey& SigningKey::operator=(SigningKey&&) noexcept = default;
SigningKey::~SigningKey() = default;

Result<SigningKey> SigningKey::from(std::unique_ptr<Handle> handle) {
  EVP_PKEY* key = handle->key.get();
  std::array<char, 32> curve{};
  Public known;
  const bool good = EVP_PKEY_get_group_name(key, curve.data(), curve.size(), nullptr) == 1 &&
                    std::string_view(curve.data()) == "prime256v1" &&
                    read_coordinate(key, OSSL_PKEY_PARAM_EC_PUB_X, known.x) &&
                    read_coordinate(key, OSSL_PKEY_PARAM_EC_PUB_Y, known.y) &&
                    read_id(key, known.id);
  if (!good) {
    ERR_clear_error();
    return fail(Code::kInvalid, "a signing key must be an ECDSA key on the curve P-256");
  }
  return SigningKey(std::move(handle), std::move(known));
}

Result<SigningKey> SigningKey::create() {
  start_openssl();
  KeyPtr key(EVP_EC_gen("P-256"));
  if (key == nullptr) {
    return tl::unexpected(openssl_error(Code::kInternal, "generating a key"));
  }
  return from(std::make_unique<Handle>(Handle{std::move(key)}));
}

Result<SigningKey> SigningKey::load(std::string_view pem) {
  start_openssl();
  TRY_ASSIGN(KeyPtr key, parse_key(pem));
  return from(std::make_unique<Handle>(Handle{std::move(key)}));
}

Result<std::string> SigningKey::to_pem() const {
  return key_to_pem(handle_->key.get());
}

Result<std::string> SigningKey::sign(std::string_view text) const {
  const DigestPtr digest(EVP_MD_CTX_new());
  std::size_t size = static_cast<std::size_t>(EVP_PKEY_get_size(handle_->key.get()));
  std::vector<unsigned char> der(size);
  if (digest == nullptr ||
      EVP_DigestSignInit(digest.get(), nullptr, EVP_sha256(), nullptr, handle_->key.get()) != 1 ||
      EVP_DigestSign(digest.get(), der.data(), &size, bytes_of(text), text.size()) != 1) {
    return tl::unexpected(openssl_error(Code::kInternal, "signing"));
  }
  der.resize(size);
  return to_plain(der);
}

bool SigningKey::verify(std::string_view text, std::string_view signature) const {
  if (signature.size() != std::size_t{2} * kNumberSize) {
    return false;
  }
  const std::vector<unsigned char> der = to_der(signature);
  const DigestPtr digest(EVP_MD_CTX_new());
  const bool good =
      !der.empty() && digest != nullptr &&
      EVP_DigestVerifyInit(digest.get(), nullptr, EVP_sha256(), nullptr, handle_->key.get()) == 1 &&
      EVP_DigestVerify(digest.get(), der.data(), der.size(), bytes_of(text), text.size()) == 1;
  ERR_clear_error();
  return good;
}

}  // namespace sluice::http
