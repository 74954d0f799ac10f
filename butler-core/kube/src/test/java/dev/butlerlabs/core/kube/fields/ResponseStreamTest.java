package dev.butlerlabs.core.kube.fields;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.client.http.AsyncBody;
import java.io.IOException;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class ResponseStreamTest {
    private final ResponseStream stream = new ResponseStream(Duration.ofMillis(1));
    private final ScriptedBody body = new ScriptedBody();

    /** Delivers one buffer for each request, in the thread of the caller, and then ends. */
    private final class ScriptedBody implements AsyncBody {
        private final Deque<String> parts = new ArrayDeque<>();
        private final CompletableFuture<Void> done = new CompletableFuture<>();
        private boolean neverEnds;
        private boolean isCancelled;

        @Override
        public void consume() {
            if (!parts.isEmpty()) {
                ByteBuffer buffer = ByteBuffer.wrap(parts.removeFirst().getBytes(StandardCharsets.UTF_8));
                stream.consume(List.of(buffer), this);
            } else if (!neverEnds) {
                done.complete(null);
            }
        }

        @Override
        public CompletableFuture<Void> done() {
            return done;
        }

        @Override
        public void cancel() {
            isCancelled = true;
        }
    }

    private String read() throws IOException {
        return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    }

    @Test
    void joinsBuffersAndSkipsEmptyOnes() throws IOException {
        body.parts.addAll(List.of("ab", "", "c"));
        stream.open(body);
        assertThat(stream.read()).isEqualTo('a');
        assertThat(read()).isEqualTo("bc");
        assertThat(stream.read()).isEqualTo(-1);
        stream.close();
        assertThat(body.isCancelled).isTrue();
    }

    @Test
    void receivesALimitedNumberOfBuffersAheadOfTheReader() throws IOException {
        body.parts.addAll(List.of("x".repeat(200).split("")));
        stream.open(body);
        assertThat(body.parts).hasSize(200 - 64);
        assertThat(read()).isEqualTo("x".repeat(200));
    }

    @Test
    void failsAfterWhatWasReceivedBeforeTheFailure() throws IOException {
        body.parts.add("ab");
        body.neverEnds = true;
        stream.open(body);
        body.done.completeExceptionally(new IOException("reset"));
        assertThat(stream.readNBytes(2)).hasSize(2);
        assertThatThrownBy(stream::read).isInstanceOf(IOException.class).hasRootCauseMessage("reset");
    }

    @Test
    void failsIfNothingIsReceivedInTime() {
        body.neverEnds = true;
        stream.open(body);
        assertThatThrownBy(stream::read).isInstanceOf(HttpTimeoutException.class);
    }
}
