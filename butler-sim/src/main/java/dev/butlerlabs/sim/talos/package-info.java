/** Simulated Talos machines on loopback, with real TLS, the real API and the error responses of real machines. */
package dev.butlerlabs.sim.talos;
