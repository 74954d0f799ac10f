package dev.butlerlabs.adm.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.core.engine.Engine;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.progress.ProgressReporter;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EngineCleanupTest {
    private final List<String> calls = new ArrayList<>();
    private final ProgressReporter progress =
            new ProgressReporter(event -> calls.add(event.toString()), Clock.systemUTC());

    private final class RecordedEngine implements Engine {
        private final boolean removable;

        RecordedEngine(boolean removable) {
            this.removable = removable;
        }

        @Override
        public String description() {
            return "the engine";
        }

        @Override
        public Kubeconfig access() {
            return Kubeconfig.of("engine", Map.of(), Map.of());
        }

        @Override
        public void close() {
            calls.add("close");
        }

        @Override
        public void remove() {
            if (!removable) {
                throw new ButlerException(ErrorCode.UNREACHABLE, "Docker is gone.", "Start Docker.");
            }
            calls.add("remove");
        }
    }

    private String succeed(boolean keep, boolean removable) {
        return new EngineCleanup(new RecordedEngine(removable), keep, progress)
                .after(() -> "result", () -> calls.add("failed"));
    }

    @Test
    void removesTheEngineAfterSuccess() {
        assertThat(succeed(false, true)).isEqualTo("result");
        assertThat(calls).containsExactly("close", "remove");
    }

    @Test
    void keepsTheEngineOnRequest() {
        assertThat(succeed(true, true)).isEqualTo("result");
        assertThat(calls).containsExactly("close");
    }

    @Test
    void warnsIfTheEngineCannotBeRemoved() {
        assertThat(succeed(false, false)).isEqualTo("result");
        assertThat(calls).hasSize(2);
        assertThat(calls.getLast()).contains("Could not remove the engine: Docker is gone. Start Docker.");
    }

    @Test
    void keepsTheEngineAfterAFailureAndClearsTheInterruption() {
        ButlerException failure = new ButlerException(ErrorCode.CANCELLED, "Interrupted.");

        assertThatThrownBy(() -> new EngineCleanup(new RecordedEngine(true), false, progress)
                        .after(
                                () -> {
                                    Thread.currentThread().interrupt();
                                    throw failure;
                                },
                                () -> calls.add("failed, interrupted: "
                                        + Thread.currentThread().isInterrupted())))
                .isSameAs(failure);
        assertThat(calls).containsExactly("failed, interrupted: false", "close");
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }
}
