/** What runs inside simulated machines: Talos on loopback addresses of their own, and the Kubernetes clusters they form. */
package dev.butlerlabs.sim.cluster;
