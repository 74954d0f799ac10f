package dev.butlerlabs.core.webhook;

import java.util.Map;

/** Timeouts of the HTTP servers of the JDK, which reads them once, before the first server of the process starts. */
public final class HttpServerTimeouts {
    private static final Map<String, String> SECONDS = Map.of(
            // A client that sends a request slowly does not keep its connection.
            "sun.net.httpserver.maxReqTime", "10",
            "sun.net.httpserver.maxRspTime", "30",
            // API servers keep idle connections for 90 seconds; they have to be the first to close them.
            "sun.net.httpserver.idleInterval", "120");

    private HttpServerTimeouts() {}

    /** Sets the timeouts that are not set already. */
    public static void configure() {
        SECONDS.forEach((name, value) -> {
            if (System.getProperty(name) == null) {
                System.setProperty(name, value);
            }
        });
    }
}
