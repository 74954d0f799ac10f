package dev.butlerlabs.core.provider.proxmox;

import dev.butlerlabs.core.config.ConfigKeys;
import dev.butlerlabs.core.config.ConfigSection;
import dev.butlerlabs.core.config.ConfigSettings;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.error.InputProblem;
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
import dev.butlerlabs.core.provider.rest.RestAuthentication;
import dev.butlerlabs.core.provider.rest.RestClientOptions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/** The provider for Proxmox VE. */
public final class ProxmoxProvider implements InfrastructureProvider {
    /** A node that does not respond lets the API wait for 30 s. */
    private static final Duration TIMEOUT = Duration.ofSeconds(45);

    /**
     * Proxmox accepts user data only as a file on a node, which the API cannot create. A static address is bound to the machine by
     * the cloud-init drive, whose network configuration the nocloud image of Talos reads at every boot.
     */
    private static final ProviderProfile PROFILE = new ProviderProfile(
            "proxmox",
            "Proxmox VE",
            Hosting.ON_PREMISES,
            "nocloud",
            Optional.empty(),
            "/dev/sda",
            false,
            List.of(
                    new CredentialKey(ProxmoxLogin.TOKEN, false, "API token, user@realm!name=secret."),
                    new CredentialKey(ProxmoxLogin.USERNAME, false, "User with its realm, instead of a token."),
                    new CredentialKey(ProxmoxLogin.PASSWORD, false, "Password of the user."),
                    new CredentialKey(CaCertificates.KEY, false, "CA certificates of the API in PEM.")),
            50,
            Addressing.BOUND);

    @Override
    public Optional<SettingsDiscovery> discovery() {
        return Optional.of(new ProxmoxDiscovery());
    }

    @Override
    public ProviderProfile profile() {
        return PROFILE;
    }

    @Override
    public ConfigKeys keys() {
        return ProxmoxConfigKeys.IN_A_FILE;
    }

    /** Proxmox VE cannot decompress a disk image. */
    @Override
    public Optional<ImageArtifact> image() {
        return Optional.of(new ImageArtifact(PROFILE.talosPlatform(), "qcow2"));
    }

    @Override
    public Optional<ProviderSectionValues> read(ConfigSection section) {
        int before = section.problems().problems().size();
        ConfigSettings settings = section.read(ProxmoxConfigKeys.IN_A_FILE);
        Optional<ProxmoxEndpoint> endpoint = ProxmoxEndpoint.read(settings);
        ProxmoxSectionReader.validate(settings);
        CaCertificates.validate(settings, ProxmoxConfigKeys.CA_FILE);
        if (settings.find(ProxmoxConfigKeys.INSECURE).orElse(false)) {
            settings.warn(ProxmoxConfigKeys.INSECURE, "disables certificate verification", "specify the CA in caFile");
        }
        return endpoint.isPresent() && section.problems().problems().size() == before
                ? Optional.of(ProxmoxSectionReader.of(settings))
                : Optional.empty();
    }

    @Override
    public ConnectedInfrastructure connect(ProviderConnectionSettings access) {
        ConfigSettings section = access.section().read(ProxmoxConfigKeys.IN_A_RESOURCE);
        Optional<ProxmoxEndpoint> endpoint = ProxmoxEndpoint.read(section);
        if (endpoint.isEmpty() || !access.section().problems().isEmpty()) {
            throw ButlerException.invalid(
                    "Invalid Proxmox settings.", access.section().problems().problems());
        }
        ProxmoxSettings settings = ProxmoxSettings.of(section);
        if (settings.ids().isEmpty()) {
            throw new ButlerException(
                    ErrorCode.INVALID_INPUT,
                    "Invalid Proxmox settings.",
                    "Use a range of at least one VM ID.",
                    List.of(new InputProblem("vmidRange.end", "is less than vmidRange.start")),
                    null);
        }
        SSLContext tls = CaCertificates.tls(section.get(ProxmoxConfigKeys.INSECURE), access.credentials(), "Proxmox");
        RestClientOptions options = RestClientOptions.withTimeout(TIMEOUT);
        RestAuthentication login = ProxmoxLogin.of(access.credentials(), endpoint.get(), tls, options);
        return new ProxmoxConnection(new ProxmoxClient(endpoint.get(), login, tls, options), settings);
    }
}
