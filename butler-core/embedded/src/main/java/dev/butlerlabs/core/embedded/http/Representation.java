package dev.butlerlabs.core.embedded.http;

import dev.butlerlabs.core.embedded.json.BodyFormat;
import dev.butlerlabs.core.embedded.status.ApiException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** The encoding and form of a response that a client requested. */
public record Representation(BodyFormat format, Form form) {
    public static final List<String> MEDIA_TYPES = List.of("application/json", "application/yaml");

    private static final List<String> TABLE_VERSIONS = List.of("v1", "v1beta1");

    /** The forms of an object in a response. */
    public enum Form {
        OBJECT,
        TABLE,
        PARTIAL,
        PARTIAL_LIST
    }

    public Representation {
        Objects.requireNonNull(format, "format");
        Objects.requireNonNull(form, "form");
    }

    /** Returns the first clause of an Accept header that this server supports. */
    public static Representation negotiate(String accept) {
        if (accept.isBlank()) {
            return new Representation(BodyFormat.JSON, Form.OBJECT);
        }
        for (String clause : accept.split(",", -1)) {
            Optional<Representation> served = serve(clause);
            if (served.isPresent()) {
                return served.get();
            }
        }
        throw ApiException.notAcceptable(MEDIA_TYPES);
    }

    /** Whether objects are sent exactly as they are stored. */
    public boolean isStored() {
        return format == BodyFormat.JSON && form == Form.OBJECT;
    }

    public String contentType() {
        return format.mediaType();
    }

    private static Optional<Representation> serve(String clause) {
        String[] parts = clause.strip().split(";", -1);
        Map<String, String> parameters = new HashMap<>();
        for (int i = 1; i < parts.length; i++) {
            String[] pair = parts[i].strip().split("=", 2);
            parameters.put(pair[0].strip(), pair.length > 1 ? pair[1].strip() : "");
        }
        return format(parts[0].strip().toLowerCase(Locale.ROOT))
                .flatMap(format -> form(parameters).map(form -> new Representation(format, form)));
    }

    private static Optional<BodyFormat> format(String type) {
        return switch (type) {
            case "application/json", "application/*", "*/*" -> Optional.of(BodyFormat.JSON);
            case "application/yaml" -> Optional.of(BodyFormat.YAML);
            default -> Optional.empty();
        };
    }

    private static Optional<Form> form(Map<String, String> parameters) {
        String as = parameters.getOrDefault("as", "");
        if (!as.isEmpty() && !parameters.getOrDefault("g", "").equals("meta.k8s.io")) {
            return Optional.empty();
        }
        if (as.equals("Table") && !TABLE_VERSIONS.contains(parameters.getOrDefault("v", ""))) {
            return Optional.empty();
        }
        return switch (as) {
            case "" -> Optional.of(Form.OBJECT);
            case "Table" -> Optional.of(Form.TABLE);
            case "PartialObjectMetadata" -> Optional.of(Form.PARTIAL);
            case "PartialObjectMetadataList" -> Optional.of(Form.PARTIAL_LIST);
            default -> Optional.empty();
        };
    }
}
