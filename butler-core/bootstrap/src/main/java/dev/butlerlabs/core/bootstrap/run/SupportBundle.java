package dev.butlerlabs.core.bootstrap.run;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.butlerlabs.core.api.ClusterBootstrap;
import dev.butlerlabs.core.api.IPAllocation;
import dev.butlerlabs.core.api.LoadBalancerRequest;
import dev.butlerlabs.core.api.MachineRequest;
import dev.butlerlabs.core.api.NetworkPool;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.bootstrap.state.ClusterDirectory;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Collects the information to diagnose a failed bootstrap: resources with their conditions, events, and the run log. Reads no Secret and
 * redacts fields that may contain one.
 */
public final class SupportBundle {
    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss").withZone(ZoneOffset.UTC);
    /** Fields with machine configuration, which contains keys, and values of patches. */
    private static final Set<String> HIDDEN = Set.of("userData", "networkData", "value", "kubeconfig", "talosconfig");

    private final KubernetesClient client;
    private final ClusterDirectory folder;
    private final String namespace;
    private final Clock clock;

    public SupportBundle(KubernetesClient client, ClusterDirectory folder, String namespace, Clock clock) {
        this.client = client;
        this.folder = folder;
        this.namespace = namespace;
        this.clock = clock;
    }

    /**
     * Writes the bundle, readable only by its user.
     *
     * @return the path of the bundle
     * @throws ButlerException if it cannot be written
     */
    public Path write() {
        Path file = folder.folder().resolve("support-%s.zip".formatted(STAMP.format(clock.instant())));
        try (OutputStream stream = Files.newOutputStream(create(file), StandardOpenOption.WRITE);
                ZipOutputStream zip = new ZipOutputStream(stream)) {
            add(zip, "clusterbootstraps.yaml", list(ClusterBootstrap.class));
            add(zip, "machinerequests.yaml", list(MachineRequest.class));
            add(zip, "loadbalancerrequests.yaml", list(LoadBalancerRequest.class));
            add(zip, "networkpools.yaml", list(NetworkPool.class));
            add(zip, "ipallocations.yaml", list(IPAllocation.class));
            add(zip, "providerconfigs.yaml", list(ProviderConfig.class));
            add(zip, "events.yaml", list(Event.class));
            if (Files.exists(folder.events())) {
                add(zip, "story.jsonl", Files.readString(folder.events()));
            }
            return file;
        } catch (IOException e) {
            throw new ButlerException(ErrorCode.ENVIRONMENT, "Cannot write support bundle %s.".formatted(file), e);
        }
    }

    private static Path create(Path file) throws IOException {
        return Files.createFile(
                file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    }

    private <T extends HasMetadata> List<T> list(Class<T> kind) {
        return KubeErrorMapper.translating(
                "listing " + kind.getSimpleName(),
                () -> client.resources(kind).inNamespace(namespace).list().getItems());
    }

    private void add(ZipOutputStream zip, String name, List<? extends HasMetadata> objects) throws IOException {
        StringBuilder text = new StringBuilder();
        for (HasMetadata object : objects) {
            object.getMetadata().setManagedFields(List.of());
            Map<String, Object> tree = client.getKubernetesSerialization()
                    .unmarshal(
                            client.getKubernetesSerialization().asYaml(object),
                            new TypeReference<Map<String, Object>>() {});
            redact(tree);
            text.append(client.getKubernetesSerialization().asYaml(tree));
        }
        add(zip, name, text.toString());
    }

    private static void add(ZipOutputStream zip, String name, String text) throws IOException {
        zip.putNextEntry(new ZipEntry(name));
        zip.write(text.getBytes(StandardCharsets.UTF_8));
        zip.closeEntry();
    }

    private static void redact(Object value) {
        if (value instanceof Map<?, ?> map) {
            redactEntries(map);
        } else if (value instanceof Collection<?> list) {
            list.forEach(SupportBundle::redact);
        }
    }

    @SuppressWarnings("unchecked") // YAML trees have string keys
    private static void redactEntries(Map<?, ?> map) {
        ((Map<String, Object>) map)
                .replaceAll((key, inner) -> HIDDEN.contains(key) && inner instanceof String ? "(hidden)" : inner);
        map.values().forEach(SupportBundle::redact);
    }
}
