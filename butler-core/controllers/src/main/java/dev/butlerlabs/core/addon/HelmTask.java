package dev.butlerlabs.core.addon;

import dev.butlerlabs.core.helm.Reach;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * One thing that a program is to do in a Job. Pure: made from a request, turned into objects by {@link HelmJob}.
 *
 * @param subject what it is about, unlike that of any other task at the same time: Jobs are found by it
 * @param first arguments of a run that has to come before, none when empty
 * @param files what it reads, by name, under {@link #FOLDER}; they may hold secrets
 * @param archive a ConfigMap with a packed chart to mount, when there is one
 * @param patience how long the program itself waits
 */
record HelmTask(
        String subject,
        Program program,
        List<String> first,
        List<String> arguments,
        Map<String, String> files,
        Optional<String> archive,
        Reach reach,
        Duration patience) {
    static final String FOLDER = "/butler/";
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

    /** The programs there are, each in an image that is pinned: what a Job does must not change because an image did. */
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

    /** Files may hold secrets. */
    @Override
    public String toString() {
        return "%s %s".formatted(program.command(), String.join(" ", arguments));
    }
}
