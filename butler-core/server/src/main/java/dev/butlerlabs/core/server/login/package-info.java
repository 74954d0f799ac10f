/** Logins with OpenID Connect: the authorization code flow with PKCE in a browser, and the refresh of its tokens. */
package dev.butlerlabs.core.server.login;
