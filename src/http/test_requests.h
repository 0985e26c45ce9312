// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace sluice::http {

// Certificate requests (PKCS #10) for tests, each made by `openssl req -new` as it says.

// -subj "/O=system:masters/O=g/CN=eve"
inline constexpr const char* kMastersRequest = R"(-----BEGIN CERTIFICATE REQUEST-----
MIHtMIGVAgEAMDMxFzAVBgNVBAoMDnN5c3RlbTptYXN0ZXJzMQowCAYDVQQKDAFn
MQwwCgYDVQQDDANldmUwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAATpbXuPZW6Q
QLR5BOH2hf1k3/TbUX7YV+hkgtqBAFom9AT0UktK7zpaHi6XXQwO/NLbKGq51dZg
ndtn3vVZ+R5MoAAwCgYIKoZIzj0EAwIDRwAwRAIgOJER/cCftS0rOrhMj0GGdLtQ
4PdozrmoQKSRsiF8X1MCIClrR87wMqTIWheTlMAFYwT/DbG1wTzOH7HZeO49vhwR
-----END CERTIFICATE REQUEST-----
)";
// -subj "/O=devs/CN=ann"
inline constexpr const char* kDevsRequest = R"(-----BEGIN CERTIFICATE REQUEST-----
MIHWMH8CAQAwHTENMAsGA1UECgwEZGV2czEMMAoGA1UEAwwDYW5uMFkwEwYHKoZI
zj0CAQYIKoZIzj0DAQcDQgAE6W17j2VukEC0eQTh9oX9ZN/021F+2FfoZILagQBa
JvQE9FJLSu86Wh4ul10MDvzS2yhqudXWYJ3bZ971WfkeTKAAMAoGCCqGSM49BAMC
A0cAMEQCIBB3gZ3K27MW2FfBPjytKC4wc7Gd3y0lyZJ8n/wLpCPyAiBzogWYlwV7
uCV8fl5HsIy1meFbistgQnf31Wg3LBXeBA==
-----END CERTIFICATE REQUEST-----
)";
// -subj "/O=system:nodes/CN=system:node:n1"
inline constexpr const char* kNodeClientRequest = R"(-----BEGIN CERTIFICATE REQUEST-----
MIHqMIGSAgEAMDAxFTATBgNVBAoMDHN5c3RlbTpub2RlczEXMBUGA1UEAwwOc3lz
dGVtOm5vZGU6bjEwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAARIvwXus46q3YCZ
ZvJmJFVe5hFE3HkwgQZ4XnUzrD9GmsfqLlNqqWzzAp88c6vuAfVnpNLEs7knyfga
5CHyUqEpoAAwCgYIKoZIzj0EAwIDRwAwRAIgMlMpCBLMgOMcyP7ajNuTYqcrH8R6
Dh2YZdZiNQ8ZFlgCIBFRu6c2lShKU8jktORgWPgwF9a8keqvCRgu+6uFhOnp
-----END CERTIFICATE REQUEST-----
)";
// -subj "/O=system:nodes/CN=system:node:n1"
// -addext "subjectAltName=DNS:n1.example.com,IP:10.0.0.1"
inline constexpr const char* kNodeServingRequest = R"(-----BEGIN CERTIFICATE REQUEST-----
MIIBHTCBxAIBADAwMRUwEwYDVQQKDAxzeXN0ZW06bm9kZXMxFzAVBgNVBAMMDnN5
c3RlbTpub2RlOm4xMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAESL8F7rOOqt2A
mWbyZiRVXuYRRNx5MIEGeF51M6w/RprH6i5Taqls8wKfPHOr7gH1Z6TSxLO5J8n4
GuQh8lKhKaAyMDAGCSqGSIb3DQEJDjEjMCEwHwYDVR0RBBgwFoIObjEuZXhhbXBs
ZS5jb22HBAoAAAEwCgYIKoZIzj0EAwIDSAAwRQIhALvrMhYDzPdmODgtXWwW5NlS
sZ3tUUOO4HrYZ71t18v3AiBP8TIOd6r2YWT7T2HAaBdvaf2W7WwLpgoO2f1fgYLJ
aA==
-----END CERTIFICATE REQUEST-----
)";
// As before, but "subjectAltName=email:a@example.com,URI:spiffe://x/y,DNS:n1,IP:::1,
// otherName:1.2.3.4;UTF8:secret" and "basicConstraints=critical,CA:TRUE"
inline constexpr const char* kOddRequest = R"(-----BEGIN CERTIFICATE REQUEST-----
MIIBXDCCAQMCAQAwMDEVMBMGA1UECgwMc3lzdGVtOm5vZGVzMRcwFQYDVQQDDA5z
eXN0ZW06bm9kZTpuMTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABEi/Be6zjqrd
gJlm8mYkVV7mEUTceTCBBnhedTOsP0aax+ouU2qpbPMCnzxzq+4B9Wek0sSzuSfJ
+BrkIfJSoSmgcTBvBgkqhkiG9w0BCQ4xYjBgME0GA1UdEQRGMESBDWFAZXhhbXBs
ZS5jb22GDHNwaWZmZTovL3gveYICbjGHEAAAAAAAAAAAAAAAAAAAAAGgDwYDKgME
oAgMBnNlY3JldDAPBgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0cAMEQCIAf9
H18GSup1OBKanCU4p4V4U79/N8SGG4u88nnCUF6ZAiAAkymkVR2bbCGT8mWzQUUr
5KMOP1YByJ1D69N5LtXO5w==
-----END CERTIFICATE REQUEST-----
)";

}  // namespace sluice::http
