package dev.butlerlabs.image;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Adds the packages of the operating system to an SBOM in CycloneDX format. */
final class SbomEditor {
    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
    private static final Pattern PACKAGE_URL = Pattern.compile("pkg:[a-z]+/(?:[^/@]+/)?([^/@]+)@([^?]+)(?:\\?.*)?");

    private SbomEditor() {}

    /**
     * Returns the SBOM with additional components.
     *
     * @param packages package URLs, such as {@code pkg:deb/debian/libc6@2.36-9?arch=amd64}
     * @throws IOException if the file is not a CycloneDX SBOM
     */
    static String withPackages(Path file, List<String> packages) throws IOException {
        JsonNode document = JSON.readTree(file.toFile());
        if (!(document instanceof ObjectNode sbom)
                || !sbom.path("bomFormat").asText().equals("CycloneDX")) {
            throw new IOException("not a CycloneDX SBOM: " + file);
        }
        ArrayNode components = sbom.withArrayProperty("components");
        packages.stream().sorted().map(SbomEditor::component).forEach(components::add);
        return JSON.writeValueAsString(sbom) + "\n";
    }

    private static ObjectNode component(String packageUrl) {
        Matcher parts = PACKAGE_URL.matcher(packageUrl);
        if (!parts.matches()) {
            throw new IllegalArgumentException("not a package URL: " + packageUrl);
        }
        return JSON.createObjectNode()
                .put("type", "library")
                .put("bom-ref", packageUrl)
                .put("name", parts.group(1))
                .put("version", parts.group(2))
                .put("purl", packageUrl);
    }
}
