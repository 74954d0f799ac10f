package dev.butlerlabs.sim.cluster.control;

import dev.butlerlabs.sim.fault.FaultKind;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Runs the program in the container of a job. Implementations may block and must stop when interrupted. */
@FunctionalInterface
public interface JobRunner {
    Outcome run(Run run) throws InterruptedException;

    /** Returns the name that fault injection uses for a run. */
    default String subject(Run run) {
        return run.job();
    }

    /** Runs a program that fails because of an injected fault. */
    default Outcome fail(Run run, FaultKind kind) throws InterruptedException {
        return new Outcome(1, "Error: injected fault %s in %s\n".formatted(kind.word(), run.job()));
    }

    /**
     * A started container.
     *
     * @param command overrides the entry point of the image; empty to use it
     * @param files mounted files by absolute path
     * @param cluster client of the cluster it runs in, with administrator permissions
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

        /** Omits mounted files, which may contain secrets. */
        @Override
        public String toString() {
            return "Run[" + namespace + "/" + job + ", " + image + "]";
        }
    }

    /** Exit code and log of a finished container. */
    record Outcome(int exitCode, String log) {
        public Outcome {
            Objects.requireNonNull(log, "log");
        }
    }
}
