/** A simulated Harvester cluster: the embedded Kubernetes API with KubeVirt's behaviour, behind a door that can fail. */
package dev.butlerlabs.sim.harvester;
