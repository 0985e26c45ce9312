// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <openssl/bio.h>
#include <openssl/evp.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace sluice::http {

// Owners for OpenSSL's handles, and PEM text to and from them.
template <auto release>
struct OpensslDeleter {
  template <class T>
  void operator()(T* handle) const {
    release(handle);
  }
};
using BioPtr = std::unique_ptr<BIO, OpensslDeleter<BIO_free_all>>;
using X509Ptr = std::unique_ptr<X509, OpensslDeleter<X509_free>>;
using KeyPtr = std::unique_ptr<EVP_PKEY, OpensslDeleter<EVP_PKEY_free>>;
using ExtensionPtr = std::unique_ptr<X509_EXTENSION, OpensslDeleter<X509_EXTENSION_free>>;
using RequestPtr = std::unique_ptr<X509_REQ, OpensslDeleter<X509_REQ_free>>;
using GeneralNamesPtr = std::unique_ptr<GENERAL_NAMES, OpensslDeleter<GENERAL_NAMES_free>>;
using SslContextPtr = std::unique_ptr<SSL_CTX, OpensslDeleter<SSL_CTX_free>>;
using SslPtr = std::unique_ptr<SSL, OpensslDeleter<SSL_free>>;

// Starts the library without reading the machine's openssl.cnf: behaviour does not depend on it,
// and a short-lived process saves the time. Idempotent.
void start_openssl();

// "doing: reason", with the oldest reason in this thread's error queue, which is emptied.
Error openssl_error(Code code, std::string_view doing);

// Every certificate in `pem`, in order; Invalid when there is none or one is broken.
Result<std::vector<X509Ptr>> parse_certificates(std::string_view pem);
Result<KeyPtr> parse_key(std::string_view pem);
Result<std::string> certificate_to_pem(X509* certificate);
Result<std::string> key_to_pem(EVP_PKEY* key);

// A serial number nobody can foresee. False when the machine has no randomness.
bool set_serial(X509* certificate);

// In the words of openssl.cnf: NID_key_usage is "critical,digitalSignature".
struct Extension {
  int nid;
  std::string value;
};

Result<void> add_extension(X509* certificate, X509* issuer, const Extension& extension);

Result<void> add_extension(X509_REQ* request, const Extension& extension);
Result<std::string> request_to_pem(X509_REQ* request);

// A certificate request (PKCS #10); Invalid when it is none or was not signed with the key in it.
Result<RequestPtr> read_request(std::string_view pem);
// The alternative names that it asks for; null when there are none.
GeneralNamesPtr alternative_names(X509_REQ* request);

// All values of that entry (NID_commonName, NID_organizationName) as UTF-8: of a name, and of a
// certificate's subject.
std::vector<std::string> name_values(const X509_NAME* name, int nid);
std::vector<std::string> subject_values(const X509* certificate, int nid);

}  // namespace sluice::http
