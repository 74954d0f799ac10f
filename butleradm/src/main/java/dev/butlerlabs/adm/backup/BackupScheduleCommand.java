package dev.butlerlabs.adm.backup;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommandGroup;
import dev.butlerlabs.core.cli.CommandRegistry;
import picocli.CommandLine.Command;

/** Group of commands for scheduled backups. */
@Command(
        name = "schedule",
        description = "Manage backups that the controllers create regularly.",
        footer = {
            "  butleradm backup schedule set demo --at 02:30 --to s3://backups/demo",
            "  butleradm backup schedule list demo"
        })
public final class BackupScheduleCommand extends CommandGroup {
    private BackupScheduleCommand(CommandContext session) {
        super(session);
    }

    static CommandRegistry commands(CommandContext session) {
        return new CommandRegistry(() -> new BackupScheduleCommand(session))
                .with("set", () -> new BackupScheduleSetCommand(session))
                .with("list", () -> new BackupScheduleListCommand(session))
                .with("run", () -> new BackupScheduleRunCommand(session))
                .with("delete", () -> new BackupScheduleDeleteCommand(session));
    }
}
