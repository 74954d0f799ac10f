package dev.butlerlabs.sim.tenant;

import dev.butlerlabs.core.embedded.identity.ServingIdentity;
import io.fabric8.kubernetes.api.model.Secret;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;

/**
 * The port and the certificates of a hosted API server. The certificates are in a Secret of the management cluster, as those of a real one: an API that
 * starts again, also after a restore of the management cluster, serves the same clients.
 */
record HostedApi(int port, ServingIdentity identity) {
    static final String SECRET_SUFFIX = "-api-server-certificate";

    private static final String CERTIFICATE = "apiserver.crt";
    private static final String KEY = "apiserver.key";
    private static final String AUTHORITY = "ca.crt";
    private static final String TOKEN = "token";

    static Optional<HostedApi> of(int port, Secret secret) {
        Map<String, String> data = secret.getData();
        if (data == null || !data.keySet().containsAll(content("", "", "", "").keySet())) {
            return Optional.empty();
        }
        return Optional.of(new HostedApi(
                port,
                new ServingIdentity(
                        decoded(data.get(CERTIFICATE)),
                        decoded(data.get(KEY)),
                        decoded(data.get(AUTHORITY)),
                        Optional.of(decoded(data.get(TOKEN))))));
    }

    /** Returns the values of the Secret. */
    Map<String, String> secretData() {
        return content(
                identity.certificate(),
                identity.key(),
                identity.authority(),
                identity.token().orElseThrow());
    }

    private static Map<String, String> content(String certificate, String key, String authority, String token) {
        return Map.of(
                CERTIFICATE,
                encoded(certificate),
                KEY,
                encoded(key),
                AUTHORITY,
                encoded(authority),
                TOKEN,
                encoded(token));
    }

    private static String encoded(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String decoded(String text) {
        return new String(Base64.getDecoder().decode(text), StandardCharsets.UTF_8);
    }
}
