/** Sessions of browsers: their lifetime, cookies, one-time links and pending logins. */
package dev.butlerlabs.core.server.session;
