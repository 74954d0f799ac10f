package dev.butlerlabs.sim.cluster;

import dev.butlerlabs.sim.cluster.control.ClusterTempo;
import dev.butlerlabs.sim.cluster.control.JobRunner;
import dev.butlerlabs.sim.cluster.helm.HelmRunner;
import dev.butlerlabs.sim.fault.FaultPlan;
import dev.butlerlabs.sim.talos.Tempo;
import java.util.Objects;

/**
 * How simulated machines run.
 *
 * @param version the Talos they boot, such as {@code v1.12.4}
 * @param installs whether a machine has to write its disk and reboot before it can run, as one booted from an ISO has
 * @param machines how long things take on a machine
 * @param clusters how long things take in a cluster
 * @param jobs what the containers of jobs do
 * @param faults what goes wrong in clusters
 */
public record TalosHostOptions(
        String version, boolean installs, Tempo machines, ClusterTempo clusters, JobRunner jobs, FaultPlan faults) {
    public TalosHostOptions {
        Objects.requireNonNull(version, "version");
        Objects.requireNonNull(machines, "machines");
        Objects.requireNonNull(clusters, "clusters");
        Objects.requireNonNull(jobs, "jobs");
        Objects.requireNonNull(faults, "faults");
    }

    /** Everything as fast as the order of events allows, from disk images that hold Talos, with Helm in jobs, without faults. */
    public static TalosHostOptions quick(String version) {
        return new TalosHostOptions(
                version, false, Tempo.QUICK, ClusterTempo.QUICK, new HelmRunner(), FaultPlan.none());
    }

    /** As from an ISO. */
    public TalosHostOptions installing() {
        return new TalosHostOptions(version, true, machines, clusters, jobs, faults);
    }

    public TalosHostOptions withTempo(Tempo ofMachines, ClusterTempo ofClusters) {
        return new TalosHostOptions(version, installs, ofMachines, ofClusters, jobs, faults);
    }

    public TalosHostOptions withJobs(JobRunner changed) {
        return new TalosHostOptions(version, installs, machines, clusters, changed, faults);
    }

    public TalosHostOptions withFaults(FaultPlan changed) {
        return new TalosHostOptions(version, installs, machines, clusters, jobs, changed);
    }
}
