package dev.butlerlabs.core.backup.content;

import dev.butlerlabs.core.kube.ObjectSerialization;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Verifies the content of the tenant clusters of an opened backup, whose checksums were verified when it was opened. */
public final class TenantContentVerifier {
    private TenantContentVerifier() {}

    /** Decodes and counts all objects, and returns why the backup cannot be relied on; empty if it is valid. */
    public static List<String> problems(BackupReader backup) {
        List<String> problems = new ArrayList<>();
        for (TenantContent tenant : backup.tenants()) {
            Map<String, Integer> counts = new TreeMap<>();
            backup.visit(tenant, ObjectSerialization.plain(), page -> {
                counts.merge(page.type().name(), page.objects().size(), Integer::sum);
                page.objects().stream()
                        .filter(object -> object.getMetadata() == null
                                || object.getMetadata().getName() == null
                                || object.getMetadata().getUid() == null)
                        .forEach(_ -> problems.add("Tenant cluster %s has an object of %s without name or uid."
                                .formatted(tenant.tenant(), page.type().name())));
            });
            if (!counts.equals(tenant.counts())) {
                problems.add("Tenant cluster %s contains %s, but its list has %s."
                        .formatted(tenant.tenant(), counts, new TreeMap<>(tenant.counts())));
            }
        }
        return problems;
    }
}
