package dev.butlerlabs.core.talos.client;

import io.grpc.ManagedChannel;
import io.grpc.StatusException;
import io.grpc.stub.AbstractStub;
import io.grpc.stub.BlockingClientCall;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Predicate;

/** Calls the API of one machine with a deadline per call, and translates failures. */
final class TalosCalls {
    /** Slightly longer than the deadline that talosctl uses for retried calls, for slow connections. */
    static final Duration SHORT = Duration.ofSeconds(10);

    private final NodeAddress node;
    private final ManagedChannel channel;

    TalosCalls(NodeAddress node, ManagedChannel channel) {
        this.node = node;
        this.channel = channel;
    }

    NodeAddress node() {
        return node;
    }

    /** Makes a unary call. */
    <S extends AbstractStub<S>, T> T ask(
            String doing, Function<ManagedChannel, S> stub, Duration limit, Question<S, T> question) {
        // Reconnect at once instead of after the backoff of gRPC: the caller decides how often to retry.
        channel.resetConnectBackoff();
        try {
            return question.ask(limited(stub.apply(channel), Optional.of(limit)));
        } catch (StatusException e) {
            throw TalosErrorMapper.translate(node, doing, e);
        } catch (InterruptedException e) {
            throw TalosErrorMapper.interrupted(node, doing, e);
        }
    }

    /** Makes a streaming call and passes responses until one is declined. */
    <S extends AbstractStub<S>, T> void stream(
            String doing,
            Function<ManagedChannel, S> stub,
            Optional<Duration> limit,
            Question<S, BlockingClientCall<?, T>> question,
            Predicate<T> wanted) {
        channel.resetConnectBackoff();
        try {
            BlockingClientCall<?, T> call = question.ask(limited(stub.apply(channel), limit));
            try {
                for (T answer = call.read(); answer != null; answer = call.read()) {
                    if (!wanted.test(answer)) {
                        return;
                    }
                }
            } finally {
                call.cancel("the reader stopped", null);
            }
        } catch (StatusException e) {
            throw TalosErrorMapper.translate(node, doing, e);
        } catch (InterruptedException e) {
            throw TalosErrorMapper.interrupted(node, doing, e);
        }
    }

    private static <S extends AbstractStub<S>> S limited(S stub, Optional<Duration> limit) {
        return limit.map(duration -> stub.withDeadlineAfter(duration.toMillis(), TimeUnit.MILLISECONDS))
                .orElse(stub);
    }

    /** A call on a stub. */
    interface Question<S, T> {
        T ask(S stub) throws StatusException, InterruptedException;
    }
}
