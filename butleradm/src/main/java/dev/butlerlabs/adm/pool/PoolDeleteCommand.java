package dev.butlerlabs.adm.pool;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.cli.ConsentOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Deletes a NetworkPool. */
@Command(
        name = "delete",
        description = {"Delete a NetworkPool.", "Fails while it has allocations."},
        footer = {"  butleradm pool delete lab-pool", "  butleradm pool delete lab-pool --yes"})
final class PoolDeleteCommand implements Runnable {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private ConsentOptions consent = new ConsentOptions();

    @Parameters(paramLabel = "NAME", description = "Name of the NetworkPool.")
    private String name;

    PoolDeleteCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        DeletionAction.POOL.run(session, common, connection, consent, name);
    }
}
