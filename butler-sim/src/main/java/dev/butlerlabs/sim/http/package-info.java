/** An HTTP server on loopback with fault injection. */
package dev.butlerlabs.sim.http;
