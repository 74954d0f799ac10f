package dev.butlerlabs.core.backup.content;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.kube.ObjectSerialization;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.IntConsumer;

/**
 * Writes all objects of a tenant cluster to a backup, read from its own API at one resource version. Several can write to the same backup at
 * the same time. Needs memory for one page of objects.
 */
final class TenantContentWriter {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int REPORT_INTERVAL = 500;

    private final TenantSource source;
    private final EntryWriter entries;
    private final KubernetesSerialization serialization = ObjectSerialization.plain();
    private final Map<String, Integer> counts = new TreeMap<>();
    private int read;

    TenantContentWriter(TenantSource source, EntryWriter entries) {
        this.source = source;
        this.entries = entries;
    }

    /**
     * Writes the content.
     *
     * @param progress receives the number of objects that were read so far, from time to time
     * @throws ButlerException if the tenant cluster cannot be read
     */
    TenantContent write(IntConsumer progress) throws IOException {
        ObjectName tenant = source.name();
        int number = 0;
        for (ObjectPage page : source.managementObjects()) {
            entries.add(
                    "%s%03d-%s.json"
                            .formatted(
                                    TenantContent.management(tenant),
                                    number++,
                                    page.type().name()),
                    ObjectPage.encode(serialization, page.type(), page.objects()));
        }
        try (KubernetesClient client = source.connect()) {
            ObjectLister lister = new ObjectLister(client);
            writeObjects(client, lister, progress);
            TenantContent content = new TenantContent(
                    tenant.namespace().orElseThrow(),
                    tenant.name(),
                    UUID.randomUUID().toString(),
                    version(client),
                    lister.resourceVersion(),
                    lister.isConsistent(),
                    counts,
                    source.releases());
            entries.add(TenantContent.path(tenant), content.encode());
            return content;
        }
    }

    private void writeObjects(KubernetesClient client, ObjectLister lister, IntConsumer progress) throws IOException {
        int number = 0;
        for (ResourceType type : new ApiTypeReader(client).read()) {
            int[] part = {0};
            int position = number++;
            try {
                lister.visit(type, page -> {
                    entries.add(
                            TenantContent.page(source.name(), position, type, part[0]++),
                            ObjectPage.encode(serialization, type, page));
                    counts.merge(type.name(), page.size(), Integer::sum);
                    report(page.size(), progress);
                });
            } catch (ButlerException e) {
                throw e.code() == ErrorCode.FORBIDDEN ? notPermitted(e) : e;
            }
        }
    }

    private void report(int more, IntConsumer progress) {
        int before = read;
        read += more;
        if (read / REPORT_INTERVAL > before / REPORT_INTERVAL) {
            progress.accept(read);
        }
    }

    private ButlerException notPermitted(ButlerException e) {
        return new ButlerException(
                ErrorCode.FORBIDDEN,
                "The kubeconfig of tenant cluster %s does not permit to read all its objects: %s"
                        .formatted(source.name(), e.getMessage()),
                "Use a kubeconfig with the role cluster-admin in the tenant cluster.",
                e.problems(),
                e);
    }

    private static String version(KubernetesClient client) throws IOException {
        String text = KubeErrorMapper.translating("reading the version", () -> client.raw("/version"));
        return text == null ? "" : JSON.readTree(text).path("gitVersion").asText();
    }
}
