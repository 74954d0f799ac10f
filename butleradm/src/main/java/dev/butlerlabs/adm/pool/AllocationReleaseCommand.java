package dev.butlerlabs.adm.pool;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.cli.ConsentOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Releases the addresses of an IPAllocation. */
@Command(
        name = "release",
        description = {
            "Release the addresses of an IPAllocation to its pool.",
            "Make sure that they are no longer in use: the next owner would conflict."
        },
        footer = {"  butleradm allocation release team-a-web-lb", "  butleradm allocation release team-a-web-lb --yes"})
final class AllocationReleaseCommand implements Runnable {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private ConsentOptions consent = new ConsentOptions();

    @Parameters(paramLabel = "NAME", description = "Name of the IPAllocation.")
    private String name;

    AllocationReleaseCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        DeletionAction.ADDRESSES.run(session, common, connection, consent, name);
    }
}
