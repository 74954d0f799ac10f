package dev.butlerlabs.core.tenant.access;

import dev.butlerlabs.core.api.Annotations;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The times at which the controllers check a tenant cluster for expired grants. They are stored in an annotation of its TenantCluster, so
 * that no tenant cluster has to be polled. Immutable.
 */
public record AccessCheckTimes(SortedSet<Instant> times) {
    public AccessCheckTimes {
        times = Collections.unmodifiableSortedSet(new TreeSet<>(times));
    }

    /** Reads the annotation of a TenantCluster. A time that cannot be parsed is due, so that a check replaces it. */
    public static AccessCheckTimes of(HasMetadata cluster) {
        String text = Optional.ofNullable(cluster.getMetadata().getAnnotations())
                .map(annotations -> annotations.get(Annotations.ACCESS_CHECKS))
                .orElse("");
        return new AccessCheckTimes(Arrays.stream(text.split(",", -1))
                .map(String::strip)
                .filter(time -> !time.isEmpty())
                .map(AccessCheckTimes::parse)
                .collect(Collectors.toCollection(TreeSet::new)));
    }

    private static Instant parse(String time) {
        try {
            return Instant.parse(time);
        } catch (DateTimeParseException e) {
            return Instant.EPOCH;
        }
    }

    /** Returns the next time; empty if no check is planned. */
    public Optional<Instant> next() {
        return times.isEmpty() ? Optional.empty() : Optional.of(times.first());
    }

    public boolean isDue(Instant now) {
        return next().filter(time -> !time.isAfter(now)).isPresent();
    }

    public AccessCheckTimes plus(Collection<Instant> added) {
        SortedSet<Instant> all = new TreeSet<>(times);
        all.addAll(added);
        return new AccessCheckTimes(all);
    }

    /** Returns the times after the given one. */
    public AccessCheckTimes after(Instant checked) {
        SortedSet<Instant> later = new TreeSet<>(times);
        later.removeIf(time -> !time.isAfter(checked));
        return new AccessCheckTimes(later);
    }

    /** Returns the value of the annotation; empty if it is to be removed. */
    Optional<String> annotation() {
        return times.isEmpty()
                ? Optional.empty()
                : Optional.of(times.stream().map(Instant::toString).collect(Collectors.joining(",")));
    }
}
