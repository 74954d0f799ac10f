package dev.butlerlabs.core.provider.aws;

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
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/** The provider for Amazon EC2. */
public final class AwsProvider implements InfrastructureProvider {
    private static final ProviderProfile PROFILE = new ProviderProfile(
            "aws",
            "Amazon EC2",
            Hosting.CLOUD,
            "aws",
            Optional.empty(),
            "/dev/xvda",
            true,
            List.of(
                    new CredentialKey(AwsClients.ACCESS_KEY_ID, true, "Access key ID."),
                    new CredentialKey(AwsClients.SECRET_ACCESS_KEY, true, "Secret access key."),
                    new CredentialKey(AwsClients.SESSION_TOKEN, false, "Session token of temporary credentials.")),
            LoadBalancerNames.LONGEST_CLUSTER_NAME,
            Addressing.REFUSED);

    @Override
    public Optional<SettingsDiscovery> discovery() {
        return Optional.of(new AwsDiscovery());
    }

    @Override
    public ProviderProfile profile() {
        return PROFILE;
    }

    /** The JDK decompresses gzip, but not the other compressions of the image factory. */
    @Override
    public Optional<ImageArtifact> image() {
        return Optional.of(new ImageArtifact(PROFILE.talosPlatform(), "raw.gz", true));
    }

    @Override
    public ConfigKeys keys() {
        return AwsBootstrapConfigKeys.KEYS;
    }

    @Override
    public Optional<ProviderSectionValues> read(ConfigSection section) {
        return AwsBootstrapConfigKeys.read(section.read(AwsBootstrapConfigKeys.KEYS));
    }

    @Override
    public ConnectedInfrastructure connect(ProviderConnectionSettings access) {
        ConfigSettings given = access.section().read(AwsSettingsKeys.KEYS);
        if (!access.section().problems().isEmpty()) {
            throw ButlerException.invalid(
                    "Invalid AWS settings.", access.section().problems().problems());
        }
        Credentials credentials = access.credentials();
        credentials.require(AwsClients.ACCESS_KEY_ID);
        credentials.require(AwsClients.SECRET_ACCESS_KEY);
        AwsSettings settings = AwsSettingsKeys.settings(given);
        return new AwsAccount(settings, AwsClients.connect(settings, credentials), Clock.systemUTC());
    }
}
