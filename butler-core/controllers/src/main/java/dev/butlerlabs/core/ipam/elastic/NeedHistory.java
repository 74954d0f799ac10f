package dev.butlerlabs.core.ipam.elastic;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The most that was needed in each quarter of a day, for as long as the horizon. Small enough to be kept in an annotation.
 *
 * @param peaks the oldest first
 */
public record NeedHistory(List<Peak> peaks) {
    private static final Duration QUARTER = Duration.ofHours(6);

    public NeedHistory {
        peaks = List.copyOf(peaks);
    }

    /** The most that was needed in the quarter that began then. */
    public record Peak(Instant from, int need) {
        public Peak {
            Objects.requireNonNull(from, "from");
        }
    }

    public static NeedHistory none() {
        return new NeedHistory(List.of());
    }

    /** The history with what is needed now, without what lies before the horizon. */
    public NeedHistory with(Instant now, int need, Duration horizon) {
        Instant quarter = Instant.ofEpochSecond(now.getEpochSecond() / QUARTER.toSeconds() * QUARTER.toSeconds());
        int most = peaks.stream()
                .filter(peak -> peak.from().equals(quarter))
                .mapToInt(Peak::need)
                .reduce(need, Math::max);
        Instant oldest = now.minus(horizon).minus(QUARTER);
        return new NeedHistory(Stream.concat(
                        peaks.stream()
                                .filter(peak -> peak.from().isAfter(oldest))
                                .filter(peak -> !peak.from().equals(quarter)),
                        Stream.of(new Peak(quarter, most)))
                .toList());
    }

    public int peak() {
        return peaks.stream().mapToInt(Peak::need).max().orElse(0);
    }

    /** Whether it reaches back far enough to know what is not needed. */
    boolean covers(Instant now, Duration horizon) {
        return !peaks.isEmpty() && !peaks.getFirst().from().isAfter(now.minus(horizon));
    }

    /** {@code epoch-second:need} for each quarter, separated by commas. */
    public String text() {
        return peaks.stream()
                .map(peak -> peak.from().getEpochSecond() + ":" + peak.need())
                .collect(Collectors.joining(","));
    }

    /**
     * Reads what {@link #text} wrote.
     *
     * @throws IllegalArgumentException when it is none
     */
    public static NeedHistory parse(String text) {
        return new NeedHistory(Stream.of(text.split(",", -1))
                .filter(part -> !part.isEmpty())
                .map(part -> part.split(":", 2))
                .map(pair -> new Peak(Instant.ofEpochSecond(Long.parseLong(pair[0])), Integer.parseInt(pair[1])))
                .toList());
    }
}
