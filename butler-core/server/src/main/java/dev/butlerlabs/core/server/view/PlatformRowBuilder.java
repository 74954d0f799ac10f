package dev.butlerlabs.core.server.view;

import dev.butlerlabs.core.addon.change.AddonSummary;
import dev.butlerlabs.core.addon.change.ManagementAddonClient;
import dev.butlerlabs.core.addon.change.TenantAddonClient;
import dev.butlerlabs.core.api.AddonDefinition;
import dev.butlerlabs.core.api.AddonDefinitionSpec;
import dev.butlerlabs.core.api.ConditionTypes;
import dev.butlerlabs.core.api.IdentityProvider;
import dev.butlerlabs.core.api.IdentityProviderStatus;
import dev.butlerlabs.core.api.ManagementAddon;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.api.ProviderConfigStatus;
import dev.butlerlabs.core.api.Team;
import dev.butlerlabs.core.api.TeamStatus;
import dev.butlerlabs.core.api.TenantAddon;
import dev.butlerlabs.core.api.User;
import dev.butlerlabs.core.identity.change.TeamClient;
import dev.butlerlabs.core.identity.change.TeamMember;
import dev.butlerlabs.core.identity.change.TeamMembers;
import dev.butlerlabs.core.identity.change.TeamQuotaReport;
import dev.butlerlabs.core.kube.UndecodableObject;
import dev.butlerlabs.core.server.view.PlatformViews.AddonRow;
import dev.butlerlabs.core.server.view.PlatformViews.CatalogEntry;
import dev.butlerlabs.core.server.view.PlatformViews.IdentityProviderRow;
import dev.butlerlabs.core.server.view.PlatformViews.MemberRow;
import dev.butlerlabs.core.server.view.PlatformViews.ProviderRow;
import dev.butlerlabs.core.server.view.PlatformViews.QuotaRow;
import dev.butlerlabs.core.server.view.PlatformViews.TeamRow;
import dev.butlerlabs.core.server.view.PlatformViews.UserRow;
import dev.butlerlabs.core.tenant.change.TenantSummary;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Reads rows of teams, providers, addons and users. Pure functions. */
public final class PlatformRowBuilder {
    private PlatformRowBuilder() {}

    /** Returns the row of a team. */
    public static TeamRow team(Team team) {
        ObjectFields fields = ObjectFields.of(team);
        Optional<TeamStatus> status = Optional.ofNullable(team.getStatus());
        return new TeamRow(
                fields.name(),
                Optional.ofNullable(team.getSpec())
                        .map(spec -> spec.displayName())
                        .orElse(fields.name()),
                TeamClient.namespace(team),
                status.map(TeamStatus::phase).map(TenantSummary::word).orElse("Pending"),
                TeamMembers.of(team).size(),
                status.map(TeamStatus::clusterCount).orElse(0),
                TeamQuotaReport.of(team).stream().map(PlatformRowBuilder::quota).toList(),
                fields.resourceVersion(),
                UndecodableObject.of(team)
                        .map(UndecodableObject::toString)
                        .or(() -> status.map(TeamStatus::quotaMessage).filter(text -> !text.isEmpty())));
    }

    private static QuotaRow quota(TeamQuotaReport.Row row) {
        return new QuotaRow(
                row.resource(), row.used().map(Object::toString), row.limit().map(Object::toString), row.percent());
    }

    /** Returns the members of a team. */
    public static List<MemberRow> members(Team team) {
        return TeamMembers.of(team).stream()
                .map((TeamMember member) -> new MemberRow(member.name(), member.kindWord(), member.roleWord()))
                .toList();
    }

    /** Returns the conditions of a team. */
    public static List<ConditionRow> conditions(Team team) {
        return ConditionRow.of(Optional.ofNullable(team.getStatus())
                .map(TeamStatus::conditions)
                .orElse(List.of()));
    }

    /**
     * Returns the row of a provider.
     *
     * @param usedBy how many tenant clusters use it, if that is known
     */
    public static ProviderRow provider(ProviderConfig config, Optional<Integer> usedBy) {
        ObjectFields fields = ObjectFields.of(config);
        Optional<ProviderConfigStatus> status = Optional.ofNullable(config.getStatus());
        List<Condition> conditions =
                status.map(ProviderConfigStatus::conditions).orElse(List.of());
        return new ProviderRow(
                fields.namespace(),
                fields.name(),
                Optional.ofNullable(config.getSpec())
                        .map(spec -> spec.provider())
                        .orElse(""),
                status.map(ProviderConfigStatus::ready),
                UndecodableObject.of(config).map(UndecodableObject::toString).orElseGet(() -> message(conditions)),
                ConditionRow.of(conditions),
                scope(config),
                status.map(ProviderConfigStatus::providerVersion),
                status.map(ProviderConfigStatus::lastValidationTime),
                fields.resourceVersion(),
                usedBy);
    }

    private static String scope(ProviderConfig config) {
        return Optional.ofNullable(config.getSpec())
                .map(spec -> spec.scope())
                .filter(scope -> scope.teamRef() != null)
                .map(scope -> "team/" + scope.teamRef().name())
                .orElse("platform");
    }

    private static String message(List<Condition> conditions) {
        return conditions.stream()
                .filter(condition -> "False".equals(condition.getStatus()))
                .filter(condition -> !condition.getType().equals(ConditionTypes.READY))
                .findFirst()
                .or(() -> conditions.stream()
                        .filter(condition -> condition.getType().equals(ConditionTypes.READY))
                        .findFirst())
                .map(Condition::getMessage)
                .orElse("");
    }

    /** Returns the row of an addon of the management cluster. */
    public static AddonRow addon(ManagementAddon addon) {
        return UndecodableObject.of(addon)
                .map(problem -> unreadableAddon(ObjectFields.of(addon), problem))
                .orElseGet(() -> addon(
                        ManagementAddonClient.facts(addon), addon.getSpec().values(), ObjectFields.of(addon)));
    }

    /** Returns the row of an addon of a tenant cluster. */
    public static AddonRow addon(TenantAddon addon) {
        return addon(TenantAddonClient.facts(addon), addon.getSpec().values(), ObjectFields.of(addon));
    }

    private static AddonRow addon(AddonSummary facts, Map<String, Object> values, ObjectFields fields) {
        return new AddonRow(
                facts.name(),
                facts.addon(),
                facts.requested().or(facts::installed).orElse(""),
                facts.installed(),
                facts.phase(),
                Optional.of(facts.message()).filter(text -> !text.isEmpty()),
                facts.keeper() != AddonSummary.Keeper.ADDON,
                facts.keeper().word(),
                Optional.ofNullable(values).filter(map -> !map.isEmpty()),
                fields.resourceVersion());
    }

    private static AddonRow unreadableAddon(ObjectFields fields, UndecodableObject problem) {
        return new AddonRow(
                fields.name(),
                fields.name(),
                "",
                Optional.empty(),
                "Unknown",
                Optional.of(problem.toString()),
                false,
                AddonSummary.Keeper.ADDON.word(),
                Optional.empty(),
                fields.resourceVersion());
    }

    /** Returns an entry of the catalog. */
    public static CatalogEntry catalogEntry(AddonDefinition definition) {
        AddonDefinitionSpec spec = definition.getSpec();
        return new CatalogEntry(
                definition.getMetadata().getName(),
                spec.displayName(),
                spec.description(),
                spec.category().name().toLowerCase(Locale.ROOT).replace('_', '-'),
                spec.chart().defaultVersion(),
                spec.chart().availableVersions().isEmpty()
                        ? List.of(spec.chart().defaultVersion())
                        : spec.chart().availableVersions(),
                spec.chart().repository() + " " + spec.chart().name(),
                Optional.ofNullable(spec.dependsOn()).orElse(List.of()),
                Optional.ofNullable(spec.links()).map(AddonDefinitionSpec.Links::documentation));
    }

    /** Returns the row of a user. */
    public static UserRow user(User user) {
        return new UserRow(
                user.getMetadata().getName(),
                user.getSpec().email(),
                Optional.ofNullable(user.getSpec().displayName()).orElse(""),
                Optional.ofNullable(user.getStatus())
                        .map(status -> status.phase())
                        .map(TenantSummary::word)
                        .orElse("Pending"),
                Boolean.TRUE.equals(user.getSpec().disabled()),
                Optional.ofNullable(user.getSpec().ssoProvider()));
    }

    /** Returns the row of an identity provider. */
    public static IdentityProviderRow identityProvider(IdentityProvider provider) {
        return new IdentityProviderRow(
                provider.getMetadata().getName(),
                Optional.ofNullable(provider.getSpec().displayName())
                        .orElse(provider.getMetadata().getName()),
                Optional.ofNullable(provider.getSpec().oidc())
                        .map(oidc -> oidc.issuerURL())
                        .orElse(""),
                Optional.ofNullable(provider.getStatus())
                        .map(IdentityProviderStatus::phase)
                        .map(TenantSummary::word)
                        .orElse("Pending"),
                ConditionRow.of(Optional.ofNullable(provider.getStatus())
                        .map(IdentityProviderStatus::conditions)
                        .orElse(List.of())));
    }
}
