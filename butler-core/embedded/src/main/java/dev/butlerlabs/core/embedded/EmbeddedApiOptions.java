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
import java.util.function.Supplier;

/**
 * Options of an {@link EmbeddedApiServer}. Immutable; the {@code with} methods return changed copies.
 *
 * @param dataDirectory the directory for objects, certificates and the token; if empty, everything is kept in memory
 * @param port the port on 127.0.0.1; 0 selects a free port
 * @param historyEvents number of changes kept for watches and for lists at an older resource version
 * @param clock the time source for metadata and certificates
 * @param definitions CRDs to serve from the start; they must be valid and are not validated again
 * @param identity externally issued serving certificates; if empty, the server generates its own and authenticates clients by token only
 * @param gate the interceptor that decides whether a request is handled
 * @param readTimeout maximum time for the request line, the headers or the body to arrive, and maximum time a connection stays idle, before
 *     it is closed
 * @param version the Kubernetes version that the server reports, such as {@code v1.35.0}
 * @param repair if present, a damaged last record of the stored log is removed and reported here; otherwise the server does not start
 */
public record EmbeddedApiOptions(
        Optional<Path> dataDirectory,
        int port,
        int historyEvents,
        Clock clock,
        Definitions definitions,
        Optional<ServingIdentity> identity,
        RequestInterceptor gate,
        Duration readTimeout,
        Optional<Consumer<RemovedRecord>> repair,
        Supplier<String> version) {
    /** Longer than clients keep an idle connection, so that the client closes it first. */
    private static final Duration USUAL_READ_TIMEOUT = Duration.ofSeconds(100);

    /** The Kubernetes version whose behaviour the server follows. */
    static final String USUAL_VERSION = "v1.35.0+butler";

    private static final int USUAL_HISTORY = 20_000;

    /**
     * CRDs in YAML and the field manager that applies them.
     *
     * @param manager the field manager that owns their fields
     * @param documents the YAML documents, one CRD each
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
        Objects.requireNonNull(version, "version");
        if (port < 0 || port > 65535) {
            throw new IllegalArgumentException("the port must be between 0 and 65535");
        }
    }

    /** Options for a server without a data directory: its objects are lost when the server is closed. */
    public static EmbeddedApiOptions inMemory() {
        return new EmbeddedApiOptions(
                Optional.empty(),
                0,
                USUAL_HISTORY,
                Clock.systemUTC(),
                Definitions.NONE,
                Optional.empty(),
                RequestInterceptor.OPEN,
                USUAL_READ_TIMEOUT,
                Optional.empty(),
                () -> USUAL_VERSION);
    }

    /** Options for a server that stores its objects, certificates and token in a directory, which is created if it is missing. */
    public static EmbeddedApiOptions inDirectory(Path directory) {
        return new EmbeddedApiOptions(
                Optional.of(directory),
                0,
                USUAL_HISTORY,
                Clock.systemUTC(),
                Definitions.NONE,
                Optional.empty(),
                RequestInterceptor.OPEN,
                USUAL_READ_TIMEOUT,
                Optional.empty(),
                () -> USUAL_VERSION);
    }

    /** Sets the port on 127.0.0.1; 0 selects a free port. */
    public EmbeddedApiOptions withPort(int fixed) {
        return new EmbeddedApiOptions(
                dataDirectory, fixed, historyEvents, clock, definitions, identity, gate, readTimeout, repair, version);
    }

    /** Sets the time source for metadata and certificates. */
    public EmbeddedApiOptions withClock(Clock other) {
        return new EmbeddedApiOptions(
                dataDirectory, port, historyEvents, other, definitions, identity, gate, readTimeout, repair, version);
    }

    /** Sets the number of changes kept for watches and for lists at an older resource version. */
    public EmbeddedApiOptions withHistory(int events) {
        return new EmbeddedApiOptions(
                dataDirectory, port, events, clock, definitions, identity, gate, readTimeout, repair, version);
    }

    /** Sets the CRDs to serve from the start. */
    public EmbeddedApiOptions withDefinitions(Definitions first) {
        return new EmbeddedApiOptions(
                dataDirectory, port, historyEvents, clock, first, identity, gate, readTimeout, repair, version);
    }

    /** Serves with externally issued certificates and accepts client certificates of their authority in addition to the token. */
    public EmbeddedApiOptions withIdentity(ServingIdentity given) {
        return new EmbeddedApiOptions(
                dataDirectory,
                port,
                historyEvents,
                clock,
                definitions,
                Optional.of(given),
                gate,
                readTimeout,
                repair,
                version);
    }

    /** Sets the interceptor for requests. */
    public EmbeddedApiOptions withGate(RequestInterceptor other) {
        return new EmbeddedApiOptions(
                dataDirectory, port, historyEvents, clock, definitions, identity, other, readTimeout, repair, version);
    }

    /** Sets how long a client may stop sending before its connection is closed. */
    public EmbeddedApiOptions withReadTimeout(Duration other) {
        return new EmbeddedApiOptions(
                dataDirectory, port, historyEvents, clock, definitions, identity, gate, other, repair, version);
    }

    /** Removes a damaged last record of the stored log, after saving a copy of it next to the log, and reports it. */
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
                Optional.of(report),
                version);
    }

    /** Sets the Kubernetes version to report, which is read for every request. The behaviour does not depend on it. */
    public EmbeddedApiOptions withVersion(Supplier<String> other) {
        return new EmbeddedApiOptions(
                dataDirectory, port, historyEvents, clock, definitions, identity, gate, readTimeout, repair, other);
    }
}
