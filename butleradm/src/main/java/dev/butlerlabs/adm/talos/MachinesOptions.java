package dev.butlerlabs.adm.talos;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.UserDirectories;
import dev.butlerlabs.core.talos.client.ClientConfiguration;
import dev.butlerlabs.core.talos.client.NodeAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Options that select nodes and the credentials for them. */
final class MachinesOptions {
    @Option(
            names = "--talosconfig",
            paramLabel = "FILE",
            description = "Talosconfig to use (default: TALOSCONFIG, then ~/.talos/config).")
    private Path talosconfig;

    @Option(
            names = "--talos-context",
            paramLabel = "NAME",
            description = "Talosconfig context to use (default: the current context).")
    private String context;

    @Option(
            names = "--nodes",
            paramLabel = "ADDRESSES",
            split = ",",
            description = "Node addresses, comma-separated (default: those in the talosconfig).")
    private List<String> nodes = List.of();

    /**
     * Returns the selected nodes.
     *
     * @throws ButlerException if there are none
     */
    TalosMachineConnections machines(CommandContext session) {
        Path file = file(session);
        ClientConfiguration.Context chosen = ClientConfiguration.parse(file.toString(), InputFileReader.read(file))
                .context(Optional.ofNullable(context));
        List<NodeAddress> targets = nodes.isEmpty()
                ? chosen.targets()
                : nodes.stream().map(NodeAddress::parse).toList();
        if (targets.isEmpty()) {
            throw new ButlerException(
                    ErrorCode.INVALID_INPUT,
                    "No nodes specified on the command line or in %s.".formatted(file),
                    "Pass them with --nodes 10.0.0.5,10.0.0.6.");
        }
        return new TalosMachineConnections(targets, chosen, session.clock());
    }

    private Path file(CommandContext session) {
        return Optional.ofNullable(talosconfig)
                .or(() -> session.terminal()
                        .environment("TALOSCONFIG")
                        .filter(value -> !value.isBlank())
                        .map(Path::of))
                .orElseGet(() -> UserDirectories.of(session.terminal()::environment)
                        .home()
                        .resolve(".talos/config"));
    }
}
