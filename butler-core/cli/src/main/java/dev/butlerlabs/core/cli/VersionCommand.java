package dev.butlerlabs.core.cli;

import dev.butlerlabs.core.cli.output.OutputPrinter;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.InputProblem;
import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Shows the version. */
@Command(
        name = "version",
        description = {
            "Show the version, the build commit and the runtime.",
            "With --check, also show the newest release. Otherwise no connection is opened."
        },
        footer = {
            "  ${ROOT-COMMAND-NAME} version",
            "  ${ROOT-COMMAND-NAME} version -o json",
            "  ${ROOT-COMMAND-NAME} version --check"
        })
public final class VersionCommand implements Runnable, OfflineCommand {
    private static final String RELEASE_URL = "BUTLER_RELEASE_URL";

    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Option(names = "--check", description = "Compare with the newest release at --release-url.")
    private boolean check;

    @Option(
            names = "--release-url",
            paramLabel = "URL",
            description = "Directory of releases for --check (default: BUTLER_RELEASE_URL).")
    private String releaseUrl;

    @Spec
    private CommandSpec spec;

    public VersionCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        BuildInfo build = BuildInfo.load();
        Optional<ProgramVersion> newest =
                check ? Optional.of(NewestReleaseClient.of(url()).newest()) : Optional.empty();
        OutputPrinter printer = output.printer(session, common);
        String tool = spec.root().name();
        switch (output.format()) {
            case TABLE, WIDE -> {
                text(tool, build, printer.text());
                newest.ifPresent(release -> printer.text().println("newest   " + comparison(tool, build, release)));
            }
            case NAME -> printer.out().println(tool + "/" + build.version());
            case JSON, YAML, TEMPLATE -> printer.document(document(tool, build, newest));
        }
    }

    private String url() {
        return Optional.ofNullable(releaseUrl)
                .or(() -> session.terminal().environment(RELEASE_URL))
                .filter(url -> !url.isBlank())
                .orElseThrow(() -> ButlerException.invalid(
                        "Invalid options:",
                        List.of(new InputProblem(
                                "--release-url",
                                "is required with --check, unless %s is set".formatted(RELEASE_URL)))));
    }

    private static void text(String tool, BuildInfo build, PrintStream out) {
        out.println(tool + " " + build.version());
        out.println("commit   " + build.commit() + " of " + build.date());
        out.println("runtime  " + BuildInfo.runtime());
    }

    private static String comparison(String tool, BuildInfo build, ProgramVersion newest) {
        return isNewer(build, newest)
                ? "%s; to update %s, use the package manager or the script that installed it".formatted(newest, tool)
                : "%s; no update available".formatted(newest);
    }

    /** A program without a version was not built from a release, so that any release is newer. */
    private static boolean isNewer(BuildInfo build, ProgramVersion newest) {
        return ProgramVersion.parse(build.version())
                .map(version -> version.compareTo(newest) < 0)
                .orElse(true);
    }

    private static Map<String, Object> document(String tool, BuildInfo build, Optional<ProgramVersion> newest) {
        Map<String, Object> document = new LinkedHashMap<>(build.document(tool));
        newest.ifPresent(release -> {
            document.put("newest", release.toString());
            document.put("updateAvailable", isNewer(build, release));
        });
        return document;
    }
}
