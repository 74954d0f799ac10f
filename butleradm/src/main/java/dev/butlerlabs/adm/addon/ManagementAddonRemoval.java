package dev.butlerlabs.adm.addon;

import dev.butlerlabs.core.addon.change.ManagementAddonClient;
import dev.butlerlabs.core.cli.AwaitOptions;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConfirmationPrompt;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.addon.AddonProgressWaiter;
import dev.butlerlabs.core.cli.output.OutputFormat;
import io.fabric8.kubernetes.client.KubernetesClient;

/** Removes an addon that no other addon depends on. */
record ManagementAddonRemoval(CommandContext session, CommonOptions common, KubernetesClient client) {
    void remove(String name, ConfirmationPrompt prompts, AwaitOptions await) {
        new ManagementAddonInventory(session, common, new OutputOptions(), client).requireAsked(name);
        ManagementAddonClient addons = new ManagementAddonClient(client);
        addons.requireUnneeded(name);
        prompts.confirm("Remove addon %s and delete all resources of its chart?".formatted(name));
        addons.delete(name);
        boolean waits = await.isWanted(true);
        if (waits) {
            new AddonProgressWaiter(session, common, OutputFormat.TABLE, await.limit(AddonProgressWaiter.USUAL))
                    .show(name, "Removing " + name, wait -> wait.untilGone(addons, name));
        }
        if (!common.isQuiet()) {
            session.messages().print("ManagementAddon %s %s.".formatted(name, waits ? "removed" : "is being removed"));
        }
    }
}
