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

/** Calls to one machine, each with its own limit, and failures told in sentences. */
final class Calls {
    /** What upstream's tool allows a call that is repeated, and some more for slow lines. */
    static final Duration SHORT = Duration.ofSeconds(10);

    private final NodeAddress node;
    private final ManagedChannel channel;

    Calls(NodeAddress node, ManagedChannel channel) {
        this.node = node;
        this.channel = channel;
    }

    NodeAddress node() {
        return node;
    }

    /** One question, one answer. */
    <S extends AbstractStub<S>, T> T ask(
            String doing, Function<ManagedChannel, S> stub, Duration limit, Question<S, T> question) {
        // A machine that was away is dialled at once, not after gRPC's own growing pauses: how often is our caller's
        // business.
        channel.resetConnectBackoff();
        try {
            return question.ask(limited(stub.apply(channel), Optional.of(limit)));
        } catch (StatusException e) {
            throw TalosErrors.translate(node, doing, e);
        } catch (InterruptedException e) {
            throw TalosErrors.interrupted(node, doing, e);
        }
    }

    /** One question, many answers, which are taken until one is not wanted any more. */
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
                call.cancel("nobody reads on", null);
            }
        } catch (StatusException e) {
            throw TalosErrors.translate(node, doing, e);
        } catch (InterruptedException e) {
            throw TalosErrors.interrupted(node, doing, e);
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
