package dev.butlerlabs.core.machine;

import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.provider.Providers;
import io.fabric8.kubernetes.api.model.Secret;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** The connections that are open, one for each ProviderConfig; renewed when it or its Secret changes, closed when nobody asks any more. */
final class ProviderSessions implements AutoCloseable {
    private final ProviderReader reader;
    private final Providers providers;
    private final MachineOptions options;
    private final InstantSource clock;
    private final Map<ObjectName, SessionSlot> slots = new ConcurrentHashMap<>();

    ProviderSessions(ProviderReader reader, Providers providers, MachineOptions options, InstantSource clock) {
        this.reader = reader;
        this.providers = providers;
        this.options = options;
        this.clock = clock;
    }

    Opening open(ObjectName config) {
        closeIdle();
        return slots.computeIfAbsent(config, name -> new SessionSlot(name, reader, providers, options))
                .open(clock.instant());
    }

    /** Somebody saw a ProviderConfig; when it differs from the one that is known it is read again before the next use. */
    void heard(ProviderConfig config) {
        Optional.ofNullable(slots.get(ObjectName.from(config))).ifPresent(slot -> slot.heard(config));
    }

    /** A watch tells of a Secret; answers the ProviderConfigs that name it. */
    Set<ObjectName> heard(Secret secret) {
        return slots.entrySet().stream()
                .filter(entry -> entry.getValue().heard(secret))
                .map(Map.Entry::getKey)
                .collect(Collectors.toUnmodifiableSet());
    }

    private void closeIdle() {
        var longAgo = clock.instant().minus(options.idleSession());
        slots.values().forEach(slot -> slot.closeIfIdleSince(longAgo));
    }

    @Override
    public void close() {
        slots.values().forEach(SessionSlot::close);
        slots.clear();
    }
}
