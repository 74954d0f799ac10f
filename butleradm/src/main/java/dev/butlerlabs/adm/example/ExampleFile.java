package dev.butlerlabs.adm.example;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.error.SpellingSuggestion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * An example file that the program contains.
 *
 * @param name name without {@code .yaml}
 * @param text content, without the reference to a schema in the checkout
 */
record ExampleFile(String name, String text) {
    private static final List<String> NAMES = List.of(
            "bootstrap-aws",
            "bootstrap-azure",
            "bootstrap-gcp",
            "bootstrap-harvester",
            "bootstrap-harvester-static",
            "bootstrap-local",
            "bootstrap-nutanix",
            "bootstrap-proxmox",
            "bootstrap-single-node",
            "cluster-production",
            "cluster-small",
            "cluster-team",
            "team");
    private static final String SUFFIX = ".yaml";
    private static final String EDITOR_LINE = "# yaml-language-server:";

    static List<String> names() {
        return NAMES;
    }

    static List<ExampleFile> all() {
        return NAMES.stream().map(ExampleFile::load).toList();
    }

    /**
     * Finds an example.
     *
     * @param word its name, with or without {@code .yaml}
     * @throws ButlerException with NOT_FOUND
     */
    static ExampleFile named(String word) {
        String name = word.endsWith(SUFFIX) ? word.substring(0, word.length() - SUFFIX.length()) : word;
        if (!NAMES.contains(name)) {
            throw new ButlerException(
                    ErrorCode.NOT_FOUND,
                    "Example \"%s\" not found.".formatted(word),
                    SpellingSuggestion.to(name, NAMES)
                            .map("Did you mean %s?"::formatted)
                            .orElse("List all examples with 'butleradm examples list'."));
        }
        return load(name);
    }

    private static ExampleFile load(String name) {
        try (InputStream content = ExampleFile.class.getResourceAsStream("/examples/" + name + SUFFIX)) {
            String text = new String(Objects.requireNonNull(content, name).readAllBytes(), StandardCharsets.UTF_8);
            return new ExampleFile(
                    name,
                    text.lines()
                            .filter(line -> !line.startsWith(EDITOR_LINE))
                            .map(line -> line + "\n")
                            .collect(Collectors.joining()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String fileName() {
        return name + SUFFIX;
    }

    /** Returns the first comment up to its first colon, comma or period. */
    String summary() {
        String comment = text.lines().findFirst().orElseThrow().substring(1).strip();
        return comment.split(":|[.]( |$)|, ", 2)[0];
    }

    /** Returns the command that tries the file without infrastructure, or that uses it. */
    String command(String file) {
        if (name.startsWith("bootstrap-")) {
            return "butleradm rehearse -c " + file;
        }
        return name.startsWith("cluster-") ? "butlerctl cluster create -f " + file : "kubectl apply -f " + file;
    }
}
