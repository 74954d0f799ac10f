/** The embedded API as a server under test. */
package dev.butlerlabs.core.embedded.testing;
