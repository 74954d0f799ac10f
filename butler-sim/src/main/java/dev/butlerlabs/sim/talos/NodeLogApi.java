package dev.butlerlabs.sim.talos;

import com.google.protobuf.ByteString;
import dev.butlerlabs.core.talos.wire.Common;
import dev.butlerlabs.core.talos.wire.Machine;
import io.grpc.Context;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** The calls of the machine service that read events, logs and files. */
final class NodeLogApi {
    private static final int CHUNK = 8 * 1024;
    private static final long EVENT_MILLIS = 100;

    private final SimulatedNode node;

    NodeLogApi(SimulatedNode node) {
        this.node = node;
    }

    void events(Machine.EventsRequest request, StreamObserver<Machine.Event> answers) {
        EventLog log = node.events();
        int position = request.getTailEvents() < 0 ? 0 : Math.max(0, log.size() - request.getTailEvents());
        try {
            while (!Context.current().isCancelled()) {
                for (Machine.Event event : log.from(position)) {
                    position++;
                    if (fits(event, request)) {
                        answers.onNext(event);
                    }
                }
                log.awaitMore(position, EVENT_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static boolean fits(Machine.Event event, Machine.EventsRequest request) {
        return event.getId().compareTo(request.getTailId()) > 0
                && (request.getWithActorId().isEmpty()
                        || request.getWithActorId().equals(event.getActorId()));
    }

    void service(Machine.LogsRequest request, StreamObserver<Common.Data> answers) {
        Optional<String> refusal = logRefusal(request);
        if (refusal.isPresent()) {
            answers.onError(Status.UNKNOWN.withDescription(refusal.get()).asRuntimeException());
            return;
        }
        String all = "%1$s: starting\n%1$s: ready\n".formatted(request.getId());
        boolean last = request.getTailLines() == 1;
        send((last ? all.substring(all.indexOf('\n') + 1) : all).getBytes(StandardCharsets.UTF_8), answers);
    }

    private Optional<String> logRefusal(Machine.LogsRequest request) {
        if (!request.getNamespace().equals("system") && !request.getId().equals("kubelet")) {
            return Optional.of(
                    request.getNamespace().isEmpty()
                            ? "namespace is required: failed precondition"
                            : "container \"%s\" not found".formatted(request.getId()));
        }
        return NodeServices.of(node).stream()
                        .anyMatch(service -> service.getId().equals(request.getId()))
                ? Optional.empty()
                : Optional.of("log \"%s\" was not registered".formatted(request.getId()));
    }

    void kernel(StreamObserver<Common.Data> answers) {
        String all = """
                kern:    info: [    0.000000]: Linux version 6.12.57-talos
                user: warning: [    4.210000]: [talos] task startAllServices: done
                """;
        send(all.getBytes(StandardCharsets.UTF_8), answers);
    }

    void file(Machine.ReadRequest request, StreamObserver<Common.Data> answers) {
        if (request.getPath().equals("/system/state/config.yaml")
                && !node.configuration().isEmpty()) {
            send(node.configuration().getBytes(StandardCharsets.UTF_8), answers);
            return;
        }
        if (!request.getPath().equals("/proc/sys/kernel/random/boot_id")) {
            answers.onError(Status.NOT_FOUND
                    .withDescription("stat " + request.getPath() + ": no such file or directory")
                    .asRuntimeException());
            return;
        }
        send((node.bootId() + "\n").getBytes(StandardCharsets.US_ASCII), answers);
    }

    static void send(byte[] bytes, StreamObserver<Common.Data> answers) {
        for (int start = 0; start < bytes.length; start += CHUNK) {
            answers.onNext(Common.Data.newBuilder()
                    .setBytes(ByteString.copyFrom(bytes, start, Math.min(CHUNK, bytes.length - start)))
                    .build());
        }
        answers.onCompleted();
    }
}
