/** Simulated Talos machines on loopback: real TLS, the real API, and the awkward answers of real ones. */
package dev.butlerlabs.sim.talos;
