package dev.butlerlabs.core.talos.testing;

import dev.butlerlabs.core.talos.secrets.SecretsBundle;
import dev.butlerlabs.core.talos.secrets.SecretsGenerator;
import dev.butlerlabs.core.version.VersionContract;
import java.security.SecureRandom;
import java.time.Clock;

/** Generates secrets for tests. All of them share one RSA key for service accounts, because generating one takes seconds. */
public final class FreshSecrets {
    private static final SecretsGenerator GENERATOR = new SecretsGenerator(new SecureRandom(), Clock.systemUTC());
    private static final String SERVICE_ACCOUNT_KEY = GENERATOR.serviceAccountKey();

    private FreshSecrets() {}

    /** Generates secrets that differ in each call, except for the service account key. */
    public static SecretsBundle generate(VersionContract contract) {
        return GENERATOR.generate(contract, SERVICE_ACCOUNT_KEY);
    }
}
