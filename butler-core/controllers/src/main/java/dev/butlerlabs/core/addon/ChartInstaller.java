package dev.butlerlabs.core.addon;

import dev.butlerlabs.core.helm.ChartRequest;
import dev.butlerlabs.core.helm.DeployedRelease;
import dev.butlerlabs.core.helm.HelmReleases;
import dev.butlerlabs.core.helm.Reach;
import dev.butlerlabs.core.helm.ReleaseName;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Has charts installed, changed and removed by Jobs. What Helm itself remembers is the truth: a release that is as asked for needs no
 * Job, and one that somebody else has changed gets another.
 */
final class ChartInstaller {
    private final TaskRunner runner;
    private final HelmTasks tasks;
    private final HelmReleases releases;

    /**
     * @param cluster where the Jobs run
     * @param namespace of the Jobs
     * @param target the cluster that the charts are for
     */
    ChartInstaller(KubernetesClient cluster, String namespace, KubernetesClient target) {
        this.runner = new TaskRunner(cluster, namespace);
        this.tasks = new HelmTasks(cluster.getKubernetesSerialization());
        this.releases = new HelmReleases(target);
    }

    /** Looks how far the chart is, and asks for what is missing. */
    ChartState install(ChartRequest request) {
        HelmTask task = tasks.install(request);
        ReleaseName name = new ReleaseName(request.namespace(), request.release());
        List<Job> jobs = runner.jobs(task);
        Optional<DeployedRelease> release = releases.deployed(name);
        if (release.filter(one -> one.is(request)).isPresent() && jobs.stream().noneMatch(TaskRunner::isActive)) {
            return finished(task, jobs, true);
        }
        ChartState state = runner.ensure(task, jobs, () -> releases.forgetUnfinished(name));
        return state instanceof ChartState.Done ? checked(task, jobs, release) : state;
    }

    /** The Job says that it is done, and the release is not as asked for: it was changed since, or Helm writes things differently. */
    private ChartState checked(HelmTask task, List<Job> jobs, Optional<DeployedRelease> release) {
        Optional<Instant> done = TaskRunner.completion(jobs).map(Instant::parse);
        boolean changed = release.isEmpty()
                || release.flatMap(DeployedRelease::changed)
                        .filter(time -> done.filter(time::isAfter).isPresent())
                        .isPresent();
        if (changed) {
            runner.tidy(task, true);
            return new ChartState.Working("the release was changed by somebody else, and is put right");
        }
        return finished(task, jobs, false);
    }

    private ChartState finished(HelmTask task, List<Job> jobs, boolean jobsToo) {
        if (!jobs.isEmpty()) {
            runner.tidy(task, jobsToo);
        }
        return new ChartState.Done();
    }

    /** Goes back to an earlier revision, which becomes the newest one. */
    ChartState rollback(ReleaseName name, int revision, Reach reach) {
        HelmTask task = tasks.rollback(name, revision, reach);
        List<Job> jobs = runner.jobs(task);
        boolean back = releases.deployed(name)
                .filter(release -> release.description().equals("Rollback to " + revision))
                .isPresent();
        return back && jobs.stream().noneMatch(TaskRunner::isActive)
                ? finished(task, jobs, true)
                : runner.ensure(task, jobs, () -> releases.forgetUnfinished(name));
    }

    /** Removes a release; done when Helm remembers nothing of it. */
    ChartState uninstall(ReleaseName name, Reach reach) {
        HelmTask task = tasks.uninstall(name, reach);
        List<Job> jobs = runner.jobs(task);
        if (!releases.isKnown(name) && jobs.stream().noneMatch(TaskRunner::isActive)) {
            // Also without Jobs: deleting them by hand leaves an account that is bound to cluster-admin.
            runner.tidy(task, true);
            return new ChartState.Done();
        }
        ChartState state = runner.ensure(task, jobs, () -> {});
        if (state instanceof ChartState.Done) {
            runner.tidy(task, true);
            return new ChartState.Working("Helm still remembers the release, and is asked again");
        }
        return state;
    }

    /** Applies the objects at an address. The Job that did it is kept: nothing else remembers. */
    ChartState apply(String name, String address, Reach reach) {
        HelmTask task = tasks.apply(name, address, reach);
        List<Job> jobs = runner.jobs(task);
        ChartState state = runner.ensure(task, jobs, () -> {});
        return state instanceof ChartState.Done ? finished(task, jobs, false) : state;
    }
}
