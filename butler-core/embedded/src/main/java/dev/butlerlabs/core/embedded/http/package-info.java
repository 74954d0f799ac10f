/** The HTTP layer of the embedded API: listener, requests and responses. */
package dev.butlerlabs.core.embedded.http;
