package dev.butlerlabs.sim.cluster.helm;

import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.sim.cluster.control.JobRunner;
import dev.butlerlabs.sim.fault.FaultKind;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Simulates containers of a Helm or kubectl image: parses the arguments and creates the objects listed for the chart or
 * URL. Fetches and renders nothing.
 */
public final class HelmRunner implements JobRunner {
    private static final int NOT_A_COMMAND = 127;
    private static final Set<String> PLAYED = Set.of("helm", "kubectl");
    /** Limit for a simulated hang, so that tests do not wait for Helm's own timeout. */
    private static final Duration LONGEST_HANG = Duration.ofSeconds(1);

    @Override
    public Outcome run(Run run) throws InterruptedException {
        Optional<String> program = run.command().stream()
                .findFirst()
                .map(path -> path.replaceFirst(".*/", ""))
                .filter(name -> !PLAYED.contains(name));
        if (program.isPresent()) {
            return new Outcome(NOT_A_COMMAND, "%s: only helm and kubectl are simulated\n".formatted(program.get()));
        }
        HelmArguments arguments = arguments(run);
        try (Target target = target(run, arguments)) {
            return isKubectl(run)
                    ? new KubectlApply(arguments, target.client()).run()
                    : new HelmCommands(run, arguments, target.client()).run();
        } catch (HelmFailure e) {
            return new Outcome(1, e.log() + "Error: " + e.getMessage() + "\n");
        } catch (KubernetesClientException e) {
            return new Outcome(
                    1, "Error: Kubernetes cluster unreachable or request rejected: " + e.getMessage() + "\n");
        }
    }

    private static HelmArguments arguments(Run run) {
        List<String> words = new ArrayList<>(run.command());
        words.addAll(run.arguments());
        if (!words.isEmpty() && PLAYED.contains(words.getFirst().replaceFirst(".*/", ""))) {
            words.removeFirst();
        }
        return HelmArguments.parse(words);
    }

    private static boolean isKubectl(Run run) {
        return run.command().stream().anyMatch(word -> word.endsWith("kubectl"));
    }

    /** Returns the name of the release; for kubectl, the name of the job. */
    @Override
    public String subject(Run run) {
        return isKubectl(run) ? run.job() : arguments(run).word(1).orElse(run.job());
    }

    @Override
    public Outcome fail(Run run, FaultKind kind) throws InterruptedException {
        HelmArguments arguments = arguments(run);
        String chart = arguments.word(2).orElse("chart");
        if (kind == FaultKind.CHART_ERROR) {
            return new Outcome(
                    1,
                    "Error: INSTALLATION FAILED: execution error at (%s/templates/deployment.yaml:1:3): injected fault\n"
                            .formatted(ChartContent.find(chart, "").name()));
        }
        if (kind == FaultKind.HOOK_HANG) {
            Duration patience = arguments
                    .value("timeout")
                    .map(WorkloadReadinessWaiter::parse)
                    .orElse(WorkloadReadinessWaiter.USUAL);
            Thread.sleep(patience.compareTo(LONGEST_HANG) < 0 ? patience : LONGEST_HANG);
            return new Outcome(
                    1,
                    "Error: release %s failed, and has been uninstalled due to atomic being set: failed pre-install: "
                                    .formatted(subject(run))
                            + "1 error occurred:\n\t* timed out waiting for the condition\n");
        }
        return JobRunner.super.fail(run, kind);
    }

    /**
     * Client of the target cluster. A cluster other than the one the job runs in gets its own client, closed with this
     * object.
     */
    private record Target(KubernetesClient client, boolean own) implements AutoCloseable {
        @Override
        public void close() {
            if (own) {
                client.close();
            }
        }
    }

    private static Target target(Run run, HelmArguments arguments) {
        Optional<String> path = arguments
                .value("kubeconfig")
                .or(() -> Optional.ofNullable(run.environment().get("KUBECONFIG")));
        if (path.isEmpty()) {
            return new Target(run.cluster(), false);
        }
        String kubeconfig = run.files().get(path.get());
        if (kubeconfig == null) {
            throw new HelmFailure("Kubernetes cluster unreachable: stat " + path.get() + ": no such file or directory");
        }
        return new Target(new KubeConnector("helm").connect(Kubeconfig.parse(kubeconfig, path.get())), true);
    }
}
