package dev.butlerlabs.ctl.cluster;

import dev.butlerlabs.core.cli.ConnectionOptions;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Options that select the Kubernetes API and the namespace, also by team. */
public final class TeamConnectionOptions extends ConnectionOptions {
    @Option(names = "--team", paramLabel = "NAME", description = "Team whose namespace to use (default: BUTLER_TEAM).")
    private String team;

    @Override
    public Optional<String> team() {
        return Optional.ofNullable(team);
    }
}
