package dev.butlerlabs.core.kube;

import dev.butlerlabs.core.error.ButlerException;
import java.net.http.HttpRequest.BodyPublisher;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.Flow;
import java.util.function.Supplier;

/**
 * Publishes the body of a write as long as the write is allowed. The HTTP client requests the bytes after it has a connection and has sent
 * the headers. If the write is not allowed at that moment, the publisher fails: the client closes the stream, and the server discards a
 * request whose body is incomplete.
 */
final class FencedBody implements BodyPublisher {
    private final BodyPublisher body;
    private final Supplier<Optional<ButlerException>> check;
    private volatile Optional<ButlerException> rejection = Optional.empty();

    /** @param check returns why the body must not be sent now */
    FencedBody(BodyPublisher body, Supplier<Optional<ButlerException>> check) {
        this.body = body;
        this.check = check;
    }

    /** Returns why the body was not sent. */
    Optional<ButlerException> rejection() {
        return rejection;
    }

    @Override
    public long contentLength() {
        return body.contentLength();
    }

    @Override
    public void subscribe(Flow.Subscriber<? super ByteBuffer> subscriber) {
        body.subscribe(new FencedSubscriber(subscriber));
    }

    private final class FencedSubscriber implements Flow.Subscriber<ByteBuffer> {
        private final Flow.Subscriber<? super ByteBuffer> sender;
        private Flow.Subscription subscription;
        private boolean rejected;

        FencedSubscriber(Flow.Subscriber<? super ByteBuffer> sender) {
            this.sender = sender;
        }

        @Override
        public void onSubscribe(Flow.Subscription given) {
            subscription = given;
            sender.onSubscribe(given);
        }

        @Override
        public void onNext(ByteBuffer bytes) {
            if (rejected) {
                return;
            }
            check.get().ifPresentOrElse(this::reject, () -> sender.onNext(bytes));
        }

        private void reject(ButlerException reason) {
            rejected = true;
            rejection = Optional.of(reason);
            subscription.cancel();
            sender.onError(reason);
        }

        @Override
        public void onError(Throwable failure) {
            if (!rejected) {
                sender.onError(failure);
            }
        }

        @Override
        public void onComplete() {
            if (!rejected) {
                sender.onComplete();
            }
        }
    }
}
