package dev.butlerlabs.core.provider.azure;

import dev.butlerlabs.core.api.ProviderConfigSpec;
import dev.butlerlabs.core.config.ConfigKeys;
import dev.butlerlabs.core.config.ConfigSection;
import dev.butlerlabs.core.config.ConfigSettings;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.provider.ConnectedInfrastructure;
import dev.butlerlabs.core.provider.ImageArtifact;
import dev.butlerlabs.core.provider.InfrastructureProvider;
import dev.butlerlabs.core.provider.ProviderConnectionSettings;
import dev.butlerlabs.core.provider.ProviderProfile;
import dev.butlerlabs.core.provider.ProviderProfile.Addressing;
import dev.butlerlabs.core.provider.ProviderProfile.CredentialKey;
import dev.butlerlabs.core.provider.ProviderProfile.Hosting;
import dev.butlerlabs.core.provider.ProviderSectionValues;
import dev.butlerlabs.core.provider.discovery.SettingsDiscovery;
import dev.butlerlabs.core.provider.rest.CaCertificates;
import java.util.List;
import java.util.Optional;

/** The provider for Microsoft Azure. */
public final class AzureProvider implements InfrastructureProvider {
    private static final int LONGEST_CLUSTER_NAME = 50;
    private static final ProviderProfile PROFILE = new ProviderProfile(
            "azure",
            "Microsoft Azure",
            Hosting.CLOUD,
            "azure",
            Optional.empty(),
            "/dev/sda",
            true,
            List.of(
                    new CredentialKey(AzureLogin.TENANT, true, "Tenant of Microsoft Entra ID."),
                    new CredentialKey(AzureLogin.CLIENT, true, "Client ID of the application."),
                    new CredentialKey(AzureLogin.SECRET, false, "Client secret of the application."),
                    new CredentialKey(
                            CaCertificates.KEY, false, "CA certificates of endpoint and authorityHost in PEM.")),
            LONGEST_CLUSTER_NAME,
            Addressing.REFUSED);

    private final AzureConnector connector;

    public AzureProvider() {
        this(AzureConnector.ofThisProcess());
    }

    AzureProvider(AzureConnector connector) {
        this.connector = connector;
    }

    @Override
    public Optional<SettingsDiscovery> discovery() {
        return Optional.of(new AzureDiscovery(connector));
    }

    @Override
    public ProviderProfile profile() {
        return PROFILE;
    }

    @Override
    public ConfigKeys keys() {
        return AzureConfigKeys.IN_A_FILE;
    }

    @Override
    public Optional<ProviderSectionValues> read(ConfigSection section) {
        int before = section.problems().problems().size();
        ConfigSettings given = section.read(AzureConfigKeys.IN_A_FILE);
        AzureConfigKeys.validate(given);
        AzureConfigKeys.validateFile(given);
        CaCertificates.validate(given, AzureConfigKeys.CA_FILE);
        return section.problems().problems().size() == before
                ? Optional.of(AzureConfigKeys.split(given))
                : Optional.empty();
    }

    /** Azure creates images from disks that Butler uploads. */
    @Override
    public Optional<ImageArtifact> image() {
        return Optional.of(new ImageArtifact("azure", "vhd.gz", true));
    }

    /** An identity of this process has the permissions of Butler, not those of the author of the ProviderConfig. */
    @Override
    public boolean isForPlatformOnly(ProviderConfigSpec spec) {
        return AzureIdentity.isOfThisProcess(spec);
    }

    @Override
    public ConnectedInfrastructure connect(ProviderConnectionSettings access) {
        ConfigSettings given = access.section().read(AzureConfigKeys.IN_A_RESOURCE);
        AzureConfigKeys.validate(given);
        if (!access.section().problems().isEmpty()) {
            throw ButlerException.invalid(
                    "Invalid Azure settings.", access.section().problems().problems());
        }
        AzureSettings settings = AzureConfigKeys.settings(given);
        return connector.connect(
                settings,
                AzureLogin.of(settings.identity(), access.credentials()),
                CaCertificates.tls(false, access.credentials(), PROFILE.title()));
    }
}
