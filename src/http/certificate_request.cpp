// SPDX-License-Identifier: Apache-2.0
#include "http/certificate_request.h"

#include "http/openssl.h"

namespace sluice::http {
namespace {

std::string text_of(const ASN1_STRING* text) {
  return {reinterpret_cast<const char*>(ASN1_STRING_get0_data(text)),
          static_cast<std::size_t>(ASN1_STRING_length(text))};
}

void add_name(RequestedSubject& subject, const GENERAL_NAME* name) {
  switch (name->type) {
    case GEN_DNS:
      return subject.dns_names.push_back(text_of(name->d.dNSName));
    case GEN_EMAIL:
      return subject.emails.push_back(text_of(name->d.rfc822Name));
    case GEN_URI:
      return subject.uris.push_back(text_of(name->d.uniformResourceIdentifier));
    case GEN_IPADD:
      ++subject.ip_addresses;
      return;
    default:
      return;
  }
}

}  // namespace

Result<RequestedSubject> parse_certificate_request(std::string_view pem) {
  TRY_ASSIGN(const RequestPtr request, read_request(pem));
  X509_NAME* name = X509_REQ_get_subject_name(request.get());
  RequestedSubject subject{.names = name_values(name, NID_commonName),
                           .organizations = name_values(name, NID_organizationName)};
  const GeneralNamesPtr names = alternative_names(request.get());
  for (int i = 0; i < sk_GENERAL_NAME_num(names.get()); ++i) {
    add_name(subject, sk_GENERAL_NAME_value(names.get(), i));
  }
  return subject;
}

}  // namespace sluice::http
