package dev.butlerlabs.adm.controllers;

import dev.butlerlabs.core.kube.ObjectSerialization;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** The account of the controllers, as {@code manifests/controllers/rbac.yaml} installs it in a management cluster. */
final class ControllersManifest {
    private static final Path FILE =
            Path.of(System.getProperty("butler.root", ".."), "manifests/controllers/rbac.yaml");

    private ControllersManifest() {}

    static List<HasMetadata> objects() throws IOException {
        return Arrays.stream(Files.readString(FILE).split("(?m)^---$", -1))
                .map(document -> ObjectSerialization.withCoreKinds().<HasMetadata>unmarshal(document))
                .toList();
    }

    static void apply(KubernetesClient operator) throws IOException {
        objects().forEach(object -> operator.resource(object).create());
    }

    /** The rules of its ClusterRole and Role. */
    static List<PolicyRule> rules() throws IOException {
        return objects().stream()
                .filter(object -> object.getKind().endsWith("Role"))
                .flatMap(object ->
                        ObjectSerialization.plain().convertValue(object, ClusterRole.class).getRules().stream())
                .toList();
    }
}
