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
 * Plays the container of a Helm image, or of one with kubectl: reads the arguments as these do and makes appear what the chart or
 * address is known to bring. It fetches and renders nothing.
 */
public final class HelmRunner implements JobRunner {
    private static final int NOT_A_COMMAND = 127;
    private static final Set<String> PLAYED = Set.of("helm", "kubectl");
    /** Nobody watches a simulation for the minutes that Helm would wait. */
    private static final Duration LONGEST_HANG = Duration.ofSeconds(1);

    @Override
    public Outcome run(Run run) throws InterruptedException {
        Optional<String> program = run.command().stream()
                .findFirst()
                .map(path -> path.replaceFirst(".*/", ""))
                .filter(name -> !PLAYED.contains(name));
        if (program.isPresent()) {
            return new Outcome(NOT_A_COMMAND, "%s: only helm and kubectl are played here\n".formatted(program.get()));
        }
        HelmArguments arguments = arguments(run);
        try (Target target = target(run, arguments)) {
            return isKubectl(run)
                    ? new KubectlApply(arguments, target.client()).run()
                    : new HelmCommands(run, arguments, target.client()).run();
        } catch (HelmFailure e) {
            return new Outcome(1, e.log() + "Error: " + e.getMessage() + "\n");
        } catch (KubernetesClientException e) {
            return new Outcome(1, "Error: Kubernetes cluster unreachable or unwilling: " + e.getMessage() + "\n");
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

    /** The release, or what kubectl applies. */
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
                    "Error: INSTALLATION FAILED: execution error at (%s/templates/deployment.yaml:1:3): ordered to fail\n"
                            .formatted(Chart.find(chart, "").name()));
        }
        if (kind == FaultKind.HOOK_HANG) {
            Duration patience = arguments.value("timeout").map(Patience::parse).orElse(Patience.USUAL);
            Thread.sleep(patience.compareTo(LONGEST_HANG) < 0 ? patience : LONGEST_HANG);
            return new Outcome(
                    1,
                    "Error: release %s failed, and has been uninstalled due to atomic being set: failed pre-install: "
                                    .formatted(subject(run))
                            + "1 error occurred:\n\t* timed out waiting for the condition\n");
        }
        return JobRunner.super.fail(run, kind);
    }

    /** The cluster that is meant; another than the one it runs in is reached with a client of its own. */
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
