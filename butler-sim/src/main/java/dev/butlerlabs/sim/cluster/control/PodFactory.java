package dev.butlerlabs.sim.cluster.control;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Creates and reads pods on behalf of controllers. */
final class PodFactory {
    private static final Set<String> ENDED = Set.of("Succeeded", "Failed");
    private static final String LETTERS = "bcdfghjklmnpqrstvwxz2456789";

    private PodFactory() {}

    static Pod fromTemplate(HasMetadata owner, PodTemplateSpec template, String name, Map<String, String> moreLabels) {
        Map<String, String> labels = new HashMap<>();
        if (template.getMetadata() != null && template.getMetadata().getLabels() != null) {
            labels.putAll(template.getMetadata().getLabels());
        }
        labels.putAll(moreLabels);
        return new PodBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace(owner.getMetadata().getNamespace())
                .withLabels(labels)
                .withAnnotations(
                        template.getMetadata() == null
                                ? null
                                : template.getMetadata().getAnnotations())
                .withOwnerReferences(OwnerReferenceFactory.reference(owner))
                .endMetadata()
                .withSpec(template.getSpec())
                .build();
    }

    /** Returns a short hash of the arguments that is valid in object names. */
    static String letters(int count, Object... words) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256")
                    .digest(List.of(words).toString().getBytes(StandardCharsets.UTF_8));
            StringBuilder letters = new StringBuilder();
            for (int i = 0; i < count; i++) {
                letters.append(LETTERS.charAt((hash[i] & 0xff) % LETTERS.length()));
            }
            return letters.toString();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has SHA-256", e);
        }
    }

    /** Returns a hash that identifies a template. */
    static String revision(PodTemplateSpec template) {
        return letters(10, Serialization.asJson(template));
    }

    static boolean hasLabel(Pod pod, String key, String value) {
        return pod.getMetadata().getLabels() != null
                && value.equals(pod.getMetadata().getLabels().get(key));
    }

    static String phase(Pod pod) {
        return pod.getStatus() == null
                ? "Pending"
                : Objects.requireNonNullElse(pod.getStatus().getPhase(), "Pending");
    }

    static boolean hasEnded(Pod pod) {
        return ENDED.contains(phase(pod));
    }

    static boolean isReady(Pod pod) {
        return pod.getStatus() != null
                && pod.getStatus().getConditions().stream()
                        .anyMatch(condition -> condition.getType().equals("Ready")
                                && condition.getStatus().equals("True"));
    }

    static int ready(List<Pod> pods) {
        return (int) pods.stream().filter(PodFactory::isReady).count();
    }

    static boolean isOnHostNetwork(Pod pod) {
        return Boolean.TRUE.equals(pod.getSpec().getHostNetwork());
    }
}
