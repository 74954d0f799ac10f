package dev.butlerlabs.adm.bootstrap;

import dev.butlerlabs.core.bootstrap.state.EngineType;
import dev.butlerlabs.core.bootstrap.state.PreviousEngineRecord;
import dev.butlerlabs.core.docker.DockerAvailability;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The engine to use and the reason for the choice.
 *
 * @param kind the engine, never {@code AUTO}
 * @param reason completes "Using engine kind: …"
 */
record EngineSelection(EngineType kind, String reason) {
    /**
     * Selects the engine for a run.
     *
     * @param asked the value of {@code --engine}
     * @param named whether {@code --engine-kubeconfig} is set
     * @param previous the engine of an earlier run; it has the state of that run and must be used again
     * @param docker called only if the choice depends on Docker, because the detection takes time
     * @throws ButlerException if {@code --engine} contradicts the engine of an earlier run
     */
    static EngineSelection of(
            EngineType asked,
            boolean named,
            Optional<PreviousEngineRecord> previous,
            Supplier<DockerAvailability> docker) {
        EngineType wanted = asked == EngineType.AUTO && named ? EngineType.EXISTING : asked;
        previous.ifPresent(engine -> requireSame(wanted, engine.kind()));
        if (previous.isPresent()) {
            return new EngineSelection(previous.get().kind(), "started by an earlier run of this cluster");
        }
        return switch (wanted) {
            case AUTO -> byPresence(docker.get());
            case EXISTING ->
                new EngineSelection(wanted, named ? "--engine-kubeconfig is set" : "selected with --engine");
            case KIND, EMBEDDED -> new EngineSelection(wanted, "selected with --engine");
        };
    }

    private static void requireSame(EngineType wanted, EngineType previous) {
        if (wanted != EngineType.AUTO && wanted != previous) {
            throw new ButlerException(
                    ErrorCode.CONFLICT,
                    "An earlier run of this cluster uses the engine %s; the engine %s does not have its state."
                            .formatted(previous, wanted),
                    "Rerun without --engine, or delete the cluster with: butleradm destroy");
        }
    }

    private static EngineSelection byPresence(DockerAvailability docker) {
        return switch (docker) {
            case DockerAvailability.Silent silent ->
                new EngineSelection(EngineType.EMBEDDED, "no Docker engine found. " + silent.reason());
            case DockerAvailability.Answers answers -> byAnswer(answers);
        };
    }

    private static EngineSelection byAnswer(DockerAvailability.Answers docker) {
        if (!docker.isOnThisMachine()) {
            return embedded("the Docker engine at %s is on another machine".formatted(docker.host()));
        }
        if (!docker.version().speaks(1, 41)) {
            return embedded(
                    "Docker %s is too old for kind".formatted(docker.version().engine()));
        }
        if (docker.facts().isRootless()) {
            return embedded("the Docker engine at %s is rootless".formatted(docker.host()));
        }
        return new EngineSelection(
                EngineType.KIND,
                "Docker %s is running at %s".formatted(docker.version().engine(), docker.host()));
    }

    private static EngineSelection embedded(String why) {
        return new EngineSelection(EngineType.EMBEDDED, why);
    }

    @Override
    public String toString() {
        String sentence = "Using engine %s: %s".formatted(kind, reason);
        return sentence.endsWith(".") ? sentence : sentence + ".";
    }
}
