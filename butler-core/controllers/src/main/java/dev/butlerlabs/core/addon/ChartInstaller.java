package dev.butlerlabs.core.addon;

import dev.butlerlabs.core.helm.ChartRequest;
import dev.butlerlabs.core.helm.DeployedRelease;
import dev.butlerlabs.core.helm.HelmReleaseRepository;
import dev.butlerlabs.core.helm.HelmTarget;
import dev.butlerlabs.core.helm.ReleaseName;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Installs, upgrades and uninstalls charts with Jobs. Helm's own release record is the source of truth: a release that matches the request
 * needs no Job, and one that was changed is installed again. Idempotent.
 */
final class ChartInstaller {
    private final HelmJobRunner runner;
    private final HelmTaskFactory tasks;
    private final HelmReleaseRepository releases;

    /**
     * @param cluster the cluster that runs the Jobs
     * @param namespace the namespace of the Jobs
     * @param target the cluster on which the charts are installed
     */
    ChartInstaller(KubernetesClient cluster, String namespace, KubernetesClient target) {
        this.runner = new HelmJobRunner(cluster, namespace);
        this.tasks = new HelmTaskFactory(cluster.getKubernetesSerialization());
        this.releases = new HelmReleaseRepository(target);
    }

    /** Checks the state of a chart and starts what is missing. */
    ChartState install(ChartRequest request) {
        HelmTask task = tasks.install(request);
        ReleaseName name = new ReleaseName(request.namespace(), request.release());
        List<Job> jobs = runner.jobs(task);
        Optional<DeployedRelease> release = releases.deployed(name);
        if (release.filter(one -> one.is(request)).isPresent() && jobs.stream().noneMatch(HelmJobRunner::isActive)) {
            return finished(task, jobs, true);
        }
        ChartState state = runner.ensure(task, jobs, () -> releases.forgetUnfinished(name));
        return state instanceof ChartState.Done ? checked(task, jobs, release) : state;
    }

    /** The Job is complete, but the release does not match the request: it was changed since, or Helm stores values differently. */
    private ChartState checked(HelmTask task, List<Job> jobs, Optional<DeployedRelease> release) {
        Optional<Instant> done = HelmJobRunner.completion(jobs).map(Instant::parse);
        boolean changed = release.isEmpty()
                || release.flatMap(DeployedRelease::changed)
                        .filter(time -> done.filter(time::isAfter).isPresent())
                        .isPresent();
        if (changed) {
            runner.tidy(task, true);
            return new ChartState.Working("the release was changed and is being restored");
        }
        return finished(task, jobs, false);
    }

    private ChartState finished(HelmTask task, List<Job> jobs, boolean jobsToo) {
        if (!jobs.isEmpty()) {
            runner.tidy(task, jobsToo);
        }
        return new ChartState.Done();
    }

    /** Rolls back to an earlier revision, which becomes the newest one. */
    ChartState rollback(ReleaseName name, int revision, HelmTarget reach) {
        HelmTask task = tasks.rollback(name, revision, reach);
        List<Job> jobs = runner.jobs(task);
        boolean back = releases.deployed(name)
                .filter(release -> release.description().equals("Rollback to " + revision))
                .isPresent();
        return back && jobs.stream().noneMatch(HelmJobRunner::isActive)
                ? finished(task, jobs, true)
                : runner.ensure(task, jobs, () -> releases.forgetUnfinished(name));
    }

    /** Uninstalls a release; done when Helm has no record of it. */
    ChartState uninstall(ReleaseName name, HelmTarget reach) {
        HelmTask task = tasks.uninstall(name, reach);
        List<Job> jobs = runner.jobs(task);
        if (!releases.isKnown(name) && jobs.stream().noneMatch(HelmJobRunner::isActive)) {
            // Also without Jobs: a user who deletes them leaves a service account that is bound to cluster-admin.
            runner.tidy(task, true);
            return new ChartState.Done();
        }
        ChartState state = runner.ensure(task, jobs, () -> {});
        if (state instanceof ChartState.Done) {
            runner.tidy(task, true);
            return new ChartState.Working("Helm still has a record of the release; retrying");
        }
        return state;
    }

    /** Applies the manifests at a URL. The completed Job is kept as the only record. */
    ChartState apply(String name, String address, HelmTarget reach) {
        HelmTask task = tasks.apply(name, address, reach);
        List<Job> jobs = runner.jobs(task);
        ChartState state = runner.ensure(task, jobs, () -> {});
        return state instanceof ChartState.Done ? finished(task, jobs, false) : state;
    }
}
