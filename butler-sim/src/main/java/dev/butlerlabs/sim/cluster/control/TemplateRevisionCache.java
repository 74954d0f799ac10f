package dev.butlerlabs.sim.cluster.control;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import java.util.HashMap;
import java.util.Map;

/** Computes the hashes of pod templates once per generation of their workload. Not thread-safe. */
final class TemplateRevisionCache {
    private final Map<String, Revision> byUid = new HashMap<>();

    private record Revision(Long generation, String hash) {}

    /** Returns a hash that identifies the template of a stored workload. */
    String of(HasMetadata workload, PodTemplateSpec template) {
        Long generation = workload.getMetadata().getGeneration();
        Revision known = byUid.get(workload.getMetadata().getUid());
        if (known != null && known.generation().equals(generation)) {
            return known.hash();
        }
        String hash = PodFactory.revision(template);
        if (generation != null) {
            byUid.put(workload.getMetadata().getUid(), new Revision(generation, hash));
        }
        return hash;
    }
}
