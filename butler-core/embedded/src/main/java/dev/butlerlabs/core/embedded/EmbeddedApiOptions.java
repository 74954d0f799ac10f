package dev.butlerlabs.core.embedded;

import dev.butlerlabs.core.embedded.identity.ServingIdentity;
import dev.butlerlabs.core.embedded.store.RemovedRecord;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * How to run an embedded API.
 *
 * @param dataDirectory where objects, certificates and the token are kept; empty keeps everything in memory
 * @param port the port on loopback; 0 takes a free one
 * @param historyEvents how many changes are remembered for watches and lists at an older resource version
 * @param clock tells the time for metadata and certificates
 * @param definitions custom resource definitions to serve from the start; they must be valid, which is not checked
 * @param identity certificates made elsewhere to serve with; empty makes own ones and knows clients by the token alone
 * @param gate decides what becomes of requests
 * @param readTimeout how long the request line, the headers or the body may take to arrive, and how long a connection stays unused, before it
 *     is closed
 * @param repair if present, a damaged last record of the stored log is removed and reported here; otherwise the server does not start
 */
public record EmbeddedApiOptions(
        Optional<Path> dataDirectory,
        int port,
        int historyEvents,
        Clock clock,
        Definitions definitions,
        Optional<ServingIdentity> identity,
        Gate gate,
        Duration readTimeout,
        Optional<Consumer<RemovedRecord>> repair) {
    /** Longer than the time for which clients keep an unused connection, so that they close it first. */
    private static final Duration USUAL_READ_TIMEOUT = Duration.ofSeconds(100);

    private static final int USUAL_HISTORY = 20_000;

    /**
     * Definitions as YAML, and who applies them.
     *
     * @param manager the owner of their fields
     */
    public record Definitions(String manager, List<String> documents) {
        static final Definitions NONE = new Definitions("", List.of());

        public Definitions {
            Objects.requireNonNull(manager, "manager");
            documents = List.copyOf(documents);
        }
    }

    public EmbeddedApiOptions {
        Objects.requireNonNull(definitions, "definitions");
        Objects.requireNonNull(dataDirectory, "dataDirectory");
        Objects.requireNonNull(clock, "clock");
        Objects.requireNonNull(identity, "identity");
        Objects.requireNonNull(gate, "gate");
        Objects.requireNonNull(readTimeout, "readTimeout");
        Objects.requireNonNull(repair, "repair");
        if (port < 0 || port > 65535) {
            throw new IllegalArgumentException("a port lies between 0 and 65535");
        }
    }

    /** Nothing is kept when the server ends. */
    public static EmbeddedApiOptions inMemory() {
        return new EmbeddedApiOptions(
                Optional.empty(),
                0,
                USUAL_HISTORY,
                Clock.systemUTC(),
                Definitions.NONE,
                Optional.empty(),
                Gate.OPEN,
                USUAL_READ_TIMEOUT,
                Optional.empty());
    }

    public static EmbeddedApiOptions inDirectory(Path directory) {
        return new EmbeddedApiOptions(
                Optional.of(directory),
                0,
                USUAL_HISTORY,
                Clock.systemUTC(),
                Definitions.NONE,
                Optional.empty(),
                Gate.OPEN,
                USUAL_READ_TIMEOUT,
                Optional.empty());
    }

    public EmbeddedApiOptions withPort(int fixed) {
        return new EmbeddedApiOptions(
                dataDirectory, fixed, historyEvents, clock, definitions, identity, gate, readTimeout, repair);
    }

    public EmbeddedApiOptions withClock(Clock other) {
        return new EmbeddedApiOptions(
                dataDirectory, port, historyEvents, other, definitions, identity, gate, readTimeout, repair);
    }

    public EmbeddedApiOptions withHistory(int events) {
        return new EmbeddedApiOptions(
                dataDirectory, port, events, clock, definitions, identity, gate, readTimeout, repair);
    }

    public EmbeddedApiOptions withDefinitions(Definitions first) {
        return new EmbeddedApiOptions(
                dataDirectory, port, historyEvents, clock, first, identity, gate, readTimeout, repair);
    }

    /** Serves with certificates made elsewhere, and takes client certificates of their authority beside the token. */
    public EmbeddedApiOptions withIdentity(ServingIdentity given) {
        return new EmbeddedApiOptions(
                dataDirectory, port, historyEvents, clock, definitions, Optional.of(given), gate, readTimeout, repair);
    }

    /** Lets a gate decide what becomes of requests. */
    public EmbeddedApiOptions withGate(Gate other) {
        return new EmbeddedApiOptions(
                dataDirectory, port, historyEvents, clock, definitions, identity, other, readTimeout, repair);
    }

    /** Closes connections whose client does not send on for this long. */
    public EmbeddedApiOptions withReadTimeout(Duration other) {
        return new EmbeddedApiOptions(
                dataDirectory, port, historyEvents, clock, definitions, identity, gate, other, repair);
    }

    /** Removes a damaged last record of the stored log, after a copy of it is saved beside the log, and reports it. */
    public EmbeddedApiOptions withRepair(Consumer<RemovedRecord> report) {
        return new EmbeddedApiOptions(
                dataDirectory,
                port,
                historyEvents,
                clock,
                definitions,
                identity,
                gate,
                readTimeout,
                Optional.of(report));
    }
}
