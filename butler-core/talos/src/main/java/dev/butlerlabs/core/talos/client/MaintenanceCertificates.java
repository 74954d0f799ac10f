package dev.butlerlabs.core.talos.client;

import java.security.Provider;
import java.security.Security;

/**
 * Lets this process read the certificate of a machine in maintenance. Its issuer is empty, which the JDK refuses before any trust
 * decision can be made. TLS finds its certificate reader among the providers of the process, so the mending reader has to stand
 * there; it passes everything to the JDK's own reader and only looks at what that one refused.
 */
final class MaintenanceCertificates extends Provider {
    private static final long serialVersionUID = 1L;
    private static final String NAME = "ButlerMaintenanceCertificates";

    private MaintenanceCertificates() {
        super(NAME, "1.0", "Reads certificates whose issuer is empty");
        putService(new ReaderService(this));
    }

    /** Doing it again does nothing. */
    static synchronized void install() {
        if (Security.getProvider(NAME) == null) {
            Security.insertProviderAt(new MaintenanceCertificates(), 1);
        }
    }

    /** Makes the reader without reflection. */
    private static final class ReaderService extends Service {
        ReaderService(Provider provider) {
            super(
                    provider,
                    "CertificateFactory",
                    "X.509",
                    MendingCertificateFactory.class.getName(),
                    java.util.List.of("X509"),
                    null);
        }

        @Override
        public Object newInstance(Object parameter) {
            return new MendingCertificateFactory();
        }
    }
}
