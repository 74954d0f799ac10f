/** A simulated region of AWS on loopback: EC2, its load balancers, and who is asking, in the protocols of their own clients. */
package dev.butlerlabs.sim.aws;
