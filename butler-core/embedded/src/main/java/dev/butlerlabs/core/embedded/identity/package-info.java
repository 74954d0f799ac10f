/** TLS and authentication of the embedded API: certificate authority, serving certificate, bearer token and client certificates. */
package dev.butlerlabs.core.embedded.identity;
