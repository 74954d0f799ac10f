package dev.butlerlabs.adm.bootstrap;

import dev.butlerlabs.core.bootstrap.cleanup.DeletionReceipt;
import dev.butlerlabs.core.bootstrap.cleanup.OwnedResourceDestroyer;
import dev.butlerlabs.core.bootstrap.cleanup.ProviderAccessRecovery;
import dev.butlerlabs.core.bootstrap.plan.BootstrapPlan;
import dev.butlerlabs.core.bootstrap.state.ClusterDirectory;
import dev.butlerlabs.core.bootstrap.state.ExistingEngineCleanup;
import dev.butlerlabs.core.bootstrap.state.RunLock;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConsentOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.WaitOptions;
import dev.butlerlabs.core.cli.progress.ProgressDisplay;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.error.ErrorKind;
import dev.butlerlabs.core.progress.ProgressReporter;
import dev.butlerlabs.core.provider.ConnectedInfrastructure;
import dev.butlerlabs.core.provider.OwnerId;
import dev.butlerlabs.core.provider.ProviderRegistry;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Deletes a management cluster. */
@Command(
        name = "destroy",
        description = {
            "Delete all machines, disks and load balancers of a management cluster, and print what was deleted.",
            "Only resources with the cluster's ownership tags are deleted.",
            "Without -c, the provider access is read from the cluster, or from the state of an unfinished run."
        },
        footer = {
            "  butleradm destroy demo",
            "  butleradm destroy demo -c bootstrap.yaml --confirm=demo -o json",
            "  butleradm destroy demo -c bootstrap.yaml --owner 5d0a4f0e-1b5e"
        })
public final class DestroyCommand implements Callable<Integer> {
    private static final Duration POLL = Duration.ofSeconds(2);
    private static final Duration LIMIT = Duration.ofMinutes(20);

    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private PlanOptions file = new PlanOptions();

    @Mixin
    private ConsentOptions consent = new ConsentOptions();

    @Mixin
    private WaitOptions wait = new WaitOptions();

    @Parameters(paramLabel = "CLUSTER", description = "Name of the cluster to delete, as in its bootstrap file.")
    private String cluster;

    @Option(
            names = "--confirm",
            paramLabel = "CLUSTER",
            description = "Cluster name as confirmation, instead of the prompt.")
    private String confirmation;

    @Option(
            names = "--owner",
            paramLabel = "UID",
            description =
                    "Owner ID whose resources to delete, if neither the local state nor the infrastructure identifies it.")
    private String owner;

    public DestroyCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        ProviderRegistry providers = ProviderRegistry.load();
        Optional<BootstrapPlan> plan = file.isGiven()
                ? Optional.of(file.read(session, file.surroundings(), providers, Optional.empty()))
                : Optional.empty();
        plan.ifPresent(this::requireSame);
        ClusterDirectory folder = ClusterStateLocations.ofThisUser(session).cluster(cluster);
        try (RunLock _ = RunLock.take(folder, session.clock())) {
            return settle(removed(plan, folder, providers), folder);
        }
    }

    /**
     * Prints the receipt before the local state is deleted: the state can be deleted later, but the receipt cannot be
     * recreated.
     */
    private int settle(DeletionReceipt receipt, ClusterDirectory folder) {
        ReceiptText.print(output.printer(session, common), receipt);
        if (!receipt.isClean()) {
            session.messages().print("Some resources remain. Rerun the command to delete them.");
            return ErrorKind.TIMEOUT.exitCode();
        }
        ExistingEngineCleanup.of(folder).ifPresent(engine -> vacate(engine, receipt.owner()));
        folder.forget();
        return 0;
    }

    private void vacate(ExistingEngineCleanup engine, OwnerId owner) {
        try (ProgressDisplay display = common.progress(session, output.format())) {
            engine.vacate(owner, new ProgressReporter(display, session.clock()));
        }
    }

    private DeletionReceipt removed(Optional<BootstrapPlan> plan, ClusterDirectory folder, ProviderRegistry providers) {
        try (ConnectedInfrastructure infrastructure =
                plan.map(one -> one.provider().connect(one.access())).orElseGet(() -> recovered(folder, providers))) {
            OwnerId whose = owner(folder, destroyer(infrastructure, new ProgressReporter(_ -> {}, session.clock())));
            consent.prompts(session)
                    .confirmByName(
                            "This deletes cluster %s with all its machines and disks.".formatted(cluster),
                            cluster,
                            Optional.ofNullable(confirmation));
            return removed(infrastructure, whose, folder);
        }
    }

    private ConnectedInfrastructure recovered(ClusterDirectory folder, ProviderRegistry providers) {
        try (ProgressDisplay display = common.progress(session, output.format())) {
            return new ProviderAccessRecovery(folder, providers, new ProgressReporter(display, session.clock())).open();
        }
    }

    private DeletionReceipt removed(ConnectedInfrastructure infrastructure, OwnerId whose, ClusterDirectory folder) {
        try (RunLogWriter log = new RunLogWriter(
                common.screen(session, output.format(), cluster, "Ctrl-C stops; the same command resumes."),
                folder.events(),
                session.clock())) {
            return log.tell(
                    "destroy",
                    "Resources not deleted yet are kept; to delete them, run the same command again.",
                    progress -> destroyer(infrastructure, progress).destroy(whose));
        }
    }

    private OwnedResourceDestroyer destroyer(ConnectedInfrastructure infrastructure, ProgressReporter progress) {
        return new OwnedResourceDestroyer(
                infrastructure, progress, session.clock(), POLL, wait.timeout().orElse(LIMIT));
    }

    private void requireSame(BootstrapPlan plan) {
        if (!plan.cluster().equals(cluster)) {
            throw new ButlerException(
                    ErrorCode.INVALID_INPUT,
                    "%s describes cluster %s, not %s.".formatted(file.file(), plan.cluster(), cluster),
                    "Use the bootstrap file of cluster " + cluster + ".");
        }
    }

    private OwnerId owner(ClusterDirectory folder, OwnedResourceDestroyer destroyer) {
        return Optional.ofNullable(owner)
                .or(folder::keptOwner)
                .map(OwnerId::new)
                .or(() -> destroyer.ownerOf(cluster + "-cp-0"))
                .orElseThrow(
                        () -> new ButlerException(
                                ErrorCode.NOT_FOUND,
                                "No resources of cluster %s found on the infrastructure.".formatted(cluster),
                                "If some remain, pass their owner ID with --owner; it is in the ownership tags of the machines."));
    }
}
