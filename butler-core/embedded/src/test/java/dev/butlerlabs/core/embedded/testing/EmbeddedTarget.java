package dev.butlerlabs.core.embedded.testing;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.butlerlabs.core.embedded.EmbeddedApiServer;
import dev.butlerlabs.core.testing.apiserver.ApiServerTarget;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** The embedded API as a target: everything a test needs stands in the kubeconfig it hands out. */
public final class EmbeddedTarget {

    private EmbeddedTarget() {}

    public static ApiServerTarget of(EmbeddedApiServer server) {
        JsonNode kubeconfig = read(server.kubeconfig());
        String authority =
                kubeconfig.at("/clusters/0/cluster/certificate-authority-data").asText();
        String token = kubeconfig.at("/users/0/user/token").asText();
        String pem = new String(Base64.getDecoder().decode(authority), StandardCharsets.US_ASCII);
        return new ApiServerTarget("embedded API", server.uri(), token, pem);
    }

    private static JsonNode read(String kubeconfig) {
        try {
            return new YAMLMapper().readTree(kubeconfig);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("the embedded API hands out a kubeconfig that is no YAML", e);
        }
    }
}
