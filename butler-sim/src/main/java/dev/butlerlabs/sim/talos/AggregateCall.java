package dev.butlerlabs.sim.talos;

import com.google.protobuf.ByteString;
import io.grpc.Attributes;
import io.grpc.Context;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;

/**
 * Sends one request to several nodes and collects their responses: a unary method answers with one merged response, a streaming
 * method passes on each message as it comes. A node that fails contributes a message with its error; the call itself succeeds.
 */
final class AggregateCall<Q, A> {
    private final ServerCall<Q, A> client;
    private final NodeMessages<A> messages;
    private final Context context = Context.current();
    private final List<NodeCall> calls = new ArrayList<>();
    private ByteString collected = ByteString.EMPTY;
    private int unfinished;
    private boolean headersSent;

    AggregateCall(ServerCall<Q, A> client) {
        this.client = client;
        this.messages = new NodeMessages<>(client.getMethodDescriptor());
    }

    /**
     * Starts the call on every target.
     *
     * @param handler starts the call on the node with this address
     */
    ServerCall.Listener<Q> start(List<String> targets, NodeHandler<Q, A> handler) {
        unfinished = targets.size();
        targets.forEach(target -> calls.add(new NodeCall(target)));
        calls.forEach(call -> call.start(handler));
        client.request(1);
        return new RequestListener();
    }

    /** Starts a call on one node. */
    interface NodeHandler<Q, A> {
        ServerCall.Listener<Q> start(String target, ServerCall<Q, A> call);
    }

    private synchronized void received(ByteString response) {
        if (messages.streaming()) {
            send(response);
        } else {
            collected = collected.concat(response);
        }
    }

    private synchronized void finished() {
        unfinished--;
        if (unfinished > 0 || client.isCancelled()) {
            return;
        }
        if (!messages.streaming()) {
            send(collected);
        }
        client.close(Status.OK, new Metadata());
    }

    private void send(ByteString response) {
        if (client.isCancelled()) {
            return;
        }
        if (!headersSent) {
            headersSent = true;
            client.sendHeaders(new Metadata());
        }
        client.sendMessage(messages.decoded(response));
    }

    /** Passes what the client sends to every node. */
    private final class RequestListener extends ServerCall.Listener<Q> {
        @Override
        public void onMessage(Q message) {
            calls.forEach(call -> call.notifyListener(listener -> listener.onMessage(message)));
            client.request(1);
        }

        @Override
        public void onHalfClose() {
            calls.forEach(call -> call.notifyListener(ServerCall.Listener::onHalfClose));
        }

        @Override
        public void onCancel() {
            calls.forEach(call -> call.end(ServerCall.Listener::onCancel));
        }

        @Override
        public void onComplete() {
            calls.forEach(call -> call.end(ServerCall.Listener::onComplete));
        }
    }

    /** The call on one node. Handlers may block, so each call has a thread of its own. */
    private final class NodeCall extends ServerCall<Q, A> {
        private final String target;
        private final ExecutorService thread =
                Executors.newSingleThreadExecutor(Thread.ofVirtual().factory());
        private Listener<Q> listener = new Listener<>() {};

        NodeCall(String target) {
            this.target = target;
        }

        void start(NodeHandler<Q, A> handler) {
            Runnable start = () -> listener = handler.start(target, this);
            thread.execute(context.wrap(start));
        }

        void notifyListener(Consumer<Listener<Q>> event) {
            Runnable notify = () -> event.accept(listener);
            thread.execute(context.wrap(notify));
        }

        void end(Consumer<Listener<Q>> event) {
            notifyListener(event);
            thread.shutdown();
        }

        @Override
        public void request(int count) {
            // The client's messages are requested once for all nodes.
        }

        @Override
        public void sendHeaders(Metadata headers) {
            // The client gets the headers once for all nodes.
        }

        @Override
        public void sendMessage(A message) {
            received(messages.tagged(message, target));
        }

        @Override
        public void close(Status status, Metadata trailers) {
            if (!status.isOk()) {
                received(messages.failed(status, target));
            }
            finished();
        }

        @Override
        public boolean isReady() {
            return client.isReady();
        }

        @Override
        public boolean isCancelled() {
            return client.isCancelled();
        }

        @Override
        public Attributes getAttributes() {
            return client.getAttributes();
        }

        @Override
        public MethodDescriptor<Q, A> getMethodDescriptor() {
            return client.getMethodDescriptor();
        }
    }
}
