package dev.butlerlabs.adm.talos;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.DestinationOptions;
import dev.butlerlabs.core.cli.output.JsonTextWriter;
import dev.butlerlabs.core.cli.output.OutputFormat;
import dev.butlerlabs.core.cli.output.YamlTextWriter;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.talos.config.ConfigurationGenerator;
import dev.butlerlabs.core.talos.config.ConfigurationValidator;
import dev.butlerlabs.core.talos.config.MachineClusterOptions;
import dev.butlerlabs.core.talos.config.MachineConfiguration;
import dev.butlerlabs.core.talos.config.MachineNodeOptions;
import dev.butlerlabs.core.talos.config.MachineType;
import dev.butlerlabs.core.talos.config.RunMode;
import dev.butlerlabs.core.talos.patch.ConfigurationPatch;
import dev.butlerlabs.core.talos.patch.PatchApplier;
import dev.butlerlabs.core.talos.secrets.ClientFilesGenerator;
import dev.butlerlabs.core.talos.secrets.SecretsBundle;
import dev.butlerlabs.core.talos.secrets.SecretsGenerator;
import dev.butlerlabs.core.talos.yaml.YamlWriter;
import java.io.PrintStream;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Generates the machine configurations, talosconfig and kubeconfig of a cluster. */
@Command(
        name = "generate",
        description = {
            "Generate machine configurations, a talosconfig and a kubeconfig for a cluster.",
            "Reads the settings from options and, with -c, from a bootstrap file. Options take precedence.",
            "Writes controlplane.yaml, worker.yaml, talosconfig and kubeconfig to the --output directory, and secrets.yaml unless --secrets is given."
        },
        footer = {
            "  butleradm talos generate -c bootstrap.yaml --output configs",
            "  butleradm talos generate --cluster-name demo --talos-version v1.13.9 \\",
            "      --endpoint https://10.0.0.9:6443 --install-disk /dev/sda --output configs"
        })
final class GenerateCommand implements Runnable {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private DestinationOptions destination = new DestinationOptions();

    @Mixin
    private TalosVersionOption version = new TalosVersionOption();

    @ArgGroup(validate = false, heading = "%nCluster options:%n")
    private ClusterArguments cluster = new ClusterArguments();

    @ArgGroup(validate = false, heading = "%nMachine options:%n")
    private MachineArguments machines = new MachineArguments();

    @Option(
            names = {"-c", "-f", "--config", "--filename"},
            paramLabel = "FILE",
            description = "Configuration file to read; use - for standard input.")
    private Path config;

    @Option(
            names = "--secrets",
            paramLabel = "FILE",
            description = "File with the secrets of the cluster (default: generate new ones).")
    private Path secretsFile;

    @Option(names = "--patch", paramLabel = "FILE", description = "Patch file; repeatable, applied in order.")
    private List<Path> patches = new ArrayList<>();

    @Option(
            names = "--patch-control-plane",
            paramLabel = "FILE",
            description = "Patch file for control plane machines.")
    private List<Path> controlPlanePatches = new ArrayList<>();

    @Option(names = "--patch-worker", paramLabel = "FILE", description = "Patch file for workers.")
    private List<Path> workerPatches = new ArrayList<>();

    GenerateCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        MachineSettingsReader file = config == null
                ? MachineSettingsReader.NONE
                : MachineSettingsReader.parse(config.toString(), InputFileReader.read(session, config));
        MachineClusterOptions options = cluster.options(file, version, machines);
        options.check();
        options.warnings().forEach(sentence -> session.messages().print("warning: " + sentence));
        Path folder = destination.path().orElse(Path.of("."));
        Map<Path, Content> files = plan(folder, options, file);
        destination.checkFree(files.keySet());
        SecretsBundle secrets = secrets(options);
        Map<Path, String> texts = new LinkedHashMap<>();
        files.forEach((path, content) -> texts.put(path, content.text(secrets)));
        texts.forEach(DestinationOptions::write);
        Path controlPlane = folder.resolve("controlplane.yaml");
        report(texts.keySet().stream().map(Path::toString).toList(), next(controlPlane, texts.get(controlPlane)));
    }

    /**
     * Returns the validate command for the first mode in which the file is valid: metal requires an install disk, cloud
     * does not.
     */
    private static String next(Path file, String text) {
        RunMode mode = Stream.of(RunMode.METAL, RunMode.CLOUD)
                .filter(candidate -> isValid(file, text, candidate))
                .findFirst()
                .orElse(RunMode.METAL);
        return "butleradm talos validate --mode %s --config %s".formatted(mode, file);
    }

    private static boolean isValid(Path file, String text, RunMode mode) {
        MachineConfiguration configuration = MachineConfiguration.parse(file.toString(), text, Optional.empty());
        return ConfigurationValidator.validate(configuration, mode, Optional.empty())
                .problems()
                .isEmpty();
    }

    /** Produces the content of a file once the secrets are known. */
    private interface Content {
        String text(SecretsBundle secrets);
    }

    private Map<Path, Content> plan(Path folder, MachineClusterOptions options, MachineSettingsReader file) {
        Map<Path, Content> files = new LinkedHashMap<>();
        if (secretsFile == null) {
            files.put(folder.resolve("secrets.yaml"), SecretsBundle::yaml);
        }
        MachineNodeOptions controlPlane = machines.node(file.controlPlaneLabels());
        MachineNodeOptions worker = machines.node(file.workerLabels());
        List<ConfigurationPatch> shared = new ArrayList<>(file.patches());
        shared.addAll(InputFileReader.patches(patches));
        List<ConfigurationPatch> forControlPlane = joined(shared, InputFileReader.patches(controlPlanePatches));
        List<ConfigurationPatch> forWorkers = joined(shared, InputFileReader.patches(workerPatches));
        files.put(
                folder.resolve("controlplane.yaml"),
                machine(options, MachineType.CONTROL_PLANE, controlPlane, forControlPlane));
        files.put(folder.resolve("worker.yaml"), machine(options, MachineType.WORKER, worker, forWorkers));
        machines.controlPlaneNodes()
                .forEach(name -> files.put(
                        folder.resolve(name + ".yaml"),
                        machine(options, MachineType.CONTROL_PLANE, controlPlane.withHostname(name), forControlPlane)));
        machines.workerNodes()
                .forEach(name -> files.put(
                        folder.resolve(name + ".yaml"),
                        machine(options, MachineType.WORKER, worker.withHostname(name), forWorkers)));
        ClientFilesGenerator clients = new ClientFilesGenerator(new SecureRandom(), session.clock());
        files.put(
                folder.resolve("talosconfig"),
                secrets -> YamlWriter.write(
                        clients.talosconfig(secrets, options.clusterName(), cluster.talosEndpoints(), List.of())));
        files.put(
                folder.resolve("kubeconfig"),
                secrets -> YamlWriter.write(clients.kubeconfig(secrets, options.clusterName(), options.endpoint())));
        return files;
    }

    private static Content machine(
            MachineClusterOptions options,
            MachineType type,
            MachineNodeOptions node,
            List<ConfigurationPatch> patches) {
        return secrets -> PatchApplier.apply(new ConfigurationGenerator(options, secrets).generate(type, node), patches)
                .yaml();
    }

    private static List<ConfigurationPatch> joined(List<ConfigurationPatch> first, List<ConfigurationPatch> second) {
        List<ConfigurationPatch> all = new ArrayList<>(first);
        all.addAll(second);
        return all;
    }

    private SecretsBundle secrets(MachineClusterOptions options) {
        return Optional.ofNullable(secretsFile)
                .map(file -> SecretsBundle.parse(file.toString(), InputFileReader.read(file)))
                .orElseGet(
                        () -> new SecretsGenerator(new SecureRandom(), session.clock()).generate(options.contract()));
    }

    private void report(List<String> files, String next) {
        PrintStream out = session.terminal().out();
        OutputFormat format = destination.format();
        switch (format) {
            case JSON -> out.println(JsonTextWriter.pretty(Map.of("files", files)));
            case YAML -> out.print(YamlTextWriter.of(Map.of("files", files)));
            case TABLE, WIDE, NAME, TEMPLATE -> files.forEach(out::println);
        }
        if (format == OutputFormat.TABLE && !common.isQuiet()) {
            session.messages().print("Next: " + next);
        }
    }

    /** Creates the error for a missing option that a bootstrap file can replace. */
    static ButlerException missing(String option) {
        return new ButlerException(
                ErrorCode.USAGE,
                "Missing required option: %s".formatted(option),
                "Pass the option, or a bootstrap file with -c.");
    }
}
