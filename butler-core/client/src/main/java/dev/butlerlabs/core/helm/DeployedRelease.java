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
 * The deployed revision of a release. Immutable.
 *
 * @param changed when it was deployed
 * @param description Helm's description of the operation
 * @param values the given values; they may contain secrets
 */
public record DeployedRelease(
        int revision, String chart, String version, Optional<Instant> changed, String description, JsonNode values) {
    private static final ObjectMapper TREES = new ObjectMapper();
    /** Numbers are compared by value, everything else by equality. */
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

    /** Returns whether the release matches a request in chart, version and values. */
    public boolean is(ChartRequest request) {
        return chart.equals(request.source().chart())
                && hasVersion(request)
                && hasValues(TREES.valueToTree(request.values()));
    }

    /** The version of a packed chart includes a digest of its content, so that a changed chart is another version. */
    private boolean hasVersion(ChartRequest request) {
        return request.source() instanceof ChartSource.Archive
                ? version.equals(request.version())
                : plain(version).equals(plain(request.version()));
    }

    private boolean hasValues(JsonNode wanted) {
        boolean none = values.isMissingNode() || values instanceof NullNode;
        return none ? wanted.isEmpty() : values.equals(SAME, wanted);
    }

    private static String plain(String version) {
        return version.replaceFirst("^v", "").replaceFirst("\\+.*", "");
    }

    /** The values may contain secrets, so they are not included. */
    @Override
    public String toString() {
        return "revision %d, %s %s".formatted(revision, chart, version);
    }
}
