/** A simulated Google Cloud project: Compute Engine, its operations and load balancers, and access tokens. */
package dev.butlerlabs.sim.gcp;
