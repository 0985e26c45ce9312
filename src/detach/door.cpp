// SPDX-License-Identifier: Apache-2.0
#include "detach/door.h"

#include "base/files.h"
#include "base/log.h"
#include "base/timestamp.h"
#include "http/certificates.h"

namespace sluice::detach {
namespace {

constexpr std::size_t kMostBody = 64 * 1024;

}  // namespace

void Door::look() {
  const auto opened = open();
  const std::string fault = opened ? "" : opened.error().message;
  const std::scoped_lock lock(mutex_);
  if (fault != fault_ && fault.empty()) {
    log::info("takes orders", {{"port", std::to_string(port())}});
  } else if (fault != fault_) {
    log::error("nobody can give orders", {{"why", fault}});
  }
  fault_ = fault;
}

// A certificate that is over does not keep it from opening: whoever connects sees why.
Result<void> Door::open() {
  TRY_ASSIGN(const std::string certificate, read_file(options_.certificate));
  if (server_ == nullptr) {
    TRY_ASSIGN(const std::string key, read_file(options_.key));
    TRY_ASSIGN(const std::string authority, read_file(options_.authority));
    TRY_ASSIGN(server_, http::serve({.address = options_.address,
                                     .port = options_.port,
                                     .certificate_pem = certificate,
                                     .key_pem = key,
                                     .client_ca_pem = authority,
                                     .max_body = kMostBody},
                                    handler_));
    certificate_ = certificate;
  } else if (certificate != certificate_) {
    TRY_ASSIGN(const std::string key, read_file(options_.key));
    TRY(server_->renew(certificate, key));
    certificate_ = certificate;
  }
  return check_time(certificate);
}

Result<void> Door::check_time(const std::string& certificate) {
  TRY_ASSIGN(const WallTime end, http::expires(certificate));
  if (end <= clock_.now()) {
    return fail(Code::kInvalid, "the certificate in " + options_.certificate.string() +
                                    " expired at " + format_rfc3339(end) +
                                    ": the operator does not trust it any more");
  }
  return {};
}

std::string Door::fault() const {
  const std::scoped_lock lock(mutex_);
  return fault_;
}

}  // namespace sluice::detach
