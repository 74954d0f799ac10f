package dev.butlerlabs.adm.controllers;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.operator.ControllersAction;
import dev.butlerlabs.operator.ControllersOptions;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Runs the controllers until the process is interrupted. */
@Command(
        name = "run",
        description = {
            "Run the Butler controllers until Ctrl-C or SIGTERM.",
            "Uses the pod's service account unless a kubeconfig is given. With several replicas, only the leader reconciles, unless --shards divides the tenant clusters; all serve the webhook."
        },
        footer = {
            "  butleradm controllers run --kubeconfig management.kubeconfig",
            "  butleradm controllers run --health-address 0.0.0.0:8080"
        })
final class ControllersRunCommand implements Callable<Integer> {
    private final CommandContext session;

    @SuppressWarnings("unused") // set by picocli
    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private ControllersOptions controllers = new ControllersOptions();

    ControllersRunCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        return ControllersAction.run(session, connection, controllers);
    }
}
