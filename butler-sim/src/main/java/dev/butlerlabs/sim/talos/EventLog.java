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

    void sequence(String actor, String sequence, Machine.SequenceEvent.Action action) {
        add(
                actor,
                Machine.SequenceEvent.newBuilder()
                        .setSequence(sequence)
                        .setAction(action)
                        .build());
    }

    /** Reports a sequence that ended with an error. */
    void failed(String actor, String sequence, String reason) {
        sequence(actor, sequence, Machine.SequenceEvent.Action.STOP);
        add(
                actor,
                Machine.SequenceEvent.newBuilder()
                        .setSequence(sequence)
                        .setAction(Machine.SequenceEvent.Action.NOOP)
                        .setError(Common.Error.newBuilder()
                                .setCode(Common.Code.FATAL)
                                .setMessage("sequence failed: " + reason))
                        .build());
    }

    /** Reports a completed phase of a sequence. */
    void phase(String actor, String phase) {
        started(actor, phase);
        phase(actor, phase, Machine.PhaseEvent.Action.STOP);
    }

    /** Reports a phase that has started. */
    void started(String actor, String phase) {
        phase(actor, phase, Machine.PhaseEvent.Action.START);
    }

    private void phase(String actor, String phase, Machine.PhaseEvent.Action action) {
        add(
                actor,
                Machine.PhaseEvent.newBuilder()
                        .setPhase(phase)
                        .setAction(action)
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
