// SPDX-License-Identifier: Apache-2.0
// Loaded with LD_PRELOAD into one slurmd of a lab, gives it the loopback address $SLUICE_NODE_IP:
// it listens there instead of on every address, and connects from there. slurmctld of Slurm 22.05
// takes a dynamic node's address from the connection and its port from SlurmdPort, so that several
// dynamic nodes on one machine must differ in their address. Job processes do not inherit it:
// slurmd's own environment is not theirs.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dlfcn.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

typedef int (*socket_call)(int, const struct sockaddr*, socklen_t);

static int node_address(struct in_addr* address) {
  const char* text = getenv("SLUICE_NODE_IP");
  return text != NULL && inet_pton(AF_INET, text, address) == 1;
}

static int is_ipv4(const struct sockaddr* address, socklen_t length) {
  return address != NULL && length >= (socklen_t)sizeof(struct sockaddr_in) &&
         address->sa_family == AF_INET;
}

__attribute__((visibility("default"))) int bind(int fd, const struct sockaddr* address,
                                                socklen_t length) {
  const socket_call next = (socket_call)dlsym(RTLD_NEXT, "bind");
  struct sockaddr_in changed;
  struct in_addr own;
  if (is_ipv4(address, length) && node_address(&own)) {
    memcpy(&changed, address, sizeof changed);
    if (changed.sin_addr.s_addr == htonl(INADDR_ANY)) {
      changed.sin_addr = own;
      return next(fd, (const struct sockaddr*)&changed, sizeof changed);
    }
  }
  return next(fd, address, length);
}

// A socket that was not bound yet gets our address as its source.
static void bind_source(int fd) {
  const socket_call next = (socket_call)dlsym(RTLD_NEXT, "bind");
  struct sockaddr_in source;
  socklen_t length = sizeof source;
  memset(&source, 0, sizeof source);
  if (getsockname(fd, (struct sockaddr*)&source, &length) == 0 && source.sin_port == 0 &&
      node_address(&source.sin_addr)) {
    source.sin_family = AF_INET;
    (void)next(fd, (const struct sockaddr*)&source, sizeof source);
  }
}

__attribute__((visibility("default"))) int connect(int fd, const struct sockaddr* address,
                                                   socklen_t length) {
  const socket_call next = (socket_call)dlsym(RTLD_NEXT, "connect");
  if (is_ipv4(address, length)) {
    const struct sockaddr_in* to = (const struct sockaddr_in*)(const void*)address;
    if ((ntohl(to->sin_addr.s_addr) >> 24) == 127) {
      bind_source(fd);
    }
  }
  return next(fd, address, length);
}
