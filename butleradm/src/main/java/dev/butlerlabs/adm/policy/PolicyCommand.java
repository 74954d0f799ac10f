package dev.butlerlabs.adm.policy;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommandGroup;
import dev.butlerlabs.core.cli.CommandRegistry;
import picocli.CommandLine.Command;

/** Group of commands for ClusterCreationPolicies. */
@Command(
        name = "policy",
        aliases = {"policies", "ccp"},
        description = "Show and try the policies for the creation of tenant clusters.",
        footer = {
            "  butleradm policy list",
            "  butleradm policy get production",
            "  butleradm policy test -f cluster.yaml"
        })
public final class PolicyCommand extends CommandGroup {
    private PolicyCommand(CommandContext session) {
        super(session);
    }

    public static CommandRegistry commands(CommandContext session) {
        return new CommandRegistry(() -> new PolicyCommand(session))
                .with("list", () -> new PolicyListCommand(session))
                .with("get", () -> new PolicyGetCommand(session))
                .with("describe", () -> new PolicyDescribeCommand(session))
                .with("test", () -> new PolicyTestCommand(session));
    }
}
