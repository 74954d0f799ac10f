package dev.butlerlabs.core.talos.client;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.pem.PemFormatException;
import dev.butlerlabs.core.talos.secrets.CertificateAndKey;
import dev.butlerlabs.core.talos.secrets.CertificateDetails;
import dev.butlerlabs.core.talos.yaml.YamlReader;
import dev.butlerlabs.core.talos.yaml.YamlWriter;
import dev.butlerlabs.core.tree.UntypedTree;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Reads and changes the current context of a talosconfig. Other contexts and unknown fields are preserved. Immutable; {@link #toString} contains
 * no credentials.
 *
 * @param source name for messages
 * @param text the whole talosconfig
 */
public record TalosconfigEditor(String source, String text) {
    public TalosconfigEditor {
        Objects.requireNonNull(source, "source");
        Objects.requireNonNull(text, "text");
    }

    /**
     * Returns the client certificate.
     *
     * @throws ButlerException if it is not a valid talosconfig
     */
    public CertificateDetails certificate() {
        try {
            return CertificateDetails.of(ClientConfiguration.parse(source, text)
                    .context(Optional.empty())
                    .credentials()
                    .certificate());
        } catch (PemFormatException e) {
            throw new ButlerException(
                    ErrorCode.INVALID_INPUT, "The certificate of %s %s.".formatted(source, e.getMessage()), e);
        }
    }

    /** Returns whether both trust the same CA, so that they belong to the same cluster. */
    public boolean hasSameAuthority(TalosconfigEditor other) {
        return authority().strip().equals(other.authority().strip());
    }

    /** Returns the CA that the client trusts, as PEM. */
    public String authority() {
        return decoded("ca");
    }

    /** Returns the client certificate and its key. */
    public CertificateAndKey client() {
        return new CertificateAndKey(decoded("crt"), decoded("key"));
    }

    /**
     * Returns the talosconfig with another client certificate and CA.
     *
     * @param authority PEM of the CA of the machines
     */
    public String with(CertificateAndKey client, String authority) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("ca", encoded(authority));
        fields.put("crt", encoded(client.certificate()));
        fields.put("key", encoded(client.key()));
        return with(fields);
    }

    /**
     * Returns the talosconfig with other machines.
     *
     * @param endpoints where clients connect to
     * @param nodes default target machines
     */
    public String withMachines(List<String> endpoints, List<String> nodes) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("endpoints", new ArrayList<>(endpoints));
        fields.put("nodes", new ArrayList<>(nodes));
        return with(fields);
    }

    private String with(Map<String, Object> fields) {
        Map<String, Object> context = context().copy();
        context.putAll(fields);
        Map<String, Object> contexts = document().entry("contexts").copy();
        contexts.put(name(), context);
        Map<String, Object> result = document().copy();
        result.put("contexts", contexts);
        return YamlWriter.write(result);
    }

    private UntypedTree document() {
        return UntypedTree.of(YamlReader.documents(source, text).getFirst());
    }

    private String name() {
        return document().anyText("context");
    }

    private UntypedTree context() {
        return document().entry("contexts").entry(name());
    }

    private String decoded(String field) {
        return new String(Base64.getMimeDecoder().decode(context().anyText(field)), StandardCharsets.UTF_8);
    }

    private static String encoded(String pem) {
        return Base64.getEncoder().encodeToString(pem.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public String toString() {
        return "TalosconfigEditor[" + source + "]";
    }
}
