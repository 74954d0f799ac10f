package dev.butlerlabs.adm.addon;

import dev.butlerlabs.core.addon.change.ManagementAddons;
import dev.butlerlabs.core.cli.AwaitOptions;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.Prompts;
import dev.butlerlabs.core.cli.Session;
import dev.butlerlabs.core.cli.addon.AddonProgress;
import dev.butlerlabs.core.cli.output.OutputFormat;
import io.fabric8.kubernetes.client.KubernetesClient;

/** Removes an addon that no other addon depends on. */
record Removal(Session session, CommonOptions common, KubernetesClient client) {
    void remove(String name, Prompts prompts, AwaitOptions await) {
        new Inventory(session, common, new OutputOptions(), client).requireAsked(name);
        ManagementAddons addons = new ManagementAddons(client);
        addons.requireUnneeded(name);
        prompts.confirm("Remove addon %s and delete all resources of its chart?".formatted(name));
        addons.delete(name);
        boolean waits = await.isWanted(true);
        if (waits) {
            new AddonProgress(session, common, OutputFormat.TABLE, await.limit(AddonProgress.USUAL))
                    .show(name, "Removing " + name, wait -> wait.untilGone(addons, name));
        }
        if (!common.isQuiet()) {
            session.messages().print("ManagementAddon %s %s.".formatted(name, waits ? "removed" : "is being removed"));
        }
    }
}
