// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "auth/rbac.h"
#include "base/result.h"
#include "json/value.h"

namespace sluice::auth {

// Whether `user` may write this CertificateSigningRequest, or that subresource of it, in place of
// `current` (null: a new one). Decisions and certificates are for those who may "approve" and
// "sign" for its signer, and nobody asks this server's own signer to become a master. Forbidden in
// upstream's words. (CertificateApproval, CertificateSigning, CertificateSubjectRestriction)
Result<void> check_certificate_write(const Rbac& rbac, const User& user,
                                     std::string_view subresource, const json::Value& object,
                                     const json::Value* current);

}  // namespace sluice::auth
