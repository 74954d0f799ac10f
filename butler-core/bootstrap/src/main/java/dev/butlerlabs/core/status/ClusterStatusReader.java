package dev.butlerlabs.core.status;

import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.Consumer;

/** Reads all sources of the status side by side. A source that cannot be read does not affect the others. */
public final class ClusterStatusReader {
    private static final String NODES = "nodes";
    private static final String TALOS = "Talos machines";
    private static final String ADDONS = "addons";
    private static final String CONTROLLERS = "controllers";
    private static final String PROVIDERS = "providers";
    private static final String POOLS = "pools";
    private static final String TENANTS = "tenant clusters";
    private static final String BACKUPS = "backup schedules";
    private static final String CERTIFICATES = "certificates";

    private final StatusSources sources;
    private final Duration limit;
    private final InstantSource clock;

    public ClusterStatusReader(StatusSources sources, Duration limit, InstantSource clock) {
        this.sources = sources;
        this.limit = limit;
        this.clock = clock;
    }

    /**
     * Reads the sources.
     *
     * @param waiting called about every second with the sources that have not answered yet
     * @throws dev.butlerlabs.core.error.ButlerException if the thread is interrupted
     */
    public ClusterObservation read(Consumer<List<String>> waiting) {
        Map<String, Callable<Object>> all = new LinkedHashMap<>();
        all.put(NODES, sources::nodes);
        all.put(TALOS, sources::talos);
        all.put(ADDONS, sources::addons);
        all.put(CONTROLLERS, sources::controllers);
        all.put(PROVIDERS, sources::providers);
        all.put(POOLS, sources::pools);
        all.put(TENANTS, sources::tenants);
        all.put(BACKUPS, sources::backups);
        all.put(CERTIFICATES, sources::certificates);
        var at = clock.instant();
        Map<String, SourceResult<Object>> readings = new ParallelReader(limit).read(all, waiting);
        return new ClusterObservation(
                sources.server(),
                at,
                of(readings, NODES),
                flat(of(readings, TALOS)),
                of(readings, ADDONS),
                of(readings, CONTROLLERS),
                of(readings, PROVIDERS),
                of(readings, POOLS),
                of(readings, TENANTS),
                of(readings, BACKUPS),
                of(readings, CERTIFICATES));
    }

    @SuppressWarnings("unchecked") // each name has the type of its source
    private static <T> SourceResult<T> of(Map<String, SourceResult<Object>> readings, String name) {
        return Objects.requireNonNull(readings.get(name)).map(value -> (T) value);
    }

    private static <T> SourceResult<T> flat(SourceResult<SourceResult<T>> nested) {
        return switch (nested) {
            case SourceResult.Known<SourceResult<T>>(SourceResult<T> inner) -> inner;
            case SourceResult.Unknown<SourceResult<T>>(var code, var because) ->
                new SourceResult.Unknown<>(code, because);
            case SourceResult.Skipped<SourceResult<T>>(var because) -> new SourceResult.Skipped<>(because);
        };
    }
}
