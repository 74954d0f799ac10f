package dev.butlerlabs.sim.talos;

import dev.butlerlabs.core.talos.client.ClientConfiguration;
import dev.butlerlabs.core.talos.client.NodeAddress;
import dev.butlerlabs.core.talos.client.TalosClient;
import dev.butlerlabs.core.talos.client.TalosCredentials;
import dev.butlerlabs.core.talos.config.ConfigurationGenerator;
import dev.butlerlabs.core.talos.config.Installation;
import dev.butlerlabs.core.talos.config.MachineClusterOptions;
import dev.butlerlabs.core.talos.config.MachineClusterOptionsBuilder;
import dev.butlerlabs.core.talos.config.MachineNodeOptions;
import dev.butlerlabs.core.talos.config.MachineType;
import dev.butlerlabs.core.talos.secrets.CertificateAndKey;
import dev.butlerlabs.core.talos.secrets.ClientFilesGenerator;
import dev.butlerlabs.core.talos.secrets.SecretsBundle;
import dev.butlerlabs.core.talos.secrets.SecretsGenerator;
import dev.butlerlabs.core.talos.yaml.YamlWriter;
import dev.butlerlabs.core.version.VersionContract;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A cluster whose secrets are generated once for all tests. Its key for service accounts is a quick one, not an RSA key. */
public final class SampleCluster {
    public static final SampleCluster FIRST = new SampleCluster();

    private static final Installation SYSTEM_DISK =
            new Installation(Optional.of("/dev/vda"), Optional.empty(), List.of());

    private final SecretsBundle secrets;

    private SampleCluster() {
        SecretsGenerator generator = new SecretsGenerator(new SecureRandom(), Clock.systemUTC());
        VersionContract contract = VersionContract.parse("v1.13");
        secrets = generator.generate(
                contract, generator.generate(contract, "").etcd().key());
    }

    /** Returns another cluster, with secrets of its own. */
    static SampleCluster generate() {
        return new SampleCluster();
    }

    public SecretsBundle secrets() {
        return secrets;
    }

    private static MachineClusterOptions options(String version, Installation installation) {
        return MachineClusterOptionsBuilder.builder()
                .clusterName("sample")
                .endpoint("https://127.0.0.1:6443")
                .contract(VersionContract.parse(version))
                .installation(installation)
                .build();
    }

    /** The Kubernetes release that a configuration of this Talos has. */
    String kubernetes(String version) {
        return options(version, SYSTEM_DISK).kubernetes().text();
    }

    String configuration(MachineType type, String version) {
        return configuration(type, version, SYSTEM_DISK);
    }

    String configuration(MachineType type, String version, Installation installation) {
        return new ConfigurationGenerator(options(version, installation), secrets)
                .generate(type, MachineNodeOptions.NONE)
                .yaml();
    }

    String controlPlane(SimulatedNode node) {
        return configuration(MachineType.CONTROL_PLANE, node.version());
    }

    String worker(SimulatedNode node) {
        return configuration(MachineType.WORKER, node.version());
    }

    String talosconfig(List<String> endpoints) {
        return YamlWriter.write(new ClientFilesGenerator(new SecureRandom(), Clock.systemUTC())
                .talosconfig(secrets, "sample", endpoints, List.of()));
    }

    TalosCredentials administrator() {
        return credentials(talosconfig(List.of()));
    }

    static TalosCredentials credentials(String talosconfig) {
        return ClientConfiguration.parse("talosconfig", talosconfig)
                .context(Optional.empty())
                .credentials();
    }

    /** As somebody with other roles, or at another time. */
    TalosCredentials holder(List<String> roles, Clock clock) {
        CertificateAndKey client = new ClientFilesGenerator(new SecureRandom(), clock).talosClient(secrets, roles);
        Map<String, Object> context = new LinkedHashMap<>();
        context.put("ca", base64(secrets.os().certificate()));
        context.put("crt", base64(client.certificate()));
        context.put("key", base64(client.key()));
        return credentials(YamlWriter.write(Map.of("context", "a", "contexts", Map.of("a", context))));
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.US_ASCII));
    }

    TalosClient secured(SimulatedNode node) {
        return TalosClient.secured(address(node), administrator(), Clock.systemUTC());
    }

    static TalosClient maintenance(SimulatedNode node) {
        return TalosClient.maintenance(address(node), Optional.empty());
    }

    static NodeAddress address(SimulatedNode node) {
        return new NodeAddress(
                node.address().getAddress().getHostAddress(), node.address().getPort());
    }
}
