package dev.butlerlabs.core.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.fabric8.crdv2.generator.CRDGenerator;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.logging.Level;
import java.util.logging.Logger;

/** The files of {@code manifests/crds} as they follow from the Java classes. */
final class CrdFiles {
    static final Path FOLDER = projectRoot().resolve("manifests/crds");

    /** The generator tells of every class it reads, and warns of kinds without a status; neither is news. */
    private static final Logger GENERATOR_LOG = Logger.getLogger("io.fabric8.crdv2.generator");

    private CrdFiles() {}

    /** The text of every file by its name. */
    static Map<String, String> generate() {
        GENERATOR_LOG.setLevel(Level.SEVERE);
        Generated generated = new Generated();
        new CRDGenerator()
                .customResourceClasses(new ArrayList<>(CustomResourceTypes.ALL))
                .withOutput(generated)
                .generate();
        Map<String, String> files = new TreeMap<>();
        CustomResourceTypes.ALL.forEach(kind ->
                files.put(CustomResourceDefinitionFiles.fileName(kind), text(kind, generated.definition(kind))));
        return files;
    }

    private static String text(Class<? extends CustomResource<?, ?>> kind, CustomResourceDefinition crd) {
        new SchemaDetails(kind).addTo(crd);
        return CrdYaml.of(crd);
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

    /** What the generator wrote, kept in memory. */
    private static final class Generated implements CRDGenerator.CRDOutput<ByteArrayOutputStream> {
        private final Map<String, ByteArrayOutputStream> files = new HashMap<>();

        @Override
        public ByteArrayOutputStream outputFor(String crdName) {
            return files.computeIfAbsent(crdName, name -> new ByteArrayOutputStream());
        }

        @Override
        public void close() {}

        CustomResourceDefinition definition(Class<? extends CustomResource<?, ?>> kind) {
            String file = CRDGenerator.getOutputName(CustomResource.getCRDName(kind), "v1");
            return Serialization.unmarshal(files.get(file).toString(UTF_8), CustomResourceDefinition.class);
        }
    }
}
