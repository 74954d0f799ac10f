package dev.butlerlabs.core.server.rest;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.tenant.change.TenantClusterClient;
import dev.butlerlabs.core.tenant.change.TenantDocument;
import dev.butlerlabs.core.tenant.change.TenantEditPatch;
import dev.butlerlabs.core.tree.UntypedTree;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Replaces the spec of a tenant cluster by an edited one. Changes of the status do not conflict with an edit: the edit is based on a generation, which
 * only changes of the spec increase.
 */
final class ClusterSpecEditor {
    /** Fields that cannot change after a tenant cluster was created, with what to do instead. */
    private static final Map<String, String> FIXED = Map.of(
            "spec.kubernetesVersion", "Use the upgrade.",
            "spec.providerConfigRef", "Create another cluster on that infrastructure.",
            "spec.teamRef", "The team follows from the namespace.",
            "spec.networking.podCIDR", "Create another cluster with that network.",
            "spec.networking.serviceCIDR", "Create another cluster with that network.",
            "spec.controlPlane.dataStoreRef", "Create another cluster with that data store.");

    private static final int ATTEMPTS = 5;

    private final TenantClusterClient clusters;

    ClusterSpecEditor(TenantClusterClient clusters) {
        this.clusters = clusters;
    }

    /** Returns the paths of the fields that cannot change. */
    static List<String> fixedFields() {
        return FIXED.keySet().stream().sorted().toList();
    }

    /** Returns what is wrong with the header of an edited manifest. */
    static List<InputProblem> headerProblems(TenantDocument document, ObjectName name) {
        List<InputProblem> problems = new ArrayList<>();
        if (!document.name().equals(name.name())) {
            problems.add(new InputProblem("metadata.name", "must be " + name.name()));
        }
        if (!document.namespace().equals(name.namespace())) {
            problems.add(new InputProblem(
                    "metadata.namespace", "must be " + name.namespace().orElseThrow()));
        }
        if (generation(document.tree()) < 1) {
            problems.add(new InputProblem(
                    "metadata.generation", "is missing", "repeat the generation of the object that was edited"));
        }
        return problems;
    }

    private static long generation(Map<String, Object> tree) {
        return UntypedTree.of(tree)
                .find("metadata.generation")
                .filter(Number.class::isInstance)
                .map(value -> ((Number) value).longValue())
                .orElse(0L);
    }

    /**
     * Sends the changed fields.
     *
     * @throws ButlerException with CONFLICT if the spec was changed since the edited generation, or with the fields that cannot change
     */
    Map<String, Object> replace(ObjectName name, TenantDocument edited, boolean dryRun) {
        for (int attempt = 1; ; attempt++) {
            Map<String, Object> stored = clusters.tree(name);
            requireGeneration(name, stored, edited);
            requireFixedFields(stored, edited);
            Map<String, Object> patch = TenantEditPatch.patch(stored, spec(stored), spec(edited.tree()));
            if (patch.isEmpty()) {
                return stored;
            }
            try {
                return clusters.change(name, patch, dryRun);
            } catch (ButlerException e) {
                // The controllers wrote the status meanwhile.
                if (e.code() != ErrorCode.CONFLICT || attempt == ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    private static Map<String, Object> spec(Map<String, Object> tree) {
        return Map.of("spec", UntypedTree.of(tree).at("spec").copy());
    }

    private static void requireGeneration(ObjectName name, Map<String, Object> stored, TenantDocument edited) {
        boolean isSame = UntypedTree.of(edited.tree())
                .text("metadata.uid")
                .filter(uid -> !UntypedTree.of(stored)
                        .text("metadata.uid")
                        .filter(uid::equals)
                        .isPresent())
                .isEmpty();
        if (!isSame || generation(stored) != generation(edited.tree())) {
            throw new ButlerException(
                    ErrorCode.CONFLICT,
                    "TenantCluster %s was changed while you edited it.".formatted(name),
                    "Load the current version, apply your changes to it and try again.");
        }
    }

    private static void requireFixedFields(Map<String, Object> stored, TenantDocument edited) {
        List<InputProblem> problems = FIXED.keySet().stream()
                .sorted()
                .filter(path -> !Objects.equals(
                        UntypedTree.of(stored).find(path).orElse(null),
                        edited.fields().find(path).orElse(null)))
                .map(path -> new InputProblem(path, "cannot be changed", FIXED.get(path)))
                .toList();
        if (!problems.isEmpty()) {
            throw ButlerException.invalid("Invalid cluster specification:", problems);
        }
    }
}
