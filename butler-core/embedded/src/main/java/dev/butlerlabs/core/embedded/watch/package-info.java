/** Watches: the state a client asked for, then every change, until somebody hangs up. */
package dev.butlerlabs.core.embedded.watch;
