/** Reads and checks the public documents of OpenID Connect providers, and verifies their ID tokens. */
package dev.butlerlabs.core.identity.oidc;
