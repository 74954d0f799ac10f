package dev.butlerlabs.adm.backup;

import dev.butlerlabs.core.backup.content.BackupManifest;
import dev.butlerlabs.core.backup.content.TenantContent;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The description of a backup for scripts. */
final class BackupDocument {
    private BackupDocument() {}

    static Map<String, Object> of(BackupManifest manifest) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("cluster", manifest.cluster());
        document.put("time", manifest.time().toString());
        document.put("butlerVersion", manifest.butlerVersion());
        document.put("resourceVersion", manifest.resourceVersion());
        document.put("consistent", manifest.isConsistent());
        document.put("objects", new TreeMap<>(manifest.counts()));
        manifest.etcd().ifPresent(etcd -> {
            Map<String, Object> snapshot = new LinkedHashMap<>();
            snapshot.put("node", etcd.node());
            snapshot.put("bytes", etcd.bytes());
            snapshot.put("sha256", etcd.sha256());
            document.put("etcd", snapshot);
        });
        return document;
    }

    /** Returns the tenant clusters of a backup. */
    static List<Map<String, Object>> tenants(List<TenantContent> tenants) {
        return tenants.stream()
                .map(tenant -> {
                    Map<String, Object> document = new LinkedHashMap<>();
                    document.put("namespace", tenant.namespace());
                    document.put("name", tenant.name());
                    document.put("kubernetesVersion", tenant.kubernetesVersion());
                    document.put("resourceVersion", tenant.resourceVersion());
                    document.put("consistent", tenant.isConsistent());
                    document.put("objects", new TreeMap<>(tenant.counts()));
                    return document;
                })
                .toList();
    }
}
