package dev.butlerlabs.sim.cluster;

import dev.butlerlabs.sim.cluster.control.ClusterDelays;
import dev.butlerlabs.sim.cluster.control.JobRunner;
import dev.butlerlabs.sim.cluster.helm.HelmRunner;
import dev.butlerlabs.sim.fault.FaultPlan;
import dev.butlerlabs.sim.talos.NodeDelays;
import java.util.Objects;

/**
 * Options of simulated machines.
 *
 * @param version Talos version to boot, such as {@code v1.12.4}
 * @param installs whether a machine must write its disk and reboot before it runs, as after booting from an ISO
 * @param machines delays on a machine
 * @param clusters delays in a cluster
 * @param jobs runs the containers of jobs
 * @param faults faults to inject into clusters
 */
public record TalosHostOptions(
        String version,
        boolean installs,
        NodeDelays machines,
        ClusterDelays clusters,
        JobRunner jobs,
        FaultPlan faults) {
    public TalosHostOptions {
        Objects.requireNonNull(version, "version");
        Objects.requireNonNull(machines, "machines");
        Objects.requireNonNull(clusters, "clusters");
        Objects.requireNonNull(jobs, "jobs");
        Objects.requireNonNull(faults, "faults");
    }

    /**
     * Returns options without delays or faults, with disk images that contain Talos, and with simulated Helm in jobs.
     */
    public static TalosHostOptions quick(String version) {
        return new TalosHostOptions(
                version, false, NodeDelays.QUICK, ClusterDelays.QUICK, new HelmRunner(), FaultPlan.none());
    }

    /** Returns options for machines that boot from an ISO. */
    public TalosHostOptions installing() {
        return new TalosHostOptions(version, true, machines, clusters, jobs, faults);
    }

    public TalosHostOptions withTempo(NodeDelays ofMachines, ClusterDelays ofClusters) {
        return new TalosHostOptions(version, installs, ofMachines, ofClusters, jobs, faults);
    }

    public TalosHostOptions withJobs(JobRunner changed) {
        return new TalosHostOptions(version, installs, machines, clusters, changed, faults);
    }

    public TalosHostOptions withFaults(FaultPlan changed) {
        return new TalosHostOptions(version, installs, machines, clusters, jobs, changed);
    }
}
