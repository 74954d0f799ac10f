package dev.butlerlabs.core.testing.apiserver;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** A target as a kubeconfig, the form in which other programs learn of it. */
public final class TestKubeconfig {

    private TestKubeconfig() {}

    /** Carries the token, so write it to private files only. */
    public static String of(ApiServerTarget target) {
        String authority =
                Base64.getEncoder().encodeToString(target.authorityPem().getBytes(StandardCharsets.US_ASCII));
        return """
                apiVersion: v1
                kind: Config
                clusters:
                - name: target
                  cluster: {server: "%s", certificate-authority-data: %s}
                users:
                - name: tester
                  user: {token: "%s"}
                contexts:
                - name: target
                  context: {cluster: target, user: tester}
                current-context: target
                """.formatted(target.server(), authority, target.token());
    }
}
