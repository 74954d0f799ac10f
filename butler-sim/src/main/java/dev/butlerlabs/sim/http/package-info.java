/** A small HTTP server on loopback whose answers can be made to go wrong. */
package dev.butlerlabs.sim.http;
