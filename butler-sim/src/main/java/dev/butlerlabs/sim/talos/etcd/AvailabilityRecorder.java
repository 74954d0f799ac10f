package dev.butlerlabs.sim.talos.etcd;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * Observes every state of a cluster's etcd and Kubernetes API, for tests that require an uninterrupted cluster. Thread-safe.
 */
public final class AvailabilityRecorder {
    private static final int CHANGES = 200;

    private final Deque<String> changes = new ArrayDeque<>();
    private int lowestMargin = Integer.MAX_VALUE;
    private int quorumLosses;
    private int apiOutages;
    private boolean quorum;
    private boolean served;

    synchronized void onMembers(String what, int voters, int activeVoters) {
        int majority = voters / 2 + 1;
        int margin = activeVoters - majority;
        lowestMargin = Math.min(lowestMargin, margin);
        if (quorum && margin < 0) {
            quorumLosses++;
        }
        quorum = margin >= 0;
        add("%s: %d/%d voters running".formatted(what, activeVoters, voters));
    }

    /** Reports whether a control plane serves the Kubernetes API. Counts only after the first time that one does. */
    public synchronized void onApi(boolean nowServed) {
        if (served && !nowServed) {
            apiOutages++;
            add("no control plane serves the API");
        }
        served = nowServed;
    }

    private void add(String change) {
        if (changes.size() == CHANGES) {
            changes.removeFirst();
        }
        changes.addLast(change);
    }

    /** Forgets the past, so that the report starts with the next change. */
    public synchronized void startOver() {
        changes.clear();
        lowestMargin = Integer.MAX_VALUE;
        quorumLosses = 0;
        apiOutages = 0;
    }

    public synchronized Report report() {
        return new Report(lowestMargin, quorumLosses, apiOutages, List.copyOf(changes));
    }

    /**
     * What was observed.
     *
     * @param lowestMargin lowest number of running voters above the majority, negative if the quorum was lost; {@link Integer#MAX_VALUE}
     *     without a change
     * @param quorumLosses how often the quorum was lost
     * @param apiOutages how often no control plane served the Kubernetes API any longer
     * @param changes the latest changes of etcd
     */
    public record Report(int lowestMargin, int quorumLosses, int apiOutages, List<String> changes) {
        public Report {
            changes = List.copyOf(changes);
        }
    }
}
