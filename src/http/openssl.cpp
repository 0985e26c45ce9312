// SPDX-License-Identifier: Apache-2.0
#include "http/openssl.h"

#include <openssl/decoder.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/rand.h>

namespace sluice::http {

namespace {

Result<BioPtr> memory_reader(std::string_view text) {
  BioPtr bio(BIO_new_mem_buf(text.data(), static_cast<int>(text.size())));
  if (bio == nullptr) {
    return tl::unexpected(openssl_error(Code::kInternal, "reading PEM"));
  }
  return bio;
}

std::string drain(BIO* bio) {
  char* data = nullptr;
  const long size = BIO_get_mem_data(bio, &data);
  return {data, static_cast<std::size_t>(size)};
}

// A key protected by a pass phrase must fail, not ask on the terminal.
int no_pass_phrase(char*, int, int, void*) {
  return -1;
}

// Naming what it should be spares OpenSSL the search through everything it could be, which is most
// of the time it takes. Null when it is something else.
KeyPtr parse_elliptic_key(std::string_view pem) {
  EVP_PKEY* key = nullptr;
  const std::unique_ptr<OSSL_DECODER_CTX, OpensslDeleter<OSSL_DECODER_CTX_free>> decoder(
      OSSL_DECODER_CTX_new_for_pkey(&key, "PEM", "PrivateKeyInfo", "EC", EVP_PKEY_KEYPAIR, nullptr,
                                    nullptr));
  const auto* data = reinterpret_cast<const unsigned char*>(pem.data());
  std::size_t size = pem.size();
  if (decoder == nullptr || OSSL_DECODER_from_data(decoder.get(), &data, &size) != 1) {
    ERR_clear_error();
    return nullptr;
  }
  return KeyPtr(key);
}

}  // namespace

void start_openssl() {
  OPENSSL_init_ssl(OPENSSL_INIT_NO_LOAD_CONFIG, nullptr);
}

Error openssl_error(Code code, std::string_view doing) {
  const unsigned long first = ERR_get_error();
  ERR_clear_error();
  const char* reason = first == 0 ? nullptr : ERR_reason_error_string(first);
  return Error{code, std::string(doing) + ": " + (reason == nullptr ? "failed" : reason)};
}

Result<std::vector<X509Ptr>> parse_certificates(std::string_view pem) {
  TRY_ASSIGN(const BioPtr bio, memory_reader(pem));
  std::vector<X509Ptr> certificates;
  while (X509* certificate = PEM_read_bio_X509(bio.get(), nullptr, no_pass_phrase, nullptr)) {
    certificates.emplace_back(certificate);
  }
  const bool at_end = ERR_GET_REASON(ERR_peek_last_error()) == PEM_R_NO_START_LINE;
  if (certificates.empty() || !at_end) {
    return tl::unexpected(openssl_error(Code::kInvalid, "reading a PEM certificate"));
  }
  ERR_clear_error();
  return certificates;
}

Result<KeyPtr> parse_key(std::string_view pem) {
  if (KeyPtr key = parse_elliptic_key(pem)) {
    return key;
  }
  TRY_ASSIGN(const BioPtr bio, memory_reader(pem));
  KeyPtr key(PEM_read_bio_PrivateKey(bio.get(), nullptr, no_pass_phrase, nullptr));
  if (key == nullptr) {
    return tl::unexpected(openssl_error(Code::kInvalid, "reading a PEM private key"));
  }
  return key;
}

Result<std::string> certificate_to_pem(X509* certificate) {
  const BioPtr bio(BIO_new(BIO_s_mem()));
  if (bio == nullptr || PEM_write_bio_X509(bio.get(), certificate) != 1) {
    return tl::unexpected(openssl_error(Code::kInternal, "writing a certificate"));
  }
  return drain(bio.get());
}

Result<std::string> key_to_pem(EVP_PKEY* key) {
  const BioPtr bio(BIO_new(BIO_s_mem()));
  if (bio == nullptr ||
      PEM_write_bio_PrivateKey(bio.get(), key, nullptr, nullptr, 0, nullptr, nullptr) != 1) {
    return tl::unexpected(openssl_error(Code::kInternal, "writing a private key"));
  }
  return drain(bio.get());
}

bool set_serial(X509* certificate) {
  unsigned char bytes[16];
  if (RAND_bytes(bytes, sizeof(bytes)) != 1) {
    return false;
  }
  bytes[0] = static_cast<unsigned char>((bytes[0] & 0x7f) | 0x40);  // positive, of full length
  const std::unique_ptr<BIGNUM, OpensslDeleter<BN_free>> number(
      BN_bin2bn(bytes, sizeof(bytes), nullptr));
  return number != nullptr &&
         BN_to_ASN1_INTEGER(number.get(), X509_get_serialNumber(certificate)) != nullptr;
}

Result<void> add_extension(X509* certificate, X509* issuer, const Extension& extension) {
  X509V3_CTX context;
  X509V3_set_ctx(&context, issuer, certificate, nullptr, nullptr, 0);
  const ExtensionPtr made(
      X509V3_EXT_conf_nid(nullptr, &context, extension.nid, extension.value.c_str()));
  if (made == nullptr || X509_add_ext(certificate, made.get(), -1) != 1) {
    return tl::unexpected(
        openssl_error(Code::kInvalid, "certificate extension \"" + extension.value + "\""));
  }
  return {};
}

Result<void> add_extension(X509_REQ* request, const Extension& extension) {
  X509V3_CTX context;
  X509V3_set_ctx(&context, nullptr, nullptr, request, nullptr, 0);
  const ExtensionPtr made(
      X509V3_EXT_conf_nid(nullptr, &context, extension.nid, extension.value.c_str()));
  STACK_OF(X509_EXTENSION)* all = sk_X509_EXTENSION_new_null();
  const bool added = made != nullptr && sk_X509_EXTENSION_push(all, made.get()) > 0 &&
                     X509_REQ_add_extensions(request, all) == 1;
  sk_X509_EXTENSION_free(all);
  if (!added) {
    return tl::unexpected(
        openssl_error(Code::kInvalid, "request extension \"" + extension.value + "\""));
  }
  return {};
}

Result<std::string> request_to_pem(X509_REQ* request) {
  const BioPtr bio(BIO_new(BIO_s_mem()));
  if (bio == nullptr || PEM_write_bio_X509_REQ(bio.get(), request) != 1) {
    return tl::unexpected(openssl_error(Code::kInternal, "writing a certificate request"));
  }
  return drain(bio.get());
}

Result<RequestPtr> read_request(std::string_view pem) {
  const BioPtr text(BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())));
  RequestPtr request(PEM_read_bio_X509_REQ(text.get(), nullptr, nullptr, nullptr));
  if (request == nullptr) {
    return tl::unexpected(openssl_error(Code::kInvalid, "reading a certificate request"));
  }
  if (X509_REQ_verify(request.get(), X509_REQ_get0_pubkey(request.get())) != 1) {
    return tl::unexpected(openssl_error(Code::kInvalid, "checking a request's signature"));
  }
  return request;
}

GeneralNamesPtr alternative_names(X509_REQ* request) {
  STACK_OF(X509_EXTENSION)* extensions = X509_REQ_get_extensions(request);
  GeneralNamesPtr names(static_cast<GENERAL_NAMES*>(
      X509V3_get_d2i(extensions, NID_subject_alt_name, nullptr, nullptr)));
  sk_X509_EXTENSION_pop_free(extensions, X509_EXTENSION_free);
  return names;
}

std::vector<std::string> name_values(const X509_NAME* name, int nid) {
  std::vector<std::string> values;
  int position = -1;
  while ((position = X509_NAME_get_index_by_NID(name, nid, position)) >= 0) {
    ASN1_STRING* entry = X509_NAME_ENTRY_get_data(X509_NAME_get_entry(name, position));
    unsigned char* text = nullptr;
    const int size = ASN1_STRING_to_UTF8(&text, entry);
    if (size >= 0) {
      values.emplace_back(reinterpret_cast<char*>(text), static_cast<std::size_t>(size));
      OPENSSL_free(text);
    }
  }
  return values;
}

std::vector<std::string> subject_values(const X509* certificate, int nid) {
  return name_values(X509_get_subject_name(certificate), nid);
}

}  // namespace sluice::http
