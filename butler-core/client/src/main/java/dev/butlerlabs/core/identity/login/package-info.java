/** Logs users in at OpenID Connect providers, stores their tokens and refreshes them. */
package dev.butlerlabs.core.identity.login;
