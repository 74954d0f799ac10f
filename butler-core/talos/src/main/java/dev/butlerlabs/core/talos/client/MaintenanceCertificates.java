package dev.butlerlabs.core.talos.client;

import java.security.Provider;
import java.security.Security;

/**
 * Makes this process accept the certificate of a machine in maintenance mode. Its issuer is empty, which the JDK rejects before
 * any trust decision. TLS uses the certificate factory of the first security provider, so this provider is registered there. It
 * delegates to the factory of the JDK and handles only certificates that the JDK rejects.
 */
final class MaintenanceCertificates extends Provider {
    private static final long serialVersionUID = 1L;
    private static final String NAME = "ButlerMaintenanceCertificates";

    private MaintenanceCertificates() {
        super(NAME, "1.0", "Reads certificates whose issuer is empty");
        putService(new ReaderService(this));
    }

    /** Registers the provider. Idempotent. */
    static synchronized void install() {
        if (Security.getProvider(NAME) == null) {
            Security.insertProviderAt(new MaintenanceCertificates(), 1);
        }
    }

    /** Creates the factory without reflection. */
    private static final class ReaderService extends Service {
        ReaderService(Provider provider) {
            super(
                    provider,
                    "CertificateFactory",
                    "X.509",
                    EmptyIssuerCertificateFactory.class.getName(),
                    java.util.List.of("X509"),
                    null);
        }

        @Override
        public Object newInstance(Object parameter) {
            return new EmptyIssuerCertificateFactory();
        }
    }
}
