/** The embedded API's HTTP side: the listener, requests as records, and answers. */
package dev.butlerlabs.core.embedded.http;
