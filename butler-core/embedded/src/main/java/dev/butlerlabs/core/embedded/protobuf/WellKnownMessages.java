package dev.butlerlabs.core.embedded.protobuf;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.IOException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** Decodes messages that JSON represents as a single value: times, durations, int-or-string. */
final class WellKnownMessages {

    private static final DateTimeFormatter SECONDS =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss'Z'").withZone(ZoneOffset.UTC);
    private static final DateTimeFormatter MICROSECONDS =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

    private WellKnownMessages() {}

    static JsonNode read(char type, WireReader reader) throws IOException {
        long[] integers = new long[4];
        String text = "";
        boolean empty = !reader.hasMore();
        while (reader.hasMore()) {
            int tag = reader.tag();
            int number = WireReader.number(tag);
            if (number < integers.length && (tag & 7) == 0) {
                integers[number] = reader.integer();
            } else if (number == 3) {
                text = reader.text();
            } else {
                reader.skip(tag);
            }
        }
        return switch (type) {
            case 't' -> empty ? NullNode.instance : TextNode.valueOf(SECONDS.format(instant(integers)));
            case 'u' -> empty ? NullNode.instance : TextNode.valueOf(MICROSECONDS.format(instant(integers)));
            case 'g' -> TextNode.valueOf(duration(integers[1]));
            default -> integers[1] == 0 ? IntNode.valueOf((int) integers[2]) : TextNode.valueOf(text);
        };
    }

    private static Instant instant(long[] integers) {
        return Instant.ofEpochSecond(integers[1], integers[2]);
    }

    /** Formats a duration in nanoseconds, the unit that never rounds. */
    private static String duration(long nanoseconds) {
        return nanoseconds == 0 ? "0s" : nanoseconds + "ns";
    }
}
