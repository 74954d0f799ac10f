package dev.butlerlabs.sim.talos;

import com.google.protobuf.Any;
import com.google.protobuf.Message;
import dev.butlerlabs.core.talos.wire.Common;
import dev.butlerlabs.core.talos.wire.Machine;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Events of a machine since it was powered on. */
final class EventLog {
    private final List<Machine.Event> events = new ArrayList<>();

    synchronized void stage(NodeStage stage, boolean ready) {
        add(
                "",
                Machine.MachineStatusEvent.newBuilder()
                        .setStage(stage.onWire())
                        .setStatus(Machine.MachineStatusEvent.MachineStatus.newBuilder()
                                .setReady(ready))
                        .build());
    }

    /** Reports a sequence that ended with an error, after which the machine continues to run. */
    void failed(String sequence, String reason) {
        add(
                "",
                Machine.SequenceEvent.newBuilder()
                        .setSequence(sequence)
                        .setAction(Machine.SequenceEvent.Action.STOP)
                        .setError(Common.Error.newBuilder()
                                .setCode(Common.Code.FATAL)
                                .setMessage(reason))
                        .build());
    }

    /** Adds an event with the type name that Talos uses, which differs from the protobuf default. */
    synchronized void add(String actor, Message payload) {
        events.add(Machine.Event.newBuilder()
                .setId("%020d".formatted(events.size()))
                .setActorId(actor)
                .setData(Any.pack(payload, "talos/runtime"))
                .build());
        notifyAll();
    }

    synchronized List<Machine.Event> from(int position) {
        return List.copyOf(events.subList(Math.min(position, events.size()), events.size()));
    }

    synchronized int size() {
        return events.size();
    }

    synchronized void awaitMore(int position, long millis) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        long left = millis;
        while (events.size() <= position && left > 0) {
            wait(left);
            left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
        }
    }
}
