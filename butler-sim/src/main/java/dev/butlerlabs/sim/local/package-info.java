/** A simulated Docker engine whose containers are Talos machines. */
package dev.butlerlabs.sim.local;
