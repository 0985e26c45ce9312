// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "client/client.h"
#include "controllers/certificates/notary.h"

namespace sluice::controllers::certificates {

// Views of a CertificateSigningRequest, and what follows from it. Pure.

std::string request_pem(const client::Object& request);
std::vector<std::string> usages(const client::Object& request);
bool is_issued(const client::Object& request);
bool is_decided(const client::Object& request);        // approved or denied
bool awaits_signature(const client::Object& request);  // approved, not denied, not failed

// Of the signers that the control plane has: "kubernetes.io/kubelet-serving".
bool is_known_signer(std::string_view signer);

// Whether that signer certifies such a subject for such usages. Invalid says what does not fit.
Result<void> check_fit(std::string_view signer, const Notary::Subject& subject,
                       const std::vector<std::string>& usages);

// Why a request may be approved without asking anybody: its author may create this subresource.
struct Ground {
  std::string subresource;
  std::string message;
};
std::vector<Ground> grounds_for_approval(const client::Object& request,
                                         const Notary::Subject& subject);

// How long the certificate is to last: what was asked for, between ten minutes and a year.
Duration length(const client::Object& request);

// When the request is to go; nothing: as yet never. `expires` is the end of its certificate.
std::optional<WallTime> cleaned_at(const client::Object& request,
                                   const std::optional<WallTime>& expires);

}  // namespace sluice::controllers::certificates
