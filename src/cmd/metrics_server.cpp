// SPDX-License-Identifier: Apache-2.0
#include "cmd/metrics_server.h"

#include "http/certificates.h"
#include "http/url.h"

namespace sluice::cmd {
namespace {

constexpr std::uint16_t kUsualPort = 9464;
constexpr std::chrono::hours kTenYears{24 * 3650};

http::Response answer(const http::Request& request, const std::function<void(Exposition&)>& write) {
  http::Response response;
  response.content_type = kExpositionType;
  if (request.method != "GET" || request.target.path != "/metrics") {
    response.status = 404;
    response.body = "only GET /metrics is served here\n";
    return response;
  }
  Exposition page;
  write(page);
  response.body = page.take();
  return response;
}

}  // namespace

Result<std::unique_ptr<http::Server>> serve_metrics(const std::string& listen, const Clock& clock,
                                                    std::function<void(Exposition&)> write) {
  const auto place = http::parse_host_port(listen, kUsualPort);
  if (!place) {
    return fail(Code::kInvalid, "metrics-listen: expected ADDRESS:PORT, got \"" + listen + "\"");
  }
  const http::Validity validity{.from = clock.now(), .length = kTenYears};
  TRY_ASSIGN(const auto authority, http::CertificateAuthority::create("sluice metrics", validity));
  TRY_ASSIGN(
      const auto credential,
      authority.issue_server({.name = "sluice metrics", .dns_names = {"localhost"}}, validity));
  return http::serve(
      {.address = place->host,
       .port = place->port,
       .certificate_pem = credential.certificate_pem,
       .key_pem = credential.key_pem},
      [write = std::move(write)](const http::Request& request) { return answer(request, write); });
}

}  // namespace sluice::cmd
