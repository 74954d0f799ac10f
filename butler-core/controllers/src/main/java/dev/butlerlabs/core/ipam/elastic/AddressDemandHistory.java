package dev.butlerlabs.core.ipam.elastic;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The peak demand of each six-hour period within the horizon. Small enough for an annotation.
 *
 * @param peaks the oldest first
 */
public record AddressDemandHistory(List<Peak> peaks) {
    private static final Duration QUARTER = Duration.ofHours(6);

    public AddressDemandHistory {
        peaks = List.copyOf(peaks);
    }

    /** The peak demand of the period that started at {@code from}. */
    public record Peak(Instant from, int need) {
        public Peak {
            Objects.requireNonNull(from, "from");
        }
    }

    public static AddressDemandHistory none() {
        return new AddressDemandHistory(List.of());
    }

    /** Returns the history with the current demand added and periods before the horizon removed. */
    public AddressDemandHistory with(Instant now, int need, Duration horizon) {
        Instant quarter = Instant.ofEpochSecond(now.getEpochSecond() / QUARTER.toSeconds() * QUARTER.toSeconds());
        int most = peaks.stream()
                .filter(peak -> peak.from().equals(quarter))
                .mapToInt(Peak::need)
                .reduce(need, Math::max);
        Instant oldest = now.minus(horizon).minus(QUARTER);
        return new AddressDemandHistory(Stream.concat(
                        peaks.stream()
                                .filter(peak -> peak.from().isAfter(oldest))
                                .filter(peak -> !peak.from().equals(quarter)),
                        Stream.of(new Peak(quarter, most)))
                .toList());
    }

    public int peak() {
        return peaks.stream().mapToInt(Peak::need).max().orElse(0);
    }

    /** Returns whether the history covers the whole horizon. */
    boolean covers(Instant now, Duration horizon) {
        return !peaks.isEmpty() && !peaks.getFirst().from().isAfter(now.minus(horizon));
    }

    /** Returns {@code epoch-second:need} for each period, comma-separated. */
    public String text() {
        return peaks.stream()
                .map(peak -> peak.from().getEpochSecond() + ":" + peak.need())
                .collect(Collectors.joining(","));
    }

    /**
     * Parses the format of {@link #text}.
     *
     * @throws IllegalArgumentException if the text is not valid
     */
    public static AddressDemandHistory parse(String text) {
        return new AddressDemandHistory(Stream.of(text.split(",", -1))
                .filter(part -> !part.isEmpty())
                .map(part -> part.split(":", 2))
                .map(pair -> new Peak(Instant.ofEpochSecond(Long.parseLong(pair[0])), Integer.parseInt(pair[1])))
                .toList());
    }
}
