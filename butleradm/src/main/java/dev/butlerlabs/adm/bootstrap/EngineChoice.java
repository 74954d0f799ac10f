package dev.butlerlabs.adm.bootstrap;

import dev.butlerlabs.core.bootstrap.BegunEngine;
import dev.butlerlabs.core.bootstrap.EngineKind;
import dev.butlerlabs.core.docker.DockerPresence;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Which engine it is to be, and why.
 *
 * @param kind one that exists, so never {@code AUTO}
 * @param reason completes "Engine: kind, …"
 */
record EngineChoice(EngineKind kind, String reason) {
    /**
     * Decides.
     *
     * @param asked what the command line says
     * @param named whether the command line names somebody else's engine
     * @param begun the engine of an earlier run, which holds what was done and is therefore gone on with
     * @param docker asked only when it matters, since asking takes time
     */
    static EngineChoice of(
            EngineKind asked, boolean named, Optional<BegunEngine> begun, Supplier<DockerPresence> docker) {
        EngineKind wanted = asked == EngineKind.AUTO && named ? EngineKind.EXISTING : asked;
        begun.ifPresent(engine -> requireSame(wanted, engine.kind()));
        if (begun.isPresent()) {
            return new EngineChoice(begun.get().kind(), "with which an earlier run of this cluster began");
        }
        return switch (wanted) {
            case AUTO -> byPresence(docker.get());
            case EXISTING -> new EngineChoice(wanted, named ? "because --engine-kubeconfig names one" : "as asked for");
            case KIND, EMBEDDED -> new EngineChoice(wanted, "as asked for");
        };
    }

    private static void requireSame(EngineKind wanted, EngineKind begun) {
        if (wanted != EngineKind.AUTO && wanted != begun) {
            throw new ButlerException(
                    ErrorCode.CONFLICT,
                    "An earlier run of this cluster began with the engine %s, which knows what was done; %s does not."
                            .formatted(begun, wanted),
                    "Go on without --engine, or give the cluster up with: butleradm destroy");
        }
    }

    private static EngineChoice byPresence(DockerPresence docker) {
        return switch (docker) {
            case DockerPresence.Silent silent ->
                new EngineChoice(EngineKind.EMBEDDED, "since no Docker engine is at hand. " + silent.reason());
            case DockerPresence.Answers answers -> byAnswer(answers);
        };
    }

    private static EngineChoice byAnswer(DockerPresence.Answers docker) {
        if (!docker.isOnThisMachine()) {
            return embedded("the Docker engine at %s is on another machine".formatted(docker.host()));
        }
        if (!docker.version().speaks(1, 41)) {
            return embedded(
                    "Docker %s is too old for KIND".formatted(docker.version().engine()));
        }
        if (docker.facts().isRootless()) {
            return embedded("the Docker engine at %s runs without root".formatted(docker.host()));
        }
        return new EngineChoice(
                EngineKind.KIND,
                "since Docker %s answers at %s".formatted(docker.version().engine(), docker.host()));
    }

    private static EngineChoice embedded(String why) {
        return new EngineChoice(EngineKind.EMBEDDED, "since " + why);
    }

    @Override
    public String toString() {
        String sentence = "Engine: %s, %s".formatted(kind, reason);
        return sentence.endsWith(".") ? sentence : sentence + ".";
    }
}
