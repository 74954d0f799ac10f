package dev.butlerlabs.core.server.view;

import dev.butlerlabs.core.server.json.JsonField;
import dev.butlerlabs.core.server.view.PlatformViews.AddonRow;
import dev.butlerlabs.core.server.view.PlatformViews.AllocationRow;
import dev.butlerlabs.core.server.view.PlatformViews.AuditRow;
import dev.butlerlabs.core.server.view.PlatformViews.CatalogEntry;
import dev.butlerlabs.core.server.view.PlatformViews.IdentityProviderRow;
import dev.butlerlabs.core.server.view.PlatformViews.MachineRow;
import dev.butlerlabs.core.server.view.PlatformViews.MemberRow;
import dev.butlerlabs.core.server.view.PlatformViews.NodeRow;
import dev.butlerlabs.core.server.view.PlatformViews.PodRow;
import dev.butlerlabs.core.server.view.PlatformViews.PoolRow;
import dev.butlerlabs.core.server.view.PlatformViews.ProviderRow;
import dev.butlerlabs.core.server.view.PlatformViews.TeamRow;
import dev.butlerlabs.core.server.view.PlatformViews.UserRow;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The lists that the API returns. */
public final class ItemLists {
    private ItemLists() {}

    /** Pools. */
    public record PoolList(List<PoolRow> items) {}

    /** Allocations. */
    public record AllocationList(List<AllocationRow> items) {}

    /** Teams. */
    public record TeamList(List<TeamRow> items) {}

    /** Members of a team. */
    public record MemberList(List<MemberRow> items) {}

    /** Providers. */
    public record ProviderList(List<ProviderRow> items) {}

    /** Addons. */
    public record AddonList(List<AddonRow> items) {}

    /** The catalog. */
    public record CatalogList(List<CatalogEntry> items) {}

    /** Nodes. */
    public record NodeList(List<NodeRow> items) {}

    /** Worker machines. */
    public record MachineList(List<MachineRow> items) {}

    /** Pods. */
    public record PodList(List<PodRow> items) {}

    /** Users. */
    public record UserList(List<UserRow> items) {}

    /** Identity providers. */
    public record IdentityProviderList(List<IdentityProviderRow> items) {}

    /** Events. */
    public record EventList(List<EventRow> items) {}

    /** Runs. */
    public record RunList(List<RunViews.RunRow> items) {}

    /** Certificates of a tenant cluster. */
    public record CertificateList(List<CertificateRow> items) {}

    /**
     * Certificates of the management cluster.
     *
     * @param unread what the list does not contain
     */
    public record ManagementCertificateList(List<CertificateRow> items, List<UnreadCertificates> unread) {}

    /**
     * Certificates that could not be read.
     *
     * @param command the command that lists them
     */
    public record UnreadCertificates(String name, String reason, Optional<String> command) {}

    /**
     * A certificate.
     *
     * @param use {@code ca}, {@code serving} or {@code client}
     * @param location the object that contains it, or the address of its server
     */
    public record CertificateRow(
            String name,
            @JsonField(words = {"ca", "serving", "client"}) String use,
            String location,
            String subject,
            Instant notBefore,
            Instant notAfter) {}

    /** A page of recorded changes, the newest first. */
    public record AuditList(
            List<AuditRow> items, @JsonField("continue") Optional<String> next) {}
}
