package dev.butlerlabs.ctl.addon;

import dev.butlerlabs.core.addon.change.AddonDefinitionRepository;
import dev.butlerlabs.core.addon.change.AddonRequest;
import dev.butlerlabs.core.addon.change.AddonSummary;
import dev.butlerlabs.core.addon.change.TenantAddonClient;
import dev.butlerlabs.core.api.TenantAddon;
import dev.butlerlabs.core.api.TenantAddonStatus;
import dev.butlerlabs.core.cli.AwaitOptions;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConfirmationPrompt;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.addon.AddonCatalogTable;
import dev.butlerlabs.core.cli.addon.AddonProgressWaiter;
import dev.butlerlabs.core.cli.addon.AddonTable;
import dev.butlerlabs.core.cli.addon.AddonText;
import dev.butlerlabs.core.cli.output.ResourceTables;
import dev.butlerlabs.core.cli.output.TableLayout;
import dev.butlerlabs.core.cli.resource.DescribeAction;
import dev.butlerlabs.core.cli.resource.ResourceKind;
import dev.butlerlabs.core.cli.resource.ResourceView;
import dev.butlerlabs.core.cli.resource.ResourceViewOptions;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.tenant.change.TenantClusterClient;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Optional;

/** Lists, shows, enables and disables the addons of tenant clusters. */
record TenantAddonActions(CommandContext session, CommonOptions common, OutputOptions output, KubernetesClient client) {
    void catalog() {
        output.printer(session, common).list(AddonCatalogTable.listing(), new AddonDefinitionRepository(client).list());
    }

    private TenantAddonClient of(ObjectName cluster) {
        return new TenantAddonClient(client, new TenantClusterClient(client).get(cluster));
    }

    void list(ObjectName cluster, ResourceViewOptions view) {
        of(cluster);
        view(cluster, view, false).list(cluster.namespace(), addon -> isOf(cluster, addon));
    }

    /** Shows the named addons, or all of the cluster. */
    void get(ObjectName cluster, List<String> names, ResourceViewOptions view) {
        TenantAddonClient addons = of(cluster);
        ResourceView<TenantAddon> resources = view(cluster, view, true);
        if (names.isEmpty()) {
            resources.list(cluster.namespace(), addon -> isOf(cluster, addon));
        } else {
            resources.get(cluster.namespace(), names, addons::get);
        }
    }

    private static boolean isOf(ObjectName cluster, TenantAddon addon) {
        return addon.getSpec().clusterRef().name().equals(cluster.name());
    }

    /** @param complete whether machine formats print the whole objects instead of a summary */
    private ResourceView<TenantAddon> view(ObjectName cluster, ResourceViewOptions view, boolean complete) {
        TableLayout<TenantAddon> layout = layout();
        return new ResourceView<>(
                session,
                common,
                output,
                view,
                client,
                new ResourceKind<>(
                        TenantAddon.class,
                        "addons of cluster \"%s\"".formatted(cluster.name()),
                        "Enable one with 'butlerctl addon enable NAME -c %s'.".formatted(cluster.name()),
                        _ -> complete ? layout.documentedBy(ResourceTables.listing(List.of())) : layout));
    }

    private static TableLayout<TenantAddon> layout() {
        return AddonTable.by(AddonSummary::addon).over(TenantAddonClient::facts);
    }

    void describe(ObjectName cluster, List<String> names) {
        new DescribeAction(session, common, output, client)
                .describe(
                        names,
                        of(cluster)::get,
                        layout().documentedBy(ResourceTables.listing(List.of())),
                        (printer, addon) ->
                                new AddonText(printer).show(TenantAddonClient.facts(addon), conditions(addon)));
    }

    private static List<Condition> conditions(TenantAddon addon) {
        return Optional.ofNullable(addon.getStatus())
                .map(TenantAddonStatus::conditions)
                .orElse(List.of());
    }

    void enable(ObjectName cluster, AddonRequest request, AwaitOptions await) {
        TenantAddonClient addons = of(cluster);
        TenantAddon asked = addons.enable(request);
        List<String> missing = addons.missing(request.addon());
        if (!missing.isEmpty()) {
            say("Waiting for addon %s, which is not enabled. Enable it with 'butlerctl addon enable %s -c %s'."
                    .formatted(String.join(", ", missing), missing.getFirst(), cluster.name()));
        }
        String resource = asked.getMetadata().getName();
        if (await.isWanted(false)) {
            String title = "Enabling %s %s on %s"
                    .formatted(request.addon(), asked.getSpec().version(), cluster.name());
            progress(await).show(request.addon(), title, wait -> wait.untilInstalled(addons, resource));
            print(addons.get(request.addon()));
        } else {
            print(asked);
            say("Run 'butlerctl addon get %s -c %s' to check its status.".formatted(request.addon(), cluster.name()));
        }
    }

    private void print(TenantAddon addon) {
        output.printer(session, common).one(AddonTable.by(AddonSummary::addon), TenantAddonClient.facts(addon));
    }

    void disable(ObjectName cluster, String name, ConfirmationPrompt prompts, AwaitOptions await) {
        TenantAddonClient addons = of(cluster);
        TenantAddon addon = addons.get(name);
        addons.requireUnneeded(addon);
        prompts.confirm("Remove addon %s from %s and delete all resources of its chart?".formatted(name, cluster));
        addons.delete(addon);
        boolean waits = await.isWanted(true);
        if (waits) {
            progress(await)
                    .show(
                            name,
                            "Disabling %s on %s".formatted(name, cluster.name()),
                            wait -> wait.untilGone(addons, addon.getMetadata().getName()));
        }
        say("Addon %s %s.".formatted(name, waits ? "removed" : "is being removed"));
    }

    private AddonProgressWaiter progress(AwaitOptions await) {
        return new AddonProgressWaiter(session, common, output.format(), await.limit(AddonProgressWaiter.USUAL));
    }

    private void say(String sentence) {
        if (!common.isQuiet()) {
            session.messages().print(sentence);
        }
    }
}
