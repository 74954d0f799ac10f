package dev.butlerlabs.core.server.view;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.server.json.InlineFields;
import dev.butlerlabs.core.server.json.JsonField;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The records about the resources of a platform other than tenant clusters. */
public final class PlatformViews {
    private PlatformViews() {}

    /** A problem of the platform. */
    public record ProblemRow(
            @JsonField(words = {"Error", "Warning"}) String severity,
            String subject,
            String message,
            Optional<Instant> since,
            Optional<String> hint,
            Optional<String> link) {}

    /** A range of addresses. */
    public record RangeView(String start, String end) {}

    /** A NetworkPool. */
    public record PoolRow(
            String namespace,
            String name,
            String resourceVersion,
            String cidr,
            List<RangeView> ranges,
            long total,
            long allocated,
            long reserved,
            long available,
            long largestFree,
            Optional<Integer> fragmentation,
            List<ConditionRow> conditions)
            implements InlineFields {}

    /** A part of a NetworkPool, in the order of addresses. */
    public record PoolSegment(
            String start,
            String end,
            long size,

            @JsonField(words = {"free", "allocated", "reserved", "excluded"})
            String state,

            Optional<String> owner,
            Optional<String> allocation) {}

    /** A NetworkPool with all its addresses. */
    public record PoolDetail(PoolRow row, List<PoolSegment> segments, JsonNode spec) {}

    /** An IPAllocation. */
    public record AllocationRow(
            String namespace,
            String name,
            String pool,
            String tenant,
            String purpose,
            String phase,
            Optional<String> start,
            Optional<String> end,
            int count,
            Instant createdAt,
            Optional<String> problem) {}

    /** A limit of a team and its usage. */
    public record QuotaRow(String resource, Optional<String> used, Optional<String> limit, Optional<Integer> percent) {}

    /** A team. */
    public record TeamRow(
            String name,
            String displayName,
            String namespace,
            String phase,
            int members,
            int clusters,
            List<QuotaRow> quota,
            String resourceVersion,
            Optional<String> message)
            implements InlineFields {}

    /** A member of a team. */
    public record MemberRow(
            String name,
            @JsonField(words = {"user", "group"}) String kind,

            @JsonField(words = {"admin", "operator", "viewer"})
            String role) {}

    /** A team with its members. */
    public record TeamDetail(TeamRow row, List<MemberRow> memberList, List<ConditionRow> conditions, JsonNode spec) {}

    /** A ProviderConfig. */
    public record ProviderRow(
            String namespace,
            String name,
            String type,
            Optional<Boolean> ready,
            String message,
            List<ConditionRow> conditions,
            String scope,
            Optional<String> version,
            Optional<Instant> validatedAt,
            String resourceVersion,
            Optional<Integer> usedBy) {}

    /** An addon of the management cluster or of a tenant cluster. */
    public record AddonRow(
            String name,
            String displayName,
            String version,
            Optional<String> installedVersion,
            String phase,
            Optional<String> message,
            boolean managed,
            String managedBy,
            Optional<Map<String, Object>> values,
            String resourceVersion) {}

    /** An addon of the catalog. */
    public record CatalogEntry(
            String name,
            String displayName,
            String description,
            String category,
            String defaultVersion,
            List<String> versions,
            String chart,
            List<String> dependsOn,
            Optional<String> documentation) {}

    /** A node. */
    public record NodeRow(
            String name,
            boolean ready,
            List<String> roles,
            String version,
            String address,
            String os,
            Instant createdAt,
            List<String> problems) {}

    /** A worker machine of a tenant cluster. */
    public record MachineRow(
            String name, Optional<String> node, String phase, Optional<String> version, Optional<String> address) {}

    /** A pod. */
    public record PodRow(
            String name,
            String phase,
            String ready,
            int restarts,
            String node,
            Instant createdAt,
            Optional<String> problem) {}

    /** A user of the platform. */
    public record UserRow(
            String name, String email, String displayName, String phase, boolean disabled, Optional<String> provider) {}

    /** An identity provider. */
    public record IdentityProviderRow(
            String name, String displayName, String issuer, String phase, List<ConditionRow> conditions) {}

    /** A recorded change. */
    public record AuditRow(
            Instant time,
            Optional<String> user,
            Optional<String> client,
            String verb,
            String kind,
            Optional<String> namespace,
            String name,
            List<String> changes) {}

    /** Ready objects of all. */
    public record ReadyCount(int ready, int total) {}

    /** The Deployment of the controllers. */
    public record ControllersState(boolean ready, Optional<String> version) {}

    /** The management cluster. */
    public record ManagementView(
            String name,
            String version,
            Optional<String> talosVersion,
            Optional<String> phase,

            @JsonField(words = {"Healthy", "Degraded", "Unknown"})
            String health,

            List<ProblemRow> problems,
            Optional<ReadyCount> nodes,
            Optional<ControllersState> controllers) {}
}
