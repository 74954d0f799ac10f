package dev.butlerlabs.core.support;

import dev.butlerlabs.core.kube.KubeErrorMapper;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads the values of Secrets, only to recognize them in the texts of a bundle. */
public final class ClusterSecretReader {
    /** Values of these keys are not secret, and occur in many texts. */
    private static final Set<String> PUBLIC_KEYS = Set.of(
            "namespace",
            "username",
            "user",
            "name",
            "endpoint",
            "url",
            "server",
            "region",
            "type",
            "port",
            "ca.crt",
            "tls.crt",
            "ca",
            "project",
            "zone",
            "location");

    private static final String HELM = "helm.sh/release.v1";

    private final KubernetesClient client;

    public ClusterSecretReader(KubernetesClient client) {
        this.client = client;
    }

    /**
     * Returns the values of all Secrets, except public ones and the records of Helm.
     *
     * @throws dev.butlerlabs.core.error.ButlerException if the Secrets cannot be listed
     */
    public List<String> values() {
        List<Secret> secrets = KubeErrorMapper.translating(
                "listing the Secrets",
                () -> client.secrets().inAnyNamespace().list().getItems());
        List<String> values = new ArrayList<>();
        secrets.stream()
                .filter(secret -> !HELM.equals(secret.getType()))
                .forEach(secret -> Optional.ofNullable(secret.getData())
                        .orElse(Map.of())
                        .forEach((key, value) -> {
                            if (!PUBLIC_KEYS.contains(key)) {
                                values.add(decoded(value));
                            }
                        }));
        return values;
    }

    private static String decoded(String value) {
        try {
            return new String(Base64.getMimeDecoder().decode(value), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException _) {
            return value;
        }
    }
}
