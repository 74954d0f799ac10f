package dev.butlerlabs.core.provider.gcp;

import dev.butlerlabs.core.provider.MachineId;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The operations on instances, which Compute Engine keeps for weeks. They show creations whose instance is not listed yet, and why a
 * creation failed: a failed creation leaves no instance.
 */
final class GcpInsertHistory {
    /** After this time a zone without capacity is tried again, and a failure is no longer reported. */
    static final Duration RECENT = Duration.ofMinutes(10);

    private static final String INSERT = "insert";

    private final GcpClient client;
    private final InstantSource clock;
    /** Each failure is reported once per process. The next creation is a new attempt. */
    private final Set<String> reported = ConcurrentHashMap.newKeySet();

    GcpInsertHistory(GcpClient client, InstantSource clock) {
        this.client = client;
        this.clock = clock;
    }

    /** Returns the operations on a name in each of these zones. */
    SortedMap<String, Attempts> of(MachineId id, List<String> zones) {
        SortedMap<String, Attempts> attempts = new TreeMap<>();
        zones.forEach(zone -> attempts.put(zone, of(id, zone)));
        return attempts;
    }

    private Attempts of(MachineId id, String zone) {
        String filter = "targetLink eq \".*/zones/%s/instances/%s\"".formatted(zone, id.name());
        return new Attempts(client.list("zones/%s/operations".formatted(zone), Optional.of(filter)).stream()
                .filter(json -> json.path("targetLink").asText("").endsWith("/instances/" + id.name()))
                .map(GcpOperation::of)
                .sorted(Comparator.comparing(GcpOperation::requestedAt)
                        .thenComparing(GcpOperation::name)
                        .reversed())
                .toList());
    }

    /** Returns whether this failure is recent and was not reported yet, and marks it as reported. */
    boolean isNews(GcpOperation failed) {
        return isRecent(failed) && reported.add(failed.name());
    }

    boolean isRecent(GcpOperation ended) {
        return ended.endedAt()
                .filter(time -> time.plus(RECENT).isAfter(clock.instant()))
                .isPresent();
    }

    /** Operations on one name, the latest first. */
    record Attempts(List<GcpOperation> operations) {
        Attempts {
            operations = List.copyOf(operations);
        }

        Optional<GcpOperation> lastCreation() {
            return operations.stream()
                    .filter(operation -> operation.type().equals(INSERT))
                    .findFirst();
        }

        boolean isCreating() {
            return lastCreation().filter(operation -> !operation.isDone()).isPresent();
        }

        /** Returns the name of the last operation, which identifies the next attempt. */
        String last() {
            return operations.stream().findFirst().map(GcpOperation::name).orElse("none");
        }
    }
}
