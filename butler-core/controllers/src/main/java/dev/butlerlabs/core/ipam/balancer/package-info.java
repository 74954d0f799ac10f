/** Load balancers of tenant clusters: MetalLB there hands out what the cluster has here, and what it has follows what it needs. */
package dev.butlerlabs.core.ipam.balancer;
