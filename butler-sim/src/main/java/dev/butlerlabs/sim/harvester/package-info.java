/**
 * A simulated Harvester cluster: the embedded Kubernetes API with the behaviour of KubeVirt, behind an endpoint with
 * fault injection.
 */
package dev.butlerlabs.sim.harvester;
