package dev.butlerlabs.adm.talos;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.output.OutputPrinter;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.talos.image.Schematic;
import dev.butlerlabs.core.talos.yaml.YamlReader;
import dev.butlerlabs.core.tree.UntypedTree;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Computes the ID of an image schematic. */
@Command(
        name = "schematic",
        description = {
            "Compute the Image Factory ID of a schematic offline.",
            "Reads the schematic from options, or from a file that the options extend."
        },
        footer = {
            "  butleradm talos schematic --extension siderolabs/qemu-guest-agent",
            "  butleradm talos schematic schematic.yaml --talos-version v1.13.9 -o yaml"
        })
final class SchematicCommand implements Runnable {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private TalosVersionOption version = new TalosVersionOption();

    @Parameters(arity = "0..1", paramLabel = "FILE", description = "YAML file with a schematic.")
    private Path file;

    @Option(
            names = {"-f", "--filename"},
            paramLabel = "FILE",
            description = "YAML file with a schematic, instead of the argument; use - for standard input.")
    private Path filename;

    @Option(names = "--extension", paramLabel = "NAME", description = "Official system extension; repeatable.")
    private List<String> extensions = new ArrayList<>();

    @Option(names = "--kernel-arg", paramLabel = "ARGUMENT", description = "Kernel argument; repeatable.")
    private List<String> kernelArguments = new ArrayList<>();

    @Option(
            names = "--platform",
            paramLabel = "PLATFORM",
            defaultValue = "metal",
            description = "Platform of the installer, such as metal or nocloud (default: ${DEFAULT-VALUE}).")
    private String platform = "metal";

    @Option(names = "--secure-boot", description = "Print the Secure Boot installer image.")
    private boolean secureBoot;

    SchematicCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        file = filename == null ? file : filename;
        Schematic schematic = Schematic.of(file == null ? "The schematic" : file.toString(), parts());
        OutputPrinter printer = output.printer(session, common);
        switch (printer.format()) {
            case TABLE, WIDE, NAME -> printer.out().println(schematic.id());
            case JSON, YAML, TEMPLATE -> printer.document(document(schematic));
        }
    }

    private Map<String, Object> parts() {
        Map<String, Object> tree = fromFile();
        Map<String, Object> customization = child(tree, "customization");
        if (!extensions.isEmpty()) {
            append(child(customization, "systemExtensions"), "officialExtensions", extensions);
        }
        append(customization, "extraKernelArgs", kernelArguments);
        return tree;
    }

    private Map<String, Object> fromFile() {
        if (file == null) {
            return new LinkedHashMap<>();
        }
        List<Object> documents = YamlReader.documents(file.toString(), InputFileReader.read(session, file));
        if (documents.size() != 1 || !(documents.getFirst() instanceof Map<?, ?> map)) {
            throw ButlerException.invalid(
                    file + " is not a valid schematic.",
                    List.of(new InputProblem(file.toString(), "must contain one map")));
        }
        return UntypedTree.of(map).copy();
    }

    private static Map<String, Object> child(Map<String, Object> parent, String name) {
        Map<String, Object> child = UntypedTree.of(parent).entry(name).copy();
        if (!parent.containsKey(name) || parent.get(name) instanceof Map) {
            parent.put(name, child);
        }
        return child;
    }

    private static void append(Map<String, Object> parent, String name, List<String> items) {
        if (!items.isEmpty()) {
            List<Object> all = new ArrayList<>(parent.get(name) instanceof List<?> list ? list : List.of());
            all.addAll(items);
            parent.put(name, all);
        }
    }

    private Map<String, Object> document(Schematic schematic) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("id", schematic.id());
        version.text()
                .ifPresent(text ->
                        document.put("installer", Schematic.installer(schematic.id(), platform, secureBoot, text)));
        document.put("schematic", schematic.document());
        return document;
    }
}
