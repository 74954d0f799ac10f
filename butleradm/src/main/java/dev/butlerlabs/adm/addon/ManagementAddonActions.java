package dev.butlerlabs.adm.addon;

import dev.butlerlabs.core.addon.change.AddonRequest;
import dev.butlerlabs.core.addon.change.ManagementAddonClient;
import dev.butlerlabs.core.api.ManagementAddon;
import dev.butlerlabs.core.cli.AwaitOptions;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.addon.AddonProgressWaiter;
import dev.butlerlabs.core.cli.addon.AddonTable;
import dev.butlerlabs.core.cli.output.OutputFormat;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;

/** Installs and upgrades addons of the management cluster. */
record ManagementAddonActions(
        CommandContext session, CommonOptions common, OutputOptions output, KubernetesClient client) {
    void install(AddonRequest request, AwaitOptions await) {
        new ManagementAddonInventory(session, common, output, client).requireNotOfPlatform(request.addon());
        ManagementAddonClient addons = new ManagementAddonClient(client);
        ManagementAddon made = addons.install(request);
        sayMissing(addons.missing(request.addon()));
        follow(made, await, "Installing");
    }

    void upgrade(String name, AddonRequest wish, AwaitOptions await) {
        new ManagementAddonInventory(session, common, output, client).requireAsked(name);
        follow(new ManagementAddonClient(client).change(name, wish), await, "Upgrading");
    }

    private void sayMissing(List<String> missing) {
        if (!missing.isEmpty() && !common.isQuiet()) {
            session.messages()
                    .print("Waiting for addon %s, which is not installed. Install it with 'butleradm addon install %s'."
                            .formatted(String.join(", ", missing), missing.getFirst()));
        }
    }

    /** Prints the installed addon after a wait, or the requested addon if the command does not wait. */
    private void follow(ManagementAddon addon, AwaitOptions await, String doing) {
        String name = addon.getMetadata().getName();
        if (await.isWanted(false)) {
            ManagementAddonClient addons = new ManagementAddonClient(client);
            progress(await)
                    .show(
                            name,
                            "%s %s %s".formatted(doing, name, addon.getSpec().version()),
                            wait -> wait.untilInstalled(addons, name));
            print(addons.get(name));
        } else {
            print(addon);
            say("Run 'butleradm addon get %s' to check its status.".formatted(name));
        }
    }

    private AddonProgressWaiter progress(AwaitOptions await) {
        OutputFormat format = output.format();
        return new AddonProgressWaiter(session, common, format, await.limit(AddonProgressWaiter.USUAL));
    }

    private void print(ManagementAddon addon) {
        output.printer(session, common).one(AddonTable.by(one -> one.name()), ManagementAddonClient.facts(addon));
    }

    private void say(String sentence) {
        if (!common.isQuiet()) {
            session.messages().print(sentence);
        }
    }
}
