package dev.butlerlabs.packages;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommandRegistry;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ToolRunner;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.error.InputProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Builds a Debian and an RPM package from an unpacked release archive; used by {@code scripts/dist}. */
@Command(
        name = "butler-packages",
        description = "Build a Debian and an RPM package from an unpacked release archive.",
        footer = "  butler-packages --archive butler-1.0.0-linux-amd64 --release 1.0.0 --architecture amd64 --to dist")
public final class PackageBuildCommand implements Callable<Integer> {
    private static final Pattern VERSION = Pattern.compile("\\d+\\.\\d+\\.\\d+(-[0-9A-Za-z.]+)?");
    private static final Pattern MAINTAINER = Pattern.compile("[^<>\\n]+ <[^<>@\\s]+@[^<>@\\s]+>");
    private static final List<String> CONTENT = List.of(
            "bin/butleradm",
            "bin/butlerctl",
            "man/man1",
            "completions/bash",
            "completions/zsh",
            "completions/fish",
            "completions/powershell",
            "sbom",
            "LICENSE",
            "README.md");

    private final CommandContext session;

    @SuppressWarnings("unused") // set by picocli
    @Mixin
    private CommonOptions common = new CommonOptions();

    @Option(names = "--archive", paramLabel = "DIRECTORY", required = true, description = "Unpacked release archive.")
    private Path archive;

    @Option(names = "--release", paramLabel = "VERSION", required = true, description = "Version of the packages.")
    private String release;

    @Option(
            names = "--architecture",
            paramLabel = "NAME",
            required = true,
            description = "Architecture of the programs: amd64, arm64.")
    private String architecture;

    @Option(
            names = "--maintainer",
            paramLabel = "NAME",
            required = true,
            description = "Maintainer of the packages, such as \"Ada <ada@example.com>\".")
    private String maintainer;

    @Option(
            names = "--deb-requires",
            paramLabel = "PACKAGE",
            description = "Dependency of the Debian package, such as \"libc6 (>= 2.36)\"; repeatable.")
    private List<String> debRequirements = List.of();

    @Option(
            names = "--rpm-requires",
            paramLabel = "CAPABILITY",
            description = "Requirement of the RPM package, such as \"libc.so.6()(64bit)\"; repeatable.")
    private List<String> rpmRequirements = List.of();

    @Option(
            names = "--created",
            paramLabel = "SECONDS",
            required = true,
            description = "Time of all files, in seconds since 1970.")
    private long created;

    @Option(names = "--to", paramLabel = "DIRECTORY", required = true, description = "Existing directory to write to.")
    private Path target;

    private PackageBuildCommand(CommandContext session) {
        this.session = session;
    }

    public static void main(String[] arguments) {
        ToolRunner.main(arguments, PackageBuildCommand::commands);
    }

    static CommandRegistry commands(CommandContext session) {
        return new CommandRegistry(() -> new PackageBuildCommand(session));
    }

    @Override
    public Integer call() {
        validate();
        try {
            PackageSpec deb = spec(debRequirements);
            new DebPackageWriter(deb, PackageLayout.DEB.files(archive)).write(print(target.resolve(deb.debFileName())));
            PackageSpec rpm = spec(rpmRequirements);
            new RpmPackageWriter(rpm, PackageLayout.RPM.files(archive)).write(print(target.resolve(rpm.rpmFileName())));
        } catch (IOException e) {
            throw new ButlerException(ErrorCode.ENVIRONMENT, "Cannot build the packages: " + e.getMessage() + ".", e);
        }
        return 0;
    }

    private PackageSpec spec(List<String> requirements) {
        return new PackageSpec(release, architecture, maintainer, requirements, Instant.ofEpochSecond(created));
    }

    private Path print(Path file) {
        session.terminal().out().println(file);
        return file;
    }

    private void validate() {
        List<InputProblem> problems = new ArrayList<>();
        if (!VERSION.matcher(release).matches()) {
            problems.add(new InputProblem("--release", "must be a version such as 1.4.0 or 1.4.0-rc.1"));
        }
        if (!MAINTAINER.matcher(maintainer).matches()) {
            problems.add(
                    new InputProblem("--maintainer", "must be a name and an address, such as Ada <ada@example.com>"));
        }
        if (!List.of("amd64", "arm64").contains(architecture)) {
            problems.add(new InputProblem("--architecture", "must be amd64 or arm64"));
        }
        if (!Files.isDirectory(target)) {
            problems.add(new InputProblem("--to", "is not a directory"));
        }
        CONTENT.stream()
                .filter(name -> !Files.exists(archive.resolve(name)))
                .forEach(
                        name -> problems.add(new InputProblem("--archive", archive.resolve(name) + " does not exist")));
        if (!problems.isEmpty()) {
            throw ButlerException.invalid("Invalid options:", problems);
        }
    }
}
