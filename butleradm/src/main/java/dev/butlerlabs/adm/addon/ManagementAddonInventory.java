package dev.butlerlabs.adm.addon;

import dev.butlerlabs.core.addon.change.AddonSummary;
import dev.butlerlabs.core.addon.change.ManagementAddonClient;
import dev.butlerlabs.core.api.ManagementAddon;
import dev.butlerlabs.core.api.ManagementAddonStatus;
import dev.butlerlabs.core.bootstrap.plan.PlatformAddonInventory;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.addon.AddonTable;
import dev.butlerlabs.core.cli.addon.AddonText;
import dev.butlerlabs.core.cli.output.ResourceTables;
import dev.butlerlabs.core.cli.output.TableLayout;
import dev.butlerlabs.core.cli.resource.DescribeAction;
import dev.butlerlabs.core.cli.resource.RepeatOptions;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.error.SpellingSuggestion;
import dev.butlerlabs.core.provider.ProviderRegistry;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Lists the addons of the management cluster: those installed by the bootstrap and those installed later. */
record ManagementAddonInventory(
        CommandContext session, CommonOptions common, OutputOptions output, KubernetesClient client) {
    void list(RepeatOptions repeat) {
        repeat.print(
                session,
                output.printer(session, common),
                () -> AddonTable.by(AddonSummary::name),
                this::all,
                this::reportEmptyList);
    }

    private void reportEmptyList() {
        if (!common.isQuiet()) {
            session.messages().print("No addons found. Run 'butleradm addon catalog' to list the available addons.");
        }
    }

    /** Returns all addons. A ManagementAddon has more details than the bootstrap, so it takes precedence. */
    private List<AddonSummary> all() {
        List<AddonSummary> all = new ArrayList<>(new ManagementAddonClient(client)
                .list().stream().map(ManagementAddonClient::facts).toList());
        Set<String> known = all.stream().map(AddonSummary::name).collect(Collectors.toSet());
        platform().stream().filter(part -> !known.contains(part.name())).forEach(all::add);
        return all;
    }

    private List<AddonSummary> platform() {
        return new PlatformAddonInventory(client, ProviderRegistry.load()).list();
    }

    /** Prints the named addons as a table, or all. Machine formats print the object of an addon that has one. */
    void get(List<String> names) {
        if (names.isEmpty()) {
            list(new RepeatOptions());
        } else {
            new DescribeAction(session, common, output, client).table(names, this::read, layout());
        }
    }

    void describe(List<String> names) {
        new DescribeAction(session, common, output, client)
                .describeWithout(
                        names,
                        this::read,
                        layout(),
                        (printer, addon) -> new AddonText(printer)
                                .show(
                                        addon.facts(),
                                        addon.object()
                                                .map(ManagementAddonInventory::conditions)
                                                .orElse(List.of())));
    }

    /** @param object empty for an addon that the bootstrap manages */
    private record ShownAddon(AddonSummary facts, Optional<ManagementAddon> object) {}

    private ShownAddon read(String name) {
        return new ManagementAddonClient(client)
                .find(name)
                .map(addon -> new ShownAddon(ManagementAddonClient.facts(addon), Optional.of(addon)))
                .orElseGet(() -> new ShownAddon(part(name), Optional.empty()));
    }

    private static TableLayout<ShownAddon> layout() {
        TableLayout<AddonSummary> summaries = AddonTable.by(AddonSummary::name);
        TableLayout<ManagementAddon> objects = ResourceTables.listing(List.of());
        TableLayout<ShownAddon> rows = summaries.over(ShownAddon::facts);
        return new TableLayout<>(
                rows.columns(),
                addon -> addon.object()
                        .map(objects.name())
                        .orElseGet(() -> rows.name().apply(addon)),
                addon -> addon.object()
                        .map(objects.document())
                        .orElseGet(() -> rows.document().apply(addon)),
                rows.order(),
                objects.header());
    }

    private static List<Condition> conditions(ManagementAddon addon) {
        return Optional.ofNullable(addon.getStatus())
                .map(ManagementAddonStatus::conditions)
                .orElse(List.of());
    }

    private AddonSummary part(String name) {
        return platform().stream()
                .filter(part -> part.name().equals(name))
                .findFirst()
                .orElseThrow(() -> absent(name));
    }

    private ButlerException absent(String name) {
        List<String> names = all().stream().map(AddonSummary::name).toList();
        return new ButlerException(
                ErrorCode.NOT_FOUND,
                "Addon \"%s\" is not installed on the management cluster.".formatted(name),
                SpellingSuggestion.to(name, names)
                        .map("Did you mean %s?"::formatted)
                        .orElse("Run 'butleradm addon list' to list the installed addons."));
    }

    /**
     * Checks that an addon is not managed by the bootstrap.
     *
     * @throws ButlerException if it is, or if it is not installed
     */
    void requireAsked(String name) {
        if (new ManagementAddonClient(client).find(name).isEmpty()) {
            AddonSummary part = part(name);
            throw new ButlerException(
                    ErrorCode.CONFLICT,
                    "Addon \"%s\" is managed by the bootstrap.".formatted(part.name()),
                    "Change it under addons in the bootstrap file.");
        }
    }

    /**
     * Checks that the bootstrap does not install the addon.
     *
     * @throws ButlerException if it does
     */
    void requireNotOfPlatform(String name) {
        if (new ManagementAddonClient(client).find(name).isEmpty()
                && platform().stream().anyMatch(part -> part.name().equals(name))) {
            throw new ButlerException(
                    ErrorCode.CONFLICT,
                    "Addon \"%s\" is already installed by the bootstrap.".formatted(name),
                    "Run 'butleradm addon get %s' to check its status.".formatted(name));
        }
    }
}
