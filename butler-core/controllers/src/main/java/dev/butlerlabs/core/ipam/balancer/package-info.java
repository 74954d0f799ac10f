/** Reconciles the load balancer addresses of tenant clusters: configures MetalLB and adjusts the number of addresses to the demand. */
package dev.butlerlabs.core.ipam.balancer;
