package dev.butlerlabs.adm.upgrade;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommandGroup;
import dev.butlerlabs.core.cli.CommandRegistry;
import picocli.CommandLine.Command;

/** Group of commands for upgrades of the management cluster. */
@Command(
        name = "upgrade",
        description = "Plan and run upgrades of the management cluster.",
        footer = {"  butleradm upgrade plan", "  butleradm upgrade apply --talos v1.14.1"})
public final class UpgradeCommand extends CommandGroup {
    private UpgradeCommand(CommandContext session) {
        super(session);
    }

    public static CommandRegistry commands(CommandContext session) {
        return new CommandRegistry(() -> new UpgradeCommand(session))
                .with("plan", () -> new UpgradePlanCommand(session))
                .with("apply", () -> new UpgradeApplyCommand(session));
    }
}
