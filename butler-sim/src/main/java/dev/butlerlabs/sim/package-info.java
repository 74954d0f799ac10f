/** Runs a simulated infrastructure by itself, for whoever wants to point a client at it. */
package dev.butlerlabs.sim;
