package dev.butlerlabs.core.provider.rest;

import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.config.ConfigKey;
import dev.butlerlabs.core.config.ConfigSettings;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.provider.Credentials;
import java.security.cert.CertificateException;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/** The CA certificates of an infrastructure, in its credentials or in a file that a bootstrap file names. */
public final class CaCertificates {
    /** The key in the credentials. */
    public static final String KEY = "ca.pem";

    private CaCertificates() {}

    /** Reports a problem if the file contains no valid certificate. */
    public static void validate(ConfigSettings settings, ConfigKey<SensitiveText> file) {
        settings.find(file)
                .filter(authorities -> trusting(authorities).isEmpty())
                .ifPresent(_ -> settings.report(
                        file, "refers to a file without a valid certificate", "use a file with certificates in PEM"));
    }

    /**
     * Returns a context that trusts the certificates in the credentials, or those of the JDK without any.
     *
     * @param insecure whether every server is trusted
     * @param provider title of the provider in messages
     * @throws ButlerException with INVALID_INPUT if the credentials contain no valid certificate
     */
    public static SSLContext tls(boolean insecure, Credentials credentials, String provider) {
        if (insecure) {
            return TlsContexts.trustingAnybody();
        }
        return credentials
                .find(KEY)
                .map(authorities -> trusting(authorities).orElseThrow(() -> invalid(provider)))
                .orElseGet(TlsContexts::common);
    }

    private static Optional<SSLContext> trusting(SensitiveText authorities) {
        try {
            return Optional.of(TlsContexts.trusting(authorities.value()));
        } catch (CertificateException _) {
            return Optional.empty();
        }
    }

    private static ButlerException invalid(String provider) {
        return new ButlerException(
                ErrorCode.INVALID_INPUT,
                "Invalid %s credentials.".formatted(provider),
                "Set this key to certificates in PEM, or remove it.",
                List.of(new InputProblem(KEY, "contains no valid certificate")),
                null);
    }
}
