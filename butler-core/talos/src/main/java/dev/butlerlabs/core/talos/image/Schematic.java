package dev.butlerlabs.core.talos.image;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.talos.yaml.YamlReader;
import dev.butlerlabs.core.talos.yaml.YamlWriter;
import dev.butlerlabs.core.version.VersionContract;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * An Image Factory schematic: extensions, kernel arguments, an overlay for a board. Its ID is a hash of its text, so it is
 * computed locally; the Image Factory serves it only after the schematic was uploaded once. Immutable.
 */
public final class Schematic {
    private static final String FACTORY = "factory.talos.dev";

    private final Map<String, Object> document;

    private Schematic(Map<String, Object> document) {
        this.document = document;
    }

    /**
     * Parses a schematic strictly.
     *
     * @throws ButlerException with every problem
     */
    public static Schematic parse(String source, String text) {
        List<Object> documents = YamlReader.documents(source, text);
        if (documents.size() == 1 && documents.getFirst() instanceof Map<?, ?> map) {
            return of(source, map);
        }
        throw ButlerException.invalid(
                source + " is not a schematic.", List.of(new InputProblem(source, "must contain one mapping")));
    }

    /**
     * Creates a schematic from a tree.
     *
     * @throws ButlerException with every problem
     */
    public static Schematic of(String source, Map<?, ?> tree) {
        SchematicNormalizer form = new SchematicNormalizer();
        Map<String, Object> document = form.canonical(tree);
        if (!form.problems().isEmpty()) {
            throw ButlerException.invalid(source + " is not a valid schematic.", form.problems());
        }
        return new Schematic(document);
    }

    /** Returns the schematic without customizations. */
    public static Schematic plain() {
        return of("the plain schematic", Map.of());
    }

    /** Returns the text whose hash is the ID. */
    public String yaml() {
        return YamlWriter.write(document);
    }

    public Map<String, Object> document() {
        return new LinkedHashMap<>(document);
    }

    public String id() {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            return HexFormat.of().formatHex(digest.digest(yaml().getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has SHA-256", e);
        }
    }

    /**
     * Returns the installer image of a schematic.
     *
     * @param platform such as metal or nocloud
     * @param version such as v1.13.9
     */
    public static String installer(String id, String platform, boolean secureBoot, String version) {
        String tag = version.startsWith("v") ? version : "v" + version;
        boolean byPlatform = VersionContract.parse(version).isAtLeast(1, 10);
        String name = (byPlatform ? platform.toLowerCase(Locale.ROOT) + "-" : "") + "installer"
                + (secureBoot ? "-secureboot" : "");
        return FACTORY + "/" + name + "/" + id + ":" + tag;
    }

    @Override
    public String toString() {
        return "Schematic[" + id() + "]";
    }
}
