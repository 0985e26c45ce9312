// SPDX-License-Identifier: Apache-2.0
#include "http/client_wire.h"

#include "http/tls.h"
#include "http/wire.h"

namespace sluice::http {
namespace {

// The usual port is left out: signatures of links to storage cover this header.
std::string host_of(const ClientOptions& options) {
  if (options.host.starts_with('/')) {
    return "localhost";
  }
  std::string name = options.server_name.empty() ? options.host : options.server_name;
  if (name.find(':') != std::string::npos) {
    name = "[" + name + "]";
  }
  const bool usual = options.port == (options.plain ? 80 : 443);
  return usual ? name : name + ":" + std::to_string(options.port);
}

}  // namespace

Result<SslContextPtr> client_context(const ClientOptions& options) {
  if (options.plain) {
    return SslContextPtr();
  }
  TRY_ASSIGN(SslContextPtr context,
             client_tls_context({options.certificate_pem, options.key_pem}, options.ca_pem));
  if (options.system_authorities && SSL_CTX_set_default_verify_paths(context.get()) != 1) {
    return tl::unexpected(
        openssl_error(Code::kInvalid, "using the system's certificate authorities"));
  }
  return context;
}

Connection::Server server_of(const ClientOptions& options) {
  return {options.host, options.port, options.server_name, options.proxy};
}

std::string request_text(const ClientOptions& options, const ClientRequest& request) {
  // A proxy that sees the request is told the whole address, and who asks.
  const bool seen = options.proxy && options.plain;
  const std::string host = host_of(options);
  std::string text = request.method + " " + (seen ? "http://" + host : "") + request.target +
                     " HTTP/1.1\r\nHost: " + host +
                     "\r\nUser-Agent: sluice\r\nAccept: " + request.accept + "\r\n";
  if (seen && !options.proxy->authorization.empty()) {
    text += "Proxy-Authorization: " + options.proxy->authorization + "\r\n";
  }
  if (!options.bearer_token.empty()) {
    text += "Authorization: Bearer " + options.bearer_token + "\r\n";
  }
  for (const auto& [name, value] : request.headers) {
    text += name + ": " + without_controls(value) + "\r\n";
  }
  if (!request.content_type.empty()) {
    text += "Content-Type: " + request.content_type + "\r\n";
  }
  if (!request.body.empty() || request.method == "POST" || request.method == "PUT" ||
      request.method == "PATCH") {
    text += "Content-Length: " +
            std::to_string(request.body.size() + static_cast<std::uint64_t>(request.more_size)) +
            "\r\n";
  }
  return text + "\r\n" + request.body;
}

}  // namespace sluice::http
