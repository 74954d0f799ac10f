package dev.butlerlabs.core.addon;

import dev.butlerlabs.core.helm.HelmTarget;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * One command that runs in a Job. Immutable; created from a request and rendered by {@link HelmJob}.
 *
 * @param subject identifies the task among those that run at the same time: Jobs are found by it
 * @param first arguments of a command that runs before; empty if not needed
 * @param files the files it reads, by name, in {@link #DIRECTORY}; they may contain secrets
 * @param archive the ConfigMap with a packaged chart to mount, if any
 * @param patience the timeout of the program itself
 */
record HelmTask(
        String subject,
        Program program,
        List<String> first,
        List<String> arguments,
        Map<String, String> files,
        Optional<String> archive,
        HelmTarget reach,
        Duration patience) {
    static final String DIRECTORY = "/butler/";
    static final String ARCHIVES = "/charts/";
    static final String CACHE = "/cache";
    static final String KUBECONFIG = "/kubeconfig/";

    HelmTask {
        Objects.requireNonNull(subject, "subject");
        Objects.requireNonNull(program, "program");
        first = List.copyOf(first);
        arguments = List.copyOf(arguments);
        files = Map.copyOf(files);
        Objects.requireNonNull(archive, "archive");
        Objects.requireNonNull(reach, "reach");
        Objects.requireNonNull(patience, "patience");
    }

    /** The programs, each with a pinned image, so that a changed image never changes what a Job does. */
    enum Program {
        HELM("helm", "docker.io/alpine/helm:3.17.0"),
        KUBECTL("kubectl", "registry.k8s.io/kubectl:v1.32.1");

        private final String command;
        private final String image;

        Program(String command, String image) {
            this.command = command;
            this.image = image;
        }

        String command() {
            return command;
        }

        String image() {
            return image;
        }
    }

    /** The files may contain secrets, so they are not included. */
    @Override
    public String toString() {
        return "%s %s".formatted(program.command(), String.join(" ", arguments));
    }
}
