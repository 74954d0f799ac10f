package dev.butlerlabs.adm.backup;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommandGroup;
import dev.butlerlabs.core.cli.CommandRegistry;
import picocli.CommandLine.Command;

/** Group of commands for backups. */
@Command(
        name = "backup",
        aliases = {"backups"},
        description = "Create, schedule, list, verify and extract encrypted backups of management clusters.",
        footer = {
            "  butleradm backup create demo --to /backups --key-file backup.key",
            "  butleradm backup verify demo.butler-backup --key-file backup.key"
        })
public final class BackupCommand extends CommandGroup {
    private BackupCommand(CommandContext session) {
        super(session);
    }

    public static CommandRegistry commands(CommandContext session) {
        return new CommandRegistry(() -> new BackupCommand(session))
                .with("create", () -> new BackupCreateCommand(session))
                .with("schedule", BackupScheduleCommand.commands(session))
                .with("list", () -> new BackupListCommand(session))
                .with("verify", () -> new BackupVerifyCommand(session))
                .with("restore-tenants", () -> new TenantsRestoreCommand(session))
                .with("extract", () -> new BackupExtractCommand(session));
    }
}
