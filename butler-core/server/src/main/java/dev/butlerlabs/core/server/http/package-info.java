/** The HTTP listener of the console: requests, responses, security headers, origins and rate limits. */
package dev.butlerlabs.core.server.http;
