package dev.butlerlabs.core.provider.azure;

import dev.butlerlabs.core.api.ProviderConfigSpec;
import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.config.ConfigKeys;
import dev.butlerlabs.core.config.ConfigSection;
import dev.butlerlabs.core.config.ConfigSettings;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.provider.ConnectedInfrastructure;
import dev.butlerlabs.core.provider.Credentials;
import dev.butlerlabs.core.provider.InfrastructureProvider;
import dev.butlerlabs.core.provider.ProviderConnectionSettings;
import dev.butlerlabs.core.provider.ProviderProfile;
import dev.butlerlabs.core.provider.ProviderProfile.Addressing;
import dev.butlerlabs.core.provider.ProviderProfile.CredentialKey;
import dev.butlerlabs.core.provider.ProviderProfile.Hosting;
import dev.butlerlabs.core.provider.ProviderSectionValues;
import dev.butlerlabs.core.provider.rest.TlsContexts;
import java.security.cert.CertificateException;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;

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
                            AzureLogin.AUTHORITIES, false, "CA certificates of endpoint and authorityHost in PEM.")),
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
        given.find(AzureConfigKeys.CA_FILE)
                .filter(authorities -> !isUsable(authorities))
                .ifPresent(_ -> given.report(
                        AzureConfigKeys.CA_FILE,
                        "refers to a file without a valid certificate",
                        "use a file with certificates in PEM"));
        return section.problems().problems().size() == before
                ? Optional.of(AzureConfigKeys.split(given))
                : Optional.empty();
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
                settings, AzureLogin.of(settings.identity(), access.credentials()), tls(access.credentials()));
    }

    private static boolean isUsable(SensitiveText authorities) {
        try {
            TlsContexts.trusting(authorities.value());
            return true;
        } catch (CertificateException _) {
            return false;
        }
    }

    private static SSLContext tls(Credentials credentials) {
        Optional<SensitiveText> authorities = credentials.find(AzureLogin.AUTHORITIES);
        if (authorities.isEmpty()) {
            return TlsContexts.common();
        }
        try {
            return TlsContexts.trusting(authorities.get().value());
        } catch (CertificateException _) {
            throw new ButlerException(
                    ErrorCode.INVALID_INPUT,
                    "Invalid Azure credentials.",
                    "Set this key to certificates in PEM, or remove it.",
                    List.of(new InputProblem(AzureLogin.AUTHORITIES, "contains no valid certificate")),
                    null);
        }
    }
}
