package dev.butlerlabs.core.machine;

import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.boundary.ProviderAccessPolicy;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.machine.ProviderCredentials.Lookup;
import dev.butlerlabs.core.provider.InfrastructureProvider;
import dev.butlerlabs.core.provider.ProviderRegistry;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Secret;
import java.time.Instant;
import java.util.Optional;

/** Caches the connection of one ProviderConfig. Reads it again if it may have changed and reconnects if it has. Thread-safe. */
final class CachedProviderConnection {
    private static final ConnectionResult UNREAD =
            new ConnectionResult.Unknown("ProviderConfigUnread", "The ProviderConfig has not been read yet.");

    private final ObjectName name;
    private final ProviderConfigReader reader;
    private final ProviderRegistry providers;
    private final MachineOptions options;

    private Instant readAt = Instant.MIN;
    private Instant usedAt = Instant.MAX;
    private ConnectionResult last = UNREAD;
    private Optional<Version> version = Optional.empty();
    private Optional<ObjectName> secretName = Optional.empty();

    /**
     * The versions from which a connection was created. The generation is used, since the resourceVersion of a ProviderConfig changes with
     * every validation.
     */
    private record Version(String configUid, Long configGeneration, Optional<String> secretVersion) {}

    CachedProviderConnection(
            ObjectName name, ProviderConfigReader reader, ProviderRegistry providers, MachineOptions options) {
        this.name = name;
        this.reader = reader;
        this.providers = providers;
        this.options = options;
    }

    synchronized ConnectionResult open(Instant now) {
        usedAt = now;
        if (readAt.isBefore(now.minus(options.settingsAge()))) {
            replace(read());
            readAt = now;
        }
        return last;
    }

    private void replace(ConnectionResult next) {
        if (last instanceof ConnectionResult.Open open && !last.equals(next)) {
            open.session().retire();
        }
        last = next;
    }

    private ConnectionResult read() {
        Optional<ProviderConfig> config;
        try {
            config = reader.config(name);
        } catch (ButlerException e) {
            return new ConnectionResult.Unknown("ProviderConfigUnreadable", e.getMessage());
        }
        if (config.isEmpty()) {
            version = Optional.empty();
            return new ConnectionResult.Unknown(
                    "ProviderConfigMissing",
                    "ProviderConfig %s not found. Waiting for it to be created.".formatted(name));
        }
        String provider = config.get().getSpec().provider();
        return providers
                .find(provider)
                .map(found -> ProviderNamespacePolicy.check(found, config.get())
                        .<ConnectionResult>map(ConnectionResult.Refused::new)
                        .orElseGet(() -> connect(found, config.get())))
                .orElseGet(() -> new ConnectionResult.Foreign(provider));
    }

    private ConnectionResult connect(InfrastructureProvider provider, ProviderConfig config) {
        secretName = ProviderCredentials.secretName(config);
        try {
            return switch (reader.credentials().of(config)) {
                case Lookup.NotNeeded notNeeded -> reuseOrConnect(provider, config, Optional.empty());
                case Lookup.Found found -> reuseOrConnect(provider, config, Optional.of(found.secret()));
                case Lookup.Missing missing ->
                    new ConnectionResult.Unusable(
                            "CredentialsMissing",
                            "Waiting for Secret %s with the credentials of ProviderConfig %s."
                                    .formatted(missing.name(), name));
                case Lookup.Refused refused -> new ConnectionResult.Refused(refused.refusal());
            };
        } catch (ButlerException e) {
            return new ConnectionResult.Unusable("CredentialsUnreadable", e.getMessage());
        }
    }

    private ConnectionResult reuseOrConnect(
            InfrastructureProvider provider, ProviderConfig config, Optional<Secret> secret) {
        Version now = version(config, secret);
        if (last instanceof ConnectionResult.Open && version.equals(Optional.of(now))) {
            return last;
        }
        version = Optional.of(now);
        return connect(provider, config, secret);
    }

    private ConnectionResult connect(InfrastructureProvider provider, ProviderConfig config, Optional<Secret> secret) {
        try {
            return new ConnectionResult.Open(
                    new ProviderConnection(
                            provider.profile(),
                            provider.connect(reader.access(config, secret)),
                            options.callsAtOnce(),
                            options.callPatience()),
                    ProviderAccessPolicy.onlyTeam(config));
        } catch (ButlerException e) {
            return new ConnectionResult.Unusable(
                    "InvalidConfiguration",
                    "Cannot use ProviderConfig %s: %s".formatted(name, FailureMessages.whole(e)));
        }
    }

    private static Version version(ProviderConfig config, Optional<Secret> secret) {
        return new Version(
                config.getMetadata().getUid(),
                config.getMetadata().getGeneration(),
                secret.map(CachedProviderConnection::resourceVersion));
    }

    private static String resourceVersion(HasMetadata object) {
        return object.getMetadata().getUid() + "/" + object.getMetadata().getResourceVersion();
    }

    /** Handles an observed ProviderConfig: if it differs from the cached one, it is read again before the next use. */
    synchronized void heard(ProviderConfig config) {
        boolean known = version.filter(now -> now.configUid()
                                .equals(config.getMetadata().getUid())
                        && now.configGeneration().equals(config.getMetadata().getGeneration()))
                .isPresent();
        if (!known) {
            readAt = Instant.MIN;
        }
    }

    /** Handles an observed Secret: if it contains the credentials, it is read again before the next use. */
    synchronized boolean heard(Secret secret) {
        boolean concerned = secretName.equals(Optional.of(ObjectName.from(secret)));
        if (concerned) {
            readAt = Instant.MIN;
        }
        return concerned;
    }

    synchronized void closeIfIdleSince(Instant longAgo) {
        if (usedAt.isBefore(longAgo)) {
            close();
        }
    }

    synchronized void close() {
        replace(UNREAD);
        version = Optional.empty();
        readAt = Instant.MIN;
    }
}
