package dev.butlerlabs.core.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.toMap;

import io.fabric8.crdv2.generator.CRDGenerator;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The files of {@code manifests/crds} as they follow from the Java classes. */
final class CrdFiles {
    static final Path FOLDER = projectRoot().resolve("manifests/crds");

    private CrdFiles() {}

    /** The text of every file by its name. */
    static Map<String, String> generate() {
        return Kinds.ALL.stream().collect(toMap(Crds::fileName, CrdFiles::text, (one, other) -> one, TreeMap::new));
    }

    private static String text(Class<? extends CustomResource<?, ?>> kind) {
        CustomResourceDefinition crd = fromAnnotations(kind);
        new SchemaDetails(kind).addTo(crd);
        return CrdYaml.of(crd);
    }

    private static CustomResourceDefinition fromAnnotations(Class<? extends HasMetadata> kind) {
        InMemory output = new InMemory();
        new CRDGenerator()
                .customResourceClasses(List.of(kind))
                .withOutput(output)
                .generate();
        return Serialization.unmarshal(output.file.toString(UTF_8), CustomResourceDefinition.class);
    }

    static Path projectRoot() {
        String known = System.getProperty("butler.root");
        if (known != null) {
            return Path.of(known);
        }
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve(".mvn"))) {
            folder = folder.getParent();
        }
        return folder;
    }

    private static final class InMemory implements CRDGenerator.CRDOutput<OutputStream> {
        private final ByteArrayOutputStream file = new ByteArrayOutputStream();

        @Override
        public OutputStream outputFor(String crdName) {
            return file;
        }

        @Override
        public void close() {}
    }
}
