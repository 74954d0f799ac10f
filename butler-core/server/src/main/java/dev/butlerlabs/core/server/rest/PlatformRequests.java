package dev.butlerlabs.core.server.rest;

import dev.butlerlabs.core.server.json.JsonField;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The bodies of requests about the resources of a platform other than tenant clusters. */
public final class PlatformRequests {
    static final String NAME = "[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?";

    private PlatformRequests() {}

    /** An addon of the catalog. */
    public record AddonInstallation(
            @JsonField(pattern = NAME) String addon,
            @JsonField(max = 64) Optional<String> version,
            Optional<Map<String, Object>> values) {}

    /** Changed settings of an addon; omitted ones stay as they are. */
    public record AddonChange(@JsonField(max = 64) Optional<String> version, Optional<Map<String, Object>> values) {}

    /** A resource of Butler as it is written in a manifest. */
    public record ResourceManifest(
            String apiVersion, String kind, Map<String, Object> metadata, Map<String, Object> spec) {}

    /** A new team. */
    public record TeamCreation(
            @JsonField(pattern = NAME) String name,
            @JsonField(max = 128) Optional<String> displayName,
            @JsonField(max = 1024) Optional<String> description,
            Optional<Map<String, String>> limits,
            Optional<List<MemberRequest>> members) {}

    /** Changed settings of a team; omitted ones stay as they are. The limit {@code none} removes a limit. */
    public record TeamChange(
            @JsonField(max = 128) Optional<String> displayName,
            @JsonField(max = 1024) Optional<String> description,
            Optional<Map<String, String>> limits) {}

    /** A member of a team. */
    public record MemberRequest(
            @JsonField(max = 253, pattern = "[!-~]+") String name,

            @JsonField(words = {"admin", "operator", "viewer"})
            String role,

            Optional<Boolean> group) {}
}
