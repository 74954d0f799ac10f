package dev.butlerlabs.core.helm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.NullNode;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.Comparator;
import java.util.Optional;

/**
 * A revision of a release that is in force.
 *
 * @param changed when it was made
 * @param description how it came about, in Helm's words
 * @param values those that were given for it; they may hold secrets
 */
public record DeployedRelease(
        int revision, String chart, String version, Optional<Instant> changed, String description, JsonNode values) {
    private static final ObjectMapper TREES = new ObjectMapper();
    /** A number is the same number however it is written; everything else has to be equal. */
    private static final Comparator<JsonNode> SAME = (one, other) -> one.isNumber() && other.isNumber()
            ? one.decimalValue().compareTo(other.decimalValue())
            : one.equals(other) ? 0 : 1;

    static DeployedRelease of(JsonNode release) {
        JsonNode metadata = release.path("chart").path("metadata");
        JsonNode info = release.path("info");
        return new DeployedRelease(
                release.path("version").asInt(),
                metadata.path("name").asText(),
                metadata.path("version").asText(),
                instant(info.path("last_deployed").asText()),
                info.path("description").asText(),
                release.path("config"));
    }

    private static Optional<Instant> instant(String text) {
        try {
            return Optional.of(OffsetDateTime.parse(text).toInstant());
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }

    /** Whether it is what is asked for, in chart, version and values. */
    public boolean is(ChartRequest request) {
        return chart.equals(request.source().chart())
                && plain(version).equals(plain(request.version()))
                && hasValues(TREES.valueToTree(request.values()));
    }

    private boolean hasValues(JsonNode wanted) {
        boolean none = values.isMissingNode() || values instanceof NullNode;
        return none ? wanted.isEmpty() : values.equals(SAME, wanted);
    }

    private static String plain(String version) {
        return version.replaceFirst("^v", "").replaceFirst("\\+.*", "");
    }

    /** Values may hold secrets. */
    @Override
    public String toString() {
        return "revision %d, %s %s".formatted(revision, chart, version);
    }
}
