package dev.butlerlabs.core.certificate;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.api.Annotations;
import dev.butlerlabs.core.api.ClusterBootstrap;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A rotation that has started. It is recorded on the ClusterBootstrap before its first effect, with the certificates that it replaces, so that a
 * repeated run knows which credentials are already renewed. Immutable.
 *
 * @param replaced the certificates by the credential that they belong to
 */
record RotationRecord(Map<ClientCredential, ReplacedCertificate> replaced) {
    private static final ObjectMapper JSON = new ObjectMapper();

    RotationRecord {
        replaced = Collections.unmodifiableMap(new EnumMap<>(replaced));
    }

    /** Returns the rotation that has not finished. */
    static Optional<RotationRecord> unfinished(ClusterBootstrap bootstrap) {
        return Optional.ofNullable(bootstrap.getMetadata().getAnnotations())
                .map(annotations -> annotations.get(Annotations.CERTIFICATE_ROTATION))
                .map(RotationRecord::parse);
    }

    static RotationRecord parse(String text) {
        try {
            JsonNode tree = JSON.readTree(text);
            Map<ClientCredential, ReplacedCertificate> replaced = new EnumMap<>(ClientCredential.class);
            for (ClientCredential credential : ClientCredential.values()) {
                JsonNode certificate = tree.path(credential.word());
                if (!certificate.isMissingNode()) {
                    replaced.put(
                            credential,
                            new ReplacedCertificate(
                                    certificate.path("serial").asText(),
                                    Instant.parse(certificate.path("notAfter").asText())));
                }
            }
            return new RotationRecord(replaced);
        } catch (JsonProcessingException | DateTimeException e) {
            throw new ButlerException(
                    ErrorCode.CONFLICT,
                    "The annotation %s of the ClusterBootstrap is not valid: %s"
                            .formatted(Annotations.CERTIFICATE_ROTATION, text),
                    "Remove the annotation and run the command again.");
        }
    }

    String text() {
        ObjectNode tree = JSON.createObjectNode();
        replaced.forEach((credential, certificate) -> tree.putObject(credential.word())
                .put("serial", certificate.serial())
                .put("notAfter", certificate.notAfter().toString()));
        return tree.toString();
    }

    /** @throws ButlerException if another command started the rotation */
    void requireSame(Set<ClientCredential> credentials) {
        if (!replaced.keySet().equals(credentials)) {
            throw new ButlerException(
                    ErrorCode.CONFLICT,
                    "Another rotation of certificates has not finished: %s.".formatted(command()),
                    "Run that command again to finish it.");
        }
    }

    private String command() {
        return replaced.size() == ClientCredential.values().length
                ? "butleradm certs rotate"
                : "butleradm certs rotate --only "
                        + replaced.keySet().iterator().next().word();
    }
}
