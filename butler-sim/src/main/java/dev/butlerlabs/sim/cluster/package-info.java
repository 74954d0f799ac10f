/** Software in simulated machines: Talos on loopback addresses, and the Kubernetes clusters they form. */
package dev.butlerlabs.sim.cluster;
