/** Who the embedded API is and who may talk to it: its certificate authority, server certificate and bearer token. */
package dev.butlerlabs.core.embedded.identity;
