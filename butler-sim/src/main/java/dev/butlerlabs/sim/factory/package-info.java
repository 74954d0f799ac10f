/** A simulated Talos Image Factory on loopback, with object storage on a second port. */
package dev.butlerlabs.sim.factory;
