package dev.butlerlabs.image;

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
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Builds the image of the controllers from files; the program behind {@code scripts/image}. */
@Command(
        name = "butler-image",
        description = "Build the container image of the controllers.",
        footer = "  butler-image --program butler-controllers --sbom butler-controllers.cdx.json --tar image.tar")
public final class ImageBuildCommand implements Callable<Integer> {
    private static final String REPOSITORY = "ghcr.io/butlerdotdev/butler-controllers";

    private final CommandContext session;

    @SuppressWarnings("unused") // set by picocli
    @Mixin
    private CommonOptions common = new CommonOptions();

    @Option(names = "--program", paramLabel = "FILE", description = "Native program.")
    private Path program;

    @Option(names = "--runtime", paramLabel = "DIRECTORY", description = "Java runtime, instead of a native program.")
    private Path runtime;

    @Option(names = "--jars", paramLabel = "DIRECTORY", description = "Jars of the program, with --runtime.")
    private Path jars;

    @Option(
            names = "--system-file",
            paramLabel = "FILE",
            description = "File of this machine to include under the same path, such as the C library; repeatable.")
    private List<Path> systemFiles = List.of();

    @Option(
            names = "--package",
            paramLabel = "URL",
            description = "Package URL of the system files, for the SBOM; repeatable.")
    private List<String> packages = List.of();

    @Option(names = "--sbom", paramLabel = "FILE", required = true, description = "SBOM in CycloneDX format.")
    private Path sbom;

    @Option(names = "--license", paramLabel = "FILE", required = true, description = "License of the program.")
    private Path license;

    @Option(names = "--release", paramLabel = "VERSION", required = true, description = "Version of the program.")
    private String release;

    @Option(names = "--revision", paramLabel = "COMMIT", required = true, description = "Git commit of the program.")
    private String revision;

    @Option(
            names = "--created",
            paramLabel = "SECONDS",
            required = true,
            description = "Creation time of the image, in seconds since 1970.")
    private long created;

    @Option(names = "--work", paramLabel = "DIRECTORY", required = true, description = "Directory for temporary files.")
    private Path work;

    @Option(names = "--tar", paramLabel = "FILE", description = "Write an OCI archive to this file.")
    private Path tar;

    @Option(names = "--layout", paramLabel = "DIRECTORY", description = "Write an OCI image layout to this directory.")
    private Path layout;

    @Option(names = "--push", paramLabel = "REFERENCE", description = "Push the image to a registry.")
    private String push;

    private ImageBuildCommand(CommandContext session) {
        this.session = session;
    }

    public static void main(String[] arguments) {
        ToolRunner.main(arguments, ImageBuildCommand::commands);
    }

    static CommandRegistry commands(CommandContext session) {
        return new CommandRegistry(() -> new ImageBuildCommand(session));
    }

    @Override
    public Integer call() {
        validate();
        try {
            build();
        } catch (IOException e) {
            throw new ButlerException(ErrorCode.ENVIRONMENT, "Cannot build the image: " + e.getMessage() + ".", e);
        }
        return 0;
    }

    private void validate() {
        List<InputProblem> problems = new ArrayList<>();
        if ((program == null) == (runtime == null) || (runtime == null) != (jars == null)) {
            problems.add(new InputProblem("--program", "specify either --program, or --runtime and --jars"));
        }
        List<Path> files = new ArrayList<>(systemFiles);
        files.addAll(List.of(sbom, license));
        Optional.ofNullable(program).ifPresent(files::add);
        files.stream()
                .filter(file -> !Files.isRegularFile(file))
                .forEach(file -> problems.add(new InputProblem(file.toString(), "file not found")));
        if (!problems.isEmpty()) {
            throw ButlerException.invalid("Invalid options:", problems);
        }
        Optional.ofNullable(push).ifPresent(ImageBuilder::reference);
    }

    private void build() throws IOException {
        Files.createDirectories(work);
        ImageBuilder builder = new ImageBuilder(spec(), work.resolve("cache"));
        Path archive = work.resolve("image.tar");
        Path extracted = work.resolve("layout");
        BuiltImage image = builder.writeArchive(archive);
        OciArchive.extract(archive, extracted);
        if (layout != null) {
            OciArchive.extract(archive, layout);
        }
        if (tar != null) {
            copyResults(archive);
        }
        print(image, OciArchive.layerBytes(extracted));
        if (push != null) {
            session.messages()
                    .print("Pushed %s@%s.".formatted(push, builder.push(push).digest()));
        }
    }

    private void copyResults(Path archive) throws IOException {
        Files.copy(archive, tar, StandardCopyOption.REPLACE_EXISTING);
        Files.copy(
                work.resolve("butler-controllers.cdx.json"),
                tar.resolveSibling(tar.getFileName().toString().replaceFirst("\\.tar$", "") + ".cdx.json"),
                StandardCopyOption.REPLACE_EXISTING);
    }

    private void print(BuiltImage image, long bytes) {
        session.terminal().out().println(image.digest());
        session.messages().print(String.format(Locale.ROOT, "Image built, %.1f MB compressed.", bytes / 1e6));
    }

    private ImageSpec spec() throws IOException {
        ControllersProgram content =
                program == null ? new ControllersProgram.OnJava(runtime, jars) : new ControllersProgram.Native(program);
        List<ImageLayer> layers = new ArrayList<>();
        layers.add(new BaseLayer(systemFiles, license, sbom, packages)
                .create(work, Path.of(System.getProperty("java.home"))));
        layers.addAll(content.layers());
        return new ImageSpec(
                REPOSITORY + ":" + release,
                architecture(),
                Instant.ofEpochSecond(created),
                content.entryPoint(),
                labels(),
                layers);
    }

    /** Returns the architecture of this machine, which is that of the program. */
    private static String architecture() {
        return System.getProperty("os.arch").replace("x86_64", "amd64").replace("aarch64", "arm64");
    }

    private Map<String, String> labels() {
        return Map.of(
                "org.opencontainers.image.title",
                "butler-controllers",
                "org.opencontainers.image.description",
                "The controllers of the Butler platform",
                "org.opencontainers.image.version",
                release,
                "org.opencontainers.image.revision",
                revision,
                "org.opencontainers.image.created",
                Instant.ofEpochSecond(created).toString(),
                "org.opencontainers.image.licenses",
                "Apache-2.0");
    }
}
