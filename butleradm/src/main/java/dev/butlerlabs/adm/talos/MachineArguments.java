package dev.butlerlabs.adm.talos;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.talos.config.DataDisk;
import dev.butlerlabs.core.talos.config.Installation;
import dev.butlerlabs.core.talos.config.MachineClusterOptionsBuilder;
import dev.butlerlabs.core.talos.config.MachineNodeOptions;
import dev.butlerlabs.core.talos.image.Schematic;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Options of the machines. */
final class MachineArguments {
    @Option(names = "--install-disk", paramLabel = "DEVICE", description = "Disk to install Talos on.")
    private String disk = "";

    @Option(names = "--install-image", paramLabel = "IMAGE", description = "Installer image.")
    private String image = "";

    @Option(
            names = "--schematic",
            paramLabel = "ID",
            description = "Image Factory schematic ID of the installer, instead of --install-image.")
    private String schematic = "";

    @Option(
            names = "--platform",
            paramLabel = "PLATFORM",
            defaultValue = "metal",
            description = "Platform of the installer, such as metal or nocloud (default: ${DEFAULT-VALUE}).")
    private String platform = "metal";

    @Option(names = "--kernel-arg", paramLabel = "ARGUMENT", description = "Kernel argument; repeatable.")
    private List<String> kernelArguments = new ArrayList<>();

    @Option(names = "--sysctl", paramLabel = "SETTING", description = "Kernel parameter as name=value; repeatable.")
    private List<String> sysctls = new ArrayList<>();

    @Option(
            names = "--registry-mirror",
            paramLabel = "MIRROR",
            description = "Registry mirror as host=URL; repeatable.")
    private List<String> mirrors = new ArrayList<>();

    @Option(names = "--time-servers", paramLabel = "HOSTS", split = ",", description = "NTP servers, comma-separated.")
    private List<String> timeServers = new ArrayList<>();

    @Option(
            names = "--nameservers",
            paramLabel = "ADDRESSES",
            split = ",",
            description = "DNS servers, comma-separated.")
    private List<String> nameservers = new ArrayList<>();

    @Option(names = "--node-label", paramLabel = "LABEL", description = "Node label as name=value; repeatable.")
    private List<String> labels = new ArrayList<>();

    @Option(
            names = "--node-taint",
            paramLabel = "TAINT",
            description = "Node taint as name=Effect or name=value:Effect; repeatable.")
    private List<String> taints = new ArrayList<>();

    @Option(
            names = "--extra-disk",
            paramLabel = "DISK",
            description = "Data disk as name=device, mounted at /var/mnt/name; repeatable.")
    private List<String> extraDisks = new ArrayList<>();

    @Option(
            names = "--control-plane-node",
            paramLabel = "NAME",
            description = "Write NAME.yaml for a control plane machine with this hostname; repeatable.")
    private List<String> controlPlaneNodes = new ArrayList<>();

    @Option(
            names = "--worker-node",
            paramLabel = "NAME",
            description = "Write NAME.yaml for a worker with this hostname; repeatable.")
    private List<String> workerNodes = new ArrayList<>();

    List<String> controlPlaneNodes() {
        return List.copyOf(controlPlaneNodes);
    }

    List<String> workerNodes() {
        return List.copyOf(workerNodes);
    }

    MachineClusterOptionsBuilder complete(
            MachineClusterOptionsBuilder builder, MachineSettingsReader file, Optional<String> talosVersion) {
        return builder.installation(new Installation(
                        filled(disk).or(file::installDisk), image(file, talosVersion), kernelArguments))
                .sysctls(pairs("--sysctl", sysctls))
                .registryMirrors(mirrors())
                .timeServers(timeServers.isEmpty() ? file.timeServers() : timeServers)
                .nameservers(nameservers);
    }

    MachineNodeOptions node(Map<String, String> labelsOfFile) {
        Map<String, String> all = new LinkedHashMap<>(labelsOfFile);
        all.putAll(pairs("--node-label", labels));
        List<DataDisk> disks = pairs("--extra-disk", extraDisks).entrySet().stream()
                .map(entry -> new DataDisk(entry.getKey(), entry.getValue()))
                .toList();
        return new MachineNodeOptions(Optional.empty(), all, Map.of(), pairs("--node-taint", taints), disks);
    }

    private Optional<String> image(MachineSettingsReader file, Optional<String> talosVersion) {
        Optional<String> id = filled(schematic).or(file::schematic);
        if (!image.isEmpty() || id.isEmpty()) {
            return filled(image);
        }
        String version = talosVersion.orElseThrow(() -> GenerateCommand.missing("--talos-version"));
        return Optional.of(Schematic.installer(id.get(), platform, false, version));
    }

    private Map<String, List<String>> mirrors() {
        Map<String, List<String>> result = new LinkedHashMap<>();
        for (String mirror : mirrors) {
            Map.Entry<String, String> pair = pair("--registry-mirror", mirror);
            result.computeIfAbsent(pair.getKey(), key -> new ArrayList<>()).add(pair.getValue());
        }
        return result;
    }

    private static Map<String, String> pairs(String option, List<String> words) {
        Map<String, String> result = new LinkedHashMap<>();
        words.stream().map(word -> pair(option, word)).forEach(pair -> result.put(pair.getKey(), pair.getValue()));
        return result;
    }

    private static Map.Entry<String, String> pair(String option, String word) {
        int equals = word.indexOf('=');
        if (equals < 1) {
            throw new ButlerException(
                    ErrorCode.USAGE, "invalid value for %s: must be name=value, not \"%s\".".formatted(option, word));
        }
        return Map.entry(word.substring(0, equals), word.substring(equals + 1));
    }

    private static Optional<String> filled(String text) {
        return text.isEmpty() ? Optional.empty() : Optional.of(text);
    }
}
