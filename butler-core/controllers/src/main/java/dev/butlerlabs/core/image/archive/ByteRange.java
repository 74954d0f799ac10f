package dev.butlerlabs.core.image.archive;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The part of a file that a request selects, as in RFC 9110. Several ranges in one request are answered with the whole file.
 *
 * @param status 200 for the whole file, 206 for a part, 416 if the file has no such part
 */
record ByteRange(int status, long from, long bytes) {
    private static final int WHOLE = 200;
    private static final int PARTIAL = 206;
    private static final int NOT_SATISFIABLE = 416;
    private static final Pattern RANGE = Pattern.compile("bytes=(\\d{0,18})-(\\d{0,18})");

    /**
     * @param range the header Range
     * @param condition the header If-Range; the whole file is sent if it is not the tag of the file
     */
    static ByteRange of(Optional<String> range, Optional<String> condition, String tag, long length) {
        ByteRange whole = new ByteRange(WHOLE, 0, length);
        Matcher matcher = RANGE.matcher(range.orElse(""));
        if (!matcher.matches() || condition.filter(value -> !value.equals(tag)).isPresent()) {
            return whole;
        }
        String first = matcher.group(1);
        String last = matcher.group(2);
        if (first.isEmpty()) {
            return last.isEmpty() ? whole : suffix(Long.parseLong(last), length);
        }
        return part(Long.parseLong(first), last.isEmpty() ? length - 1 : Long.parseLong(last), length);
    }

    private static ByteRange suffix(long bytes, long length) {
        return bytes == 0
                ? new ByteRange(NOT_SATISFIABLE, 0, 0)
                : part(Math.max(0, length - bytes), length - 1, length);
    }

    private static ByteRange part(long first, long last, long length) {
        if (first >= length || last < first) {
            return new ByteRange(NOT_SATISFIABLE, 0, 0);
        }
        return new ByteRange(PARTIAL, first, Math.min(last, length - 1) - first + 1);
    }

    /** Returns the header Content-Range. */
    Optional<String> header(long length) {
        return switch (status) {
            case PARTIAL -> Optional.of("bytes %d-%d/%d".formatted(from, from + bytes - 1, length));
            case NOT_SATISFIABLE -> Optional.of("bytes */%d".formatted(length));
            default -> Optional.empty();
        };
    }
}
