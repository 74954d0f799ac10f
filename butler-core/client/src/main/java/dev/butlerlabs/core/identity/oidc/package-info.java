/** Reads and checks the public documents of OpenID Connect providers. */
package dev.butlerlabs.core.identity.oidc;
