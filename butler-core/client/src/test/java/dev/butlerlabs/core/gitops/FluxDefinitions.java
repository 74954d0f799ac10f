package dev.butlerlabs.core.gitops;

import dev.butlerlabs.core.kube.CustomResourceDefinitions;
import dev.butlerlabs.core.testing.FluxDefinitionTexts;
import dev.butlerlabs.core.testing.ProjectRoot;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The custom resource definitions of Flux. */
final class FluxDefinitions {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private FluxDefinitions() {}

    /** Installs definitions that accept any spec, and creates the namespace of Flux. */
    static void install(KubernetesClient client) {
        new CustomResourceDefinitions(client).ensureYaml(FluxDefinitionTexts.all(), LIMIT);
        namespace(client, FluxResource.NAMESPACE);
    }

    /** Installs the published definitions; empty if this machine does not have them. */
    static boolean installPublished(KubernetesClient client) throws IOException {
        Path folder = Optional.ofNullable(System.getenv("BUTLER_ORACLES"))
                .map(Path::of)
                .orElseGet(() -> ProjectRoot.find().resolve("../shared/oracles"))
                .resolve("crds/flux");
        if (!Files.isDirectory(folder)) {
            return false;
        }
        List<String> texts = new ArrayList<>();
        for (FluxResource type : FluxResource.values()) {
            if (type.isCustom()) {
                String[] name = type.definitionName().split("\\.", 2);
                texts.add(Files.readString(folder.resolve(name[1] + "_" + name[0] + ".yaml")));
            }
        }
        new CustomResourceDefinitions(client).ensureYaml(texts, LIMIT);
        namespace(client, FluxResource.NAMESPACE);
        return true;
    }

    static void namespace(KubernetesClient client, String name) {
        client.resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .endMetadata()
                        .build())
                .serverSideApply();
    }
}
