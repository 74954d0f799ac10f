package dev.butlerlabs.sim.cluster.helm;

import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.sim.cluster.control.JobRunner;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Plays the container of a Helm image: reads the arguments as Helm does and makes appear what the chart is known to bring. It
 * fetches and renders nothing.
 */
public final class HelmRunner implements JobRunner {
    private static final int NOT_A_COMMAND = 127;

    @Override
    public Outcome run(Run run) throws InterruptedException {
        List<String> words = new ArrayList<>(run.command());
        words.addAll(run.arguments());
        if (!words.isEmpty() && words.getFirst().replaceFirst(".*/", "").equals("helm")) {
            words.removeFirst();
        } else if (!run.command().isEmpty()) {
            return new Outcome(
                    NOT_A_COMMAND,
                    "%s: only helm is played here\n".formatted(run.command().getFirst()));
        }
        HelmArguments arguments = HelmArguments.parse(words);
        try (Target target = target(run, arguments)) {
            return new HelmCommands(run, arguments, target.client()).run();
        } catch (HelmFailure e) {
            return new Outcome(1, e.log() + "Error: " + e.getMessage() + "\n");
        } catch (KubernetesClientException e) {
            return new Outcome(1, "Error: Kubernetes cluster unreachable or unwilling: " + e.getMessage() + "\n");
        }
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
