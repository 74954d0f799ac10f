package dev.butlerlabs.core.provider.gcp;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.api.ExtraDisk;
import dev.butlerlabs.core.api.MachineRole;
import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.config.ConfigSection;
import dev.butlerlabs.core.config.ProblemCollector;
import dev.butlerlabs.core.provider.MachineId;
import dev.butlerlabs.core.provider.MachineSpec;
import dev.butlerlabs.core.provider.MachineSpecBuilder;
import dev.butlerlabs.core.provider.OwnerId;
import dev.butlerlabs.core.provider.rest.JsonDocument;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Machines, settings and keys for tests. */
final class GcpSpecs {
    static final MachineId CP_0 = new MachineId("demo-cp-0", new OwnerId("owner-1"));
    static final KeyPair KEYS = keys();

    private GcpSpecs() {}

    private static KeyPair keys() {
        try {
            return KeyPairGenerator.getInstance("RSA").generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    static MachineSpec machine(MachineRole role) {
        return MachineSpecBuilder.builder()
                .id(CP_0)
                .role(role)
                .cpu(4)
                .memoryMiB(8192)
                .diskGiB(50)
                .extraDisks(List.of(new ExtraDisk(10, "pd-ssd")))
                .image(Optional.empty())
                .userData(Optional.of(new SensitiveText("machine: canary")))
                .networkData(Optional.empty())
                .zone(Optional.empty())
                .labels(Map.of("butler.butlerlabs.dev/Role", "Control.Plane", "9lives", "x"))
                .build();
    }

    static GcpSettings settings(Map<String, Object> more) {
        Map<String, Object> tree =
                new HashMap<>(Map.of("projectID", "my-project", "region", "europe-west3", "image", "talos"));
        tree.putAll(more);
        ConfigSection section = ConfigSection.of("spec.gcp", tree, new ProblemCollector());
        return GcpSettingsKeys.settings(section.read(GcpSettingsKeys.KEYS));
    }

    static SensitiveText key(Map<String, String> changed) {
        Map<String, String> fields = new HashMap<>(Map.of(
                "type", "service_account",
                "client_email", "butler@my-project.iam.gserviceaccount.com",
                "private_key_id", "key-1",
                "private_key",
                        "-----BEGIN PRIVATE KEY-----\n"
                                + Base64.getMimeEncoder()
                                        .encodeToString(KEYS.getPrivate().getEncoded())
                                + "\n-----END PRIVATE KEY-----\n",
                "token_uri", "https://oauth2.googleapis.com/token"));
        fields.putAll(changed);
        var json = JsonDocument.object();
        fields.forEach(json::put);
        return new SensitiveText(new String(JsonDocument.bytes(json), StandardCharsets.UTF_8));
    }

    static JsonNode json(String text) {
        return JsonDocument.read(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8))
                .orElseThrow();
    }
}
