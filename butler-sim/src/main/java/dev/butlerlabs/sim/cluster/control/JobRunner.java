package dev.butlerlabs.sim.cluster.control;

import dev.butlerlabs.sim.fault.FaultKind;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Plays the program in the container of a job. It may take its time, and ends when its thread is interrupted. */
@FunctionalInterface
public interface JobRunner {
    Outcome run(Run run) throws InterruptedException;

    /** What a run is about, for those who order faults. */
    default String subject(Run run) {
        return run.job();
    }

    /** Plays a program that fails as ordered. */
    default Outcome fail(Run run, FaultKind kind) throws InterruptedException {
        return new Outcome(1, "Error: ordered to fail by %s in %s\n".formatted(kind.word(), run.job()));
    }

    /**
     * One container that is started.
     *
     * @param command in place of the image's own; empty when the image decides
     * @param files the mounted ones by their whole path
     * @param cluster the API of the cluster in which it runs, as an administrator
     */
    record Run(
            String namespace,
            String job,
            String image,
            List<String> command,
            List<String> arguments,
            Map<String, String> environment,
            Map<String, String> files,
            KubernetesClient cluster) {
        public Run {
            Objects.requireNonNull(namespace, "namespace");
            Objects.requireNonNull(job, "job");
            Objects.requireNonNull(image, "image");
            command = List.copyOf(command);
            arguments = List.copyOf(arguments);
            environment = Map.copyOf(environment);
            files = Map.copyOf(files);
        }

        /** What is mounted may be secret. */
        @Override
        public String toString() {
            return "Run[" + namespace + "/" + job + ", " + image + "]";
        }
    }

    /** How it ended. */
    record Outcome(int exitCode, String log) {
        public Outcome {
            Objects.requireNonNull(log, "log");
        }
    }
}
