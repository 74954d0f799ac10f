package dev.butlerlabs.core.provider.gcp;

import dev.butlerlabs.core.api.ProviderConfigSpec;
import dev.butlerlabs.core.config.ConfigKeys;
import dev.butlerlabs.core.config.ConfigSection;
import dev.butlerlabs.core.config.ConfigSettings;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.provider.ConnectedInfrastructure;
import dev.butlerlabs.core.provider.Credentials;
import dev.butlerlabs.core.provider.ImageArtifact;
import dev.butlerlabs.core.provider.InfrastructureProvider;
import dev.butlerlabs.core.provider.ProviderConnectionSettings;
import dev.butlerlabs.core.provider.ProviderProfile;
import dev.butlerlabs.core.provider.ProviderProfile.Addressing;
import dev.butlerlabs.core.provider.ProviderProfile.CredentialKey;
import dev.butlerlabs.core.provider.ProviderProfile.Hosting;
import dev.butlerlabs.core.provider.ProviderSectionValues;
import dev.butlerlabs.core.provider.discovery.SettingsDiscovery;
import java.net.URI;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/** The provider for Google Compute Engine. */
public final class GcpProvider implements InfrastructureProvider {
    static final String SERVICE_ACCOUNT_KEY = "serviceAccountKey";

    private static final String METADATA_SERVER = "http://metadata.google.internal";

    private static final ProviderProfile PROFILE = new ProviderProfile(
            "gcp",
            "Google Cloud",
            Hosting.CLOUD,
            "gcp",
            Optional.empty(),
            "/dev/sda",
            true,
            List.of(new CredentialKey(SERVICE_ACCOUNT_KEY, false, "JSON key of a service account.")),
            GcpLoadBalancerNames.LONGEST_CLUSTER_NAME,
            Addressing.REFUSED,
            true);

    @Override
    public Optional<SettingsDiscovery> discovery() {
        return Optional.of(new GcpDiscovery());
    }

    @Override
    public ProviderProfile profile() {
        return PROFILE;
    }

    @Override
    public ConfigKeys keys() {
        return GcpBootstrapConfigKeys.KEYS;
    }

    @Override
    public Optional<ProviderSectionValues> read(ConfigSection section) {
        return GcpBootstrapConfigKeys.read(
                section.read(GcpBootstrapConfigKeys.KEYS), ApplicationDefaultCredentials.ofThisProcess());
    }

    /** Compute Engine imports images from Cloud Storage only. */
    @Override
    public Optional<ImageArtifact> image() {
        return Optional.of(new ImageArtifact("gcp", "raw.tar.gz", true));
    }

    /** A connection through the metadata server has the permissions of Butler. */
    @Override
    public boolean isForPlatformOnly(ProviderConfigSpec spec) {
        return spec.gcp() != null && spec.gcp().tokenSource() == ProviderConfigSpec.Gcp.TokenSource.METADATA;
    }

    @Override
    public ConnectedInfrastructure connect(ProviderConnectionSettings access) {
        ConfigSettings given = access.section().read(GcpSettingsKeys.KEYS);
        GcpSettingsKeys.check(given);
        if (!access.section().problems().isEmpty()) {
            throw ButlerException.invalid(
                    "Invalid Google Cloud settings.",
                    access.section().problems().problems());
        }
        GcpSettings settings = GcpSettingsKeys.settings(given);
        return new GcpConnection(
                settings,
                authentication(given.get(GcpSettingsKeys.TOKEN_SOURCE), access.credentials()),
                Clock.systemUTC());
    }

    static GoogleAuthentication authentication(String tokenSource, Credentials credentials) {
        Clock clock = Clock.systemUTC();
        if (tokenSource.equals(GcpSettingsKeys.METADATA)) {
            String host = System.getenv("GCE_METADATA_HOST");
            return GoogleAuthentication.ofMachine(
                    URI.create(host == null || host.isBlank() ? METADATA_SERVER : "http://" + host), clock);
        }
        GoogleCredentials parsed = GoogleCredentials.parse(credentials.require(SERVICE_ACCOUNT_KEY));
        return tokenSource.equals(GcpSettingsKeys.EXCHANGE)
                ? GoogleAuthentication.exchanged(parsed, clock)
                : GoogleAuthentication.selfSigned(parsed, clock);
    }
}
