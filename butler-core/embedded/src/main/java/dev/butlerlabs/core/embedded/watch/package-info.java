/** Watches: the current state, then every change, until the client disconnects or the timeout expires. */
package dev.butlerlabs.core.embedded.watch;
