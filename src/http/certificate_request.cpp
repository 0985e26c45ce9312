// SPDX-License-Identifier: Apache-2.0
#include "http/certificate_request.h"

#include <openssl/pem.h>

#include "http/openssl.h"

namespace sluice::http {

Result<RequestedSubject> parse_certificate_request(std::string_view pem) {
  using RequestPtr = std::unique_ptr<X509_REQ, OpensslDeleter<X509_REQ_free>>;
  const BioPtr text(BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())));
  const RequestPtr request(PEM_read_bio_X509_REQ(text.get(), nullptr, nullptr, nullptr));
  if (request == nullptr) {
    return tl::unexpected(openssl_error(Code::kInvalid, "reading a certificate request"));
  }
  if (X509_REQ_verify(request.get(), X509_REQ_get0_pubkey(request.get())) != 1) {
    return tl::unexpected(openssl_error(Code::kInvalid, "checking a request's signature"));
  }
  X509_NAME* subject = X509_REQ_get_subject_name(request.get());
  return RequestedSubject{.names = name_values(subject, NID_commonName),
                          .organizations = name_values(subject, NID_organizationName)};
}

}  // namespace sluice::http
