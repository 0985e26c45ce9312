// SPDX-License-Identifier: Apache-2.0
#include "http/tls.h"

#include <openssl/err.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "base/ip_address.h"
#include "http/sockets.h"

namespace sluice::http {

namespace {

// What each side offers or accepts by ALPN, what the server likes best first.
constexpr unsigned char kServerProtocols[] = "\x02h2\x08http/1.1";
constexpr unsigned char kClientProtocols[] = "\x08http/1.1";

// OpenSSL's own socket BIO uses write(2), which raises SIGPIPE; ignoring that signal for the whole
// process would be inherited by every program it starts. This one uses send(2) without it.
int send_bytes(BIO* bio, const char* data, int size) {
  BIO_clear_retry_flags(bio);
  const auto fd = static_cast<int>(reinterpret_cast<std::intptr_t>(BIO_get_data(bio)));
  const auto sent = ::send(fd, data, static_cast<std::size_t>(size), MSG_NOSIGNAL);
  if (sent < 0 && (errno == EAGAIN || errno == EINTR)) {
    BIO_set_retry_write(bio);
  }
  return static_cast<int>(sent);
}

int receive_bytes(BIO* bio, char* data, int size) {
  BIO_clear_retry_flags(bio);
  const auto fd = static_cast<int>(reinterpret_cast<std::intptr_t>(BIO_get_data(bio)));
  const auto received = ::recv(fd, data, static_cast<std::size_t>(size), 0);
  if (received < 0 && (errno == EAGAIN || errno == EINTR)) {
    BIO_set_retry_read(bio);
  }
  return static_cast<int>(received);
}

long control(BIO*, int command, long, void*) {
  return command == BIO_CTRL_FLUSH ? 1 : 0;
}

BIO_METHOD* make_socket_method() {
  BIO_METHOD* method = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "socket");
  CHECK(method != nullptr);
  BIO_meth_set_write(method, send_bytes);
  BIO_meth_set_read(method, receive_bytes);
  BIO_meth_set_ctrl(method, control);
  return method;
}

const BIO_METHOD* socket_method() {
  static const BIO_METHOD* const method = make_socket_method();
  return method;
}

tl::unexpected<Error> invalid(std::string_view what) {
  return tl::unexpected(openssl_error(Code::kInvalid, what));
}

Result<void> use_identity(SSL_CTX* context, const TlsIdentity& identity) {
  TRY_ASSIGN(auto chain, parse_certificates(identity.certificate_pem));
  TRY_ASSIGN(const KeyPtr key, parse_key(identity.key_pem));
  if (SSL_CTX_use_certificate(context, chain.front().get()) != 1) {
    return invalid("using the certificate");
  }
  for (std::size_t i = 1; i < chain.size(); ++i) {
    if (SSL_CTX_add0_chain_cert(context, chain[i].get()) != 1) {
      return invalid("using the certificate chain");
    }
    static_cast<void>(chain[i].release());  // the context owns it now
  }
  if (SSL_CTX_use_PrivateKey(context, key.get()) != 1) {
    return invalid("using the private key with its certificate");
  }
  return {};
}

Result<void> trust(SSL_CTX* context, const std::string& ca_pem) {
  if (ca_pem.empty()) {
    return SSL_CTX_set_default_verify_paths(context) == 1
               ? Result<void>()
               : invalid("using the system's certificate authorities");
  }
  TRY_ASSIGN(const auto authorities, parse_certificates(ca_pem));
  for (const X509Ptr& authority : authorities) {
    if (X509_STORE_add_cert(SSL_CTX_get_cert_store(context), authority.get()) != 1 ||
        SSL_CTX_add_client_CA(context, authority.get()) != 1) {
      return invalid("using the certificate authority");
    }
  }
  return {};
}

int choose_protocol(SSL*, const unsigned char** chosen, unsigned char* size,
                    const unsigned char* offered, unsigned offered_size, void*) {
  const int found =
      SSL_select_next_proto(const_cast<unsigned char**>(chosen), size, kServerProtocols,
                            sizeof(kServerProtocols) - 1, offered, offered_size);
  return found == OPENSSL_NPN_NEGOTIATED ? SSL_TLSEXT_ERR_OK : SSL_TLSEXT_ERR_NOACK;
}

}  // namespace

Result<SslContextPtr> plain_tls_context(const SSL_METHOD* method) {
  start_openssl();
  SslContextPtr context(SSL_CTX_new(method));
  if (context == nullptr) {
    return tl::unexpected(openssl_error(Code::kInternal, "starting TLS"));
  }
  SSL_CTX_set_min_proto_version(context.get(), TLS1_2_VERSION);
  SSL_CTX_set_mode(context.get(), SSL_MODE_RELEASE_BUFFERS | SSL_MODE_ENABLE_PARTIAL_WRITE |
                                      SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
  SSL_CTX_set_options(context.get(),
                      SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_TICKET | SSL_OP_NO_COMPRESSION);
  SSL_CTX_set_session_cache_mode(context.get(), SSL_SESS_CACHE_OFF);
  SSL_CTX_set_num_tickets(context.get(), 0);
  SSL_CTX_set_read_ahead(context.get(), 1);  // a record's head and body with one recv(2)
  return context;
}

Result<SslContextPtr> server_tls_context(const TlsIdentity& identity,
                                         const std::string& client_ca_pem) {
  TRY_ASSIGN(SslContextPtr context, plain_tls_context(TLS_server_method()));
  auto used = use_identity(context.get(), identity);
  if (!used) {
    return tl::unexpected(with_context(std::move(used).error(), "server certificate"));
  }
  if (!client_ca_pem.empty()) {
    auto trusted = trust(context.get(), client_ca_pem);
    if (!trusted) {
      return tl::unexpected(with_context(std::move(trusted).error(), "client CA"));
    }
    SSL_CTX_set_verify(context.get(), SSL_VERIFY_PEER, nullptr);
  }
  SSL_CTX_set_alpn_select_cb(context.get(), choose_protocol, nullptr);
  return context;
}

Result<SslContextPtr> unverified_client_tls_context(const TlsIdentity& identity) {
  TRY_ASSIGN(SslContextPtr context, plain_tls_context(TLS_client_method()));
  if (!identity.certificate_pem.empty()) {
    auto used = use_identity(context.get(), identity);
    if (!used) {
      return tl::unexpected(with_context(std::move(used).error(), "client certificate"));
    }
  }
  SSL_CTX_set_alpn_protos(context.get(), kClientProtocols, sizeof(kClientProtocols) - 1);
  return context;
}

Result<SslContextPtr> client_tls_context(const TlsIdentity& identity, const std::string& ca_pem) {
  TRY_ASSIGN(SslContextPtr context, unverified_client_tls_context(identity));
  auto trusted = trust(context.get(), ca_pem);
  if (!trusted) {
    return tl::unexpected(with_context(std::move(trusted).error(), "server CA"));
  }
  SSL_CTX_set_verify(context.get(), SSL_VERIFY_PEER, nullptr);
  return context;
}

Result<TlsSocket> TlsSocket::over(SSL_CTX* context, UniqueFd fd) {
  SslPtr ssl(SSL_new(context));
  BIO* bio = BIO_new(socket_method());
  if (ssl == nullptr || bio == nullptr) {
    BIO_free(bio);
    return tl::unexpected(openssl_error(Code::kInternal, "starting a TLS connection"));
  }
  BIO_set_data(bio, reinterpret_cast<void*>(static_cast<std::intptr_t>(fd.get())));
  BIO_set_init(bio, 1);
  SSL_set_bio(ssl.get(), bio, bio);
  return TlsSocket(std::move(ssl), std::move(fd));
}

Result<TlsSocket> TlsSocket::accepted(SSL_CTX* context, UniqueFd fd) {
  TRY_ASSIGN(TlsSocket socket, over(context, std::move(fd)));
  SSL_set_accept_state(socket.ssl_.get());
  return socket;
}

Result<TlsSocket> TlsSocket::connected(SSL_CTX* context, UniqueFd fd) {
  TRY_ASSIGN(TlsSocket socket, over(context, std::move(fd)));
  SSL_set_connect_state(socket.ssl_.get());
  return socket;
}

Result<TlsSocket> TlsSocket::connected(SSL_CTX* context, UniqueFd fd, const std::string& host) {
  TRY_ASSIGN(TlsSocket socket, connected(context, std::move(fd)));
  SSL* ssl = socket.ssl_.get();
  const bool good = is_ip_address(host)
                        ? X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(ssl), host.c_str()) == 1
                        : SSL_set1_host(ssl, host.c_str()) == 1 &&
                              SSL_set_tlsext_host_name(ssl, host.c_str()) == 1;
  if (!good) {
    return invalid("server name \"" + host + "\"");
  }
  return socket;
}

Result<TlsSocket::Next> TlsSocket::interpret(int returned, std::string_view doing) {
  const int saved_errno = errno;
  switch (SSL_get_error(ssl_.get(), returned)) {
    case SSL_ERROR_NONE:
      return Next::kDone;
    case SSL_ERROR_WANT_READ:
      return Next::kWaitRead;
    case SSL_ERROR_WANT_WRITE:
      return Next::kWaitWrite;
    case SSL_ERROR_ZERO_RETURN:
      return Next::kClosed;
    case SSL_ERROR_SYSCALL:
      ERR_clear_error();
      return fail(Code::kUnavailable, std::string(doing) + ": " + std::strerror(saved_errno));
    default:
      break;
  }
  // A peer that vanishes without a TLS goodbye (killed, reset) is an ordinary end.
  if (ERR_GET_REASON(ERR_peek_error()) == SSL_R_UNEXPECTED_EOF_WHILE_READING) {
    ERR_clear_error();
    return Next::kClosed;
  }
  const long verified = SSL_get_verify_result(ssl_.get());
  if (verified != X509_V_OK) {
    ERR_clear_error();
    return fail(Code::kUnauthorized,
                std::string(doing) + ": " + X509_verify_cert_error_string(verified));
  }
  return tl::unexpected(openssl_error(Code::kUnavailable, doing));
}

Result<TlsSocket::Next> TlsSocket::handshake() {
  ERR_clear_error();
  return interpret(SSL_do_handshake(ssl_.get()), "TLS handshake");
}

Result<TlsSocket::Progress> TlsSocket::read(std::span<char> into) {
  ERR_clear_error();
  Progress progress;
  const int returned = SSL_read_ex(ssl_.get(), into.data(), into.size(), &progress.bytes);
  TRY_ASSIGN(progress.next, interpret(returned, "reading"));
  return progress;
}

Result<TlsSocket::Progress> TlsSocket::write(std::string_view bytes) {
  ERR_clear_error();
  Progress progress;
  const int returned = SSL_write_ex(ssl_.get(), bytes.data(), bytes.size(), &progress.bytes);
  TRY_ASSIGN(progress.next, interpret(returned, "writing"));
  return progress;
}

void TlsSocket::say_goodbye() {
  ERR_clear_error();
  SSL_shutdown(ssl_.get());
  ERR_clear_error();
}

bool TlsSocket::has_pending() const {
  return SSL_has_pending(ssl_.get()) == 1;
}

std::string_view TlsSocket::protocol() const {
  const unsigned char* name = nullptr;
  unsigned size = 0;
  SSL_get0_alpn_selected(ssl_.get(), &name, &size);
  return {reinterpret_cast<const char*>(name), size};
}

namespace {

std::string fingerprint(const X509* certificate) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned size = 0;
  if (X509_digest(certificate, EVP_sha256(), digest.data(), &size) != 1) {
    return "";
  }
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (unsigned i = 0; i < size; ++i) {
    text += kDigits[digest.at(i) >> 4];
    text += kDigits[digest.at(i) & 15];
  }
  return text;
}

}  // namespace

Peer TlsSocket::peer() const {
  Peer peer;
  peer.address = peer_address(fd());
  const X509Ptr certificate(SSL_get1_peer_certificate(ssl_.get()));
  if (certificate != nullptr) {
    auto names = subject_values(certificate.get(), NID_commonName);
    peer.name = names.empty() ? "" : std::move(names.front());
    peer.groups = subject_values(certificate.get(), NID_organizationName);
    peer.fingerprint = fingerprint(certificate.get());
  }
  return peer;
}

}  // namespace sluice::http
