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

    void list(ObjectName cluster) {
        List<AddonSummary> all =
                of(cluster).list().stream().map(TenantAddonClient::facts).toList();
        output.printer(session, common).list(AddonTable.by(AddonSummary::addon), all);
        if (all.isEmpty()) {
            say("No addons found in cluster \"%1$s\". Enable one with 'butlerctl addon enable NAME -c %1$s'."
                    .formatted(cluster.name()));
        }
    }

    void show(ObjectName cluster, String name) {
        TenantAddon addon = of(cluster).get(name);
        List<Condition> conditions = Optional.ofNullable(addon.getStatus())
                .map(TenantAddonStatus::conditions)
                .orElse(List.of());
        new AddonText(output.printer(session, common)).show(addon, TenantAddonClient.facts(addon), conditions);
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
