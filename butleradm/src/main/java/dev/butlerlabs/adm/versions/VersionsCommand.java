package dev.butlerlabs.adm.versions;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.version.VersionList;
import dev.butlerlabs.core.version.VersionListSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Prints the version list. */
@Command(
        name = "versions",
        description = {
            "List the versions of Talos, Kubernetes and the platform addons that this program knows.",
            "Shows until when each receives fixes, and which Kubernetes versions each Talos version supports."
        },
        footer = {"  butleradm versions", "  butleradm versions -o json", "  butleradm versions --list versions.yaml"})
public final class VersionsCommand implements Runnable {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Option(
            names = {"-f", "--list", "--filename"},
            paramLabel = "FILE",
            description = "Version list to print (default: the file in $BUTLER_VERSIONS, or the built-in list).")
    private Optional<String> file = Optional.empty();

    public VersionsCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        VersionList list = file.isPresent() ? VersionListSource.load(file) : VersionList.current();
        LocalDate today = LocalDate.ofInstant(session.clock().instant(), ZoneOffset.UTC);
        output.printer(session, common).list(VersionTable.of(list), VersionTable.rows(list, today));
    }
}
