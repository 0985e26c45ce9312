// SPDX-License-Identifier: Apache-2.0
#include "http/psk.h"

#include <openssl/err.h>
#include <poll.h>

#include "http/sockets.h"

namespace sluice::http {

namespace {

using SessionPtr = std::unique_ptr<SSL_SESSION, OpensslDeleter<SSL_SESSION_free>>;

// TLS_AES_128_GCM_SHA256: what every TLS 1.3 has, and its hash is the one keys of 32 bytes fit.
constexpr unsigned char kSuite[] = {0x13, 0x01};
constexpr const char* kSuiteName = "TLS_AES_128_GCM_SHA256";

// What one connection's callbacks need; SSL knows a pointer to it.
struct Handshake {
  const PskAcceptor* acceptor = nullptr;
  std::shared_ptr<std::string> identity = std::make_shared<std::string>();
  std::string key;  // of the end that connects
};

void free_handshake(void*, void* data, CRYPTO_EX_DATA*, int, long, void*) {
  delete static_cast<Handshake*>(data);
}

int handshake_index() {
  static const int index = SSL_get_ex_new_index(0, nullptr, nullptr, nullptr, free_handshake);
  return index;
}

Handshake* handshake_of(SSL* ssl) {
  return static_cast<Handshake*>(SSL_get_ex_data(ssl, handshake_index()));
}

Result<void> set_handshake(SSL* ssl, Handshake handshake) {
  auto owned = std::make_unique<Handshake>(std::move(handshake));
  if (SSL_set_ex_data(ssl, handshake_index(), owned.get()) != 1) {
    return tl::unexpected(openssl_error(Code::kInternal, "starting a TLS connection"));
  }
  static_cast<void>(owned.release());  // the connection owns it now
  return {};
}

SSL_SESSION* session_with(SSL* ssl, std::string_view key) {
  const SSL_CIPHER* cipher = SSL_CIPHER_find(ssl, kSuite);
  SessionPtr session(SSL_SESSION_new());
  const auto* bytes = reinterpret_cast<const unsigned char*>(key.data());
  if (key.size() != kPskBytes || cipher == nullptr || session == nullptr ||
      SSL_SESSION_set1_master_key(session.get(), bytes, key.size()) != 1 ||
      SSL_SESSION_set_cipher(session.get(), cipher) != 1 ||
      SSL_SESSION_set_protocol_version(session.get(), TLS1_3_VERSION) != 1) {
    return nullptr;
  }
  return session.release();
}

int use_session(SSL* ssl, const EVP_MD*, const unsigned char** identity, std::size_t* size,
                SSL_SESSION** session) {
  const Handshake* handshake = handshake_of(ssl);
  *session = session_with(ssl, handshake->key);
  *identity = reinterpret_cast<const unsigned char*>(handshake->identity->data());
  *size = handshake->identity->size();
  return *session != nullptr ? 1 : 0;
}

// Without a certificate of its own, nothing but a key both hold gets a server through.
Result<SslContextPtr> new_context(const SSL_METHOD* method) {
  TRY_ASSIGN(SslContextPtr context, plain_tls_context(method));
  if (SSL_CTX_set_min_proto_version(context.get(), TLS1_3_VERSION) != 1 ||
      SSL_CTX_set_ciphersuites(context.get(), kSuiteName) != 1) {
    return tl::unexpected(openssl_error(Code::kInternal, "starting TLS"));
  }
  return context;
}

Result<void> finish_handshake(TlsSocket& socket, SteadyTime deadline) {
  while (true) {
    TRY_ASSIGN(const auto next, socket.handshake());
    if (next == TlsSocket::Next::kDone) {
      return {};
    }
    if (next == TlsSocket::Next::kClosed) {
      return fail(Code::kUnavailable, "the other end closed the connection");
    }
    TRY(wait_for(socket.fd(), next == TlsSocket::Next::kWaitRead ? POLLIN : POLLOUT, deadline));
  }
}

}  // namespace

Result<TlsSocket> connect_with_psk(UniqueFd fd, const std::string& identity, std::string_view key,
                                   SteadyTime deadline) {
  TRY_ASSIGN(const SslContextPtr context, new_context(TLS_client_method()));
  SSL_CTX_set_psk_use_session_callback(context.get(), use_session);
  SSL_CTX_set_verify(context.get(), SSL_VERIFY_PEER, nullptr);  // nobody's certificate is trusted
  TRY_ASSIGN(TlsSocket socket, TlsSocket::connected(context.get(), std::move(fd)));
  TRY(set_handshake(socket.handle(), {.identity = std::make_shared<std::string>(identity),
                                      .key = std::string(key)}));
  TRY(finish_handshake(socket, deadline));
  return socket;
}

int PskAcceptor::find_session(SSL* ssl, const unsigned char* identity, std::size_t size,
                              SSL_SESSION** session) {
  *session = nullptr;
  const Handshake* handshake = handshake_of(ssl);
  if (size > kLongestPskIdentity) {
    return 1;
  }
  handshake->identity->assign(reinterpret_cast<const char*>(identity), size);
  const auto key = handshake->acceptor->find_key_(*handshake->identity);
  if (key) {
    *session = session_with(ssl, *key);
  }
  return 1;
}

Result<std::unique_ptr<PskAcceptor>> PskAcceptor::make(FindKey find_key) {
  TRY_ASSIGN(SslContextPtr context, new_context(TLS_server_method()));
  SSL_CTX_set_psk_find_session_callback(context.get(), find_session);
  return std::unique_ptr<PskAcceptor>(new PskAcceptor(std::move(find_key), std::move(context)));
}

Result<PskAcceptor::Accepted> PskAcceptor::accept(UniqueFd fd) const {
  TRY_ASSIGN(TlsSocket socket, TlsSocket::accepted(context_.get(), std::move(fd)));
  Handshake handshake{.acceptor = this};
  std::shared_ptr<const std::string> identity = handshake.identity;
  TRY(set_handshake(socket.handle(), std::move(handshake)));
  return Accepted{std::move(socket), std::move(identity)};
}

}  // namespace sluice::http
