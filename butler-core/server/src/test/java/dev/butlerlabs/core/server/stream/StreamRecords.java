package dev.butlerlabs.core.server.stream;

import java.util.List;

/** The records of the stream, which no route declares. */
public final class StreamRecords {
    private StreamRecords() {}

    public static List<Class<?>> all() {
        return List.of(StreamMessage.Hello.class, StreamMessage.SessionEnd.class, StreamMessage.WatchProblem.class);
    }
}
