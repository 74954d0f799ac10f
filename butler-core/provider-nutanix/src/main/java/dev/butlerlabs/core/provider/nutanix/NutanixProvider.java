package dev.butlerlabs.core.provider.nutanix;

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
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/** The provider for Nutanix AHV, with the v3 API of Prism Central. */
public final class NutanixProvider implements InfrastructureProvider {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final String USERNAME = "username";
    private static final String PASSWORD = "password";

    /** Prism provides user data on a config drive, which the OpenStack image of Talos reads, but not the nocloud image. */
    private static final ProviderProfile PROFILE = new ProviderProfile(
            "nutanix",
            "Nutanix",
            Hosting.ON_PREMISES,
            "openstack",
            Optional.of("ens3"),
            "/dev/sda",
            true,
            List.of(
                    new CredentialKey(USERNAME, true, "User of Prism Central."),
                    new CredentialKey(PASSWORD, true, "Password of the user."),
                    new CredentialKey(CaCertificates.KEY, false, "CA certificates of Prism Central in PEM.")),
            50,
            Addressing.BOUND);

    @Override
    public Optional<SettingsDiscovery> discovery() {
        return Optional.of(new NutanixDiscovery());
    }

    @Override
    public ProviderProfile profile() {
        return PROFILE;
    }

    @Override
    public Optional<ImageArtifact> image() {
        return Optional.of(new ImageArtifact(PROFILE.talosPlatform(), "qcow2"));
    }

    @Override
    public ConfigKeys keys() {
        return NutanixConfigKeys.IN_A_FILE;
    }

    @Override
    public Optional<ProviderSectionValues> read(ConfigSection section) {
        int before = section.problems().problems().size();
        ConfigSettings settings = section.read(NutanixConfigKeys.IN_A_FILE);
        Optional<PrismEndpoint> endpoint = PrismEndpoint.read(settings);
        CaCertificates.validate(settings, NutanixConfigKeys.CA_FILE);
        if (settings.find(NutanixConfigKeys.INSECURE).orElse(false)) {
            settings.warn(NutanixConfigKeys.INSECURE, "disables certificate verification", "specify the CA in caFile");
        }
        return endpoint.isPresent() && section.problems().problems().size() == before
                ? Optional.of(BootstrapSectionReader.of(settings))
                : Optional.empty();
    }

    @Override
    public ConnectedInfrastructure connect(ProviderConnectionSettings access) {
        ConfigSettings settings = access.section().read(NutanixConfigKeys.IN_A_RESOURCE);
        Optional<PrismEndpoint> endpoint = PrismEndpoint.read(settings);
        if (endpoint.isEmpty() || !access.section().problems().isEmpty()) {
            throw ButlerException.invalid(
                    "Invalid Nutanix settings.", access.section().problems().problems());
        }
        PrismLogin login = new PrismLogin(
                access.credentials().require(USERNAME), access.credentials().require(PASSWORD));
        SSLContext tls =
                CaCertificates.tls(settings.get(NutanixConfigKeys.INSECURE), access.credentials(), PROFILE.title());
        return new PrismCentralConnection(
                new PrismClient(endpoint.get(), login, tls, TIMEOUT), NutanixSettings.of(settings));
    }
}
