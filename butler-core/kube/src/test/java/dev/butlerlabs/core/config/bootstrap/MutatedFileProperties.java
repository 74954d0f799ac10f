package dev.butlerlabs.core.config.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import dev.butlerlabs.core.config.ConfigEnvironment;
import dev.butlerlabs.core.config.ConfigText;
import dev.butlerlabs.core.testing.ProjectRoot;
import dev.butlerlabs.core.yaml.YamlSyntaxException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Whatever is done to a file, it is read or its problems are told with their places; nothing else happens. */
class MutatedFileProperties {
    private static final Path FOLDER =
            ProjectRoot.find().resolve("butler-core/kube/src/test/resources/config/everything");
    private static final List<String> LINES = lines();
    private static final ConfigReader READER = new ConfigReader(
            new ConfigEnvironment(
                    name -> Optional.ofNullable(
                            Map.of("PRISM_PASSWORD", "env-S3cr3t").get(name)),
                    FOLDER,
                    FOLDER),
            List.of(ExampleProvider.RULE));
    private static final JsonSchema SCHEMA = JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
            .getSchema(new ObjectMapper().<JsonNode>valueToTree(BootstrapSchema.tree(BootstrapSchemaTest.providers())));

    @Property(tries = 600)
    void everyFileGivesAPlanOrProblemsWithPlaces(@ForAll("mutations") List<Mutation> mutations) {
        String text = mutated(mutations);
        ConfigReadResult reading = READER.read(new ConfigText("in.yaml", text));

        assertThat(reading.problems()).allSatisfy(problem -> {
            assertThat(problem.path()).matches("in\\.yaml:[1-9][0-9]*:[1-9][0-9]*( .+)?");
            assertThat(problem.sentence()).isNotBlank().doesNotContain("S3cr3t").doesNotContain("\n");
        });
        reading.config().ifPresent(config -> {
            assertThat(ExampleProvider.render(config).first()).hasSizeGreaterThanOrEqualTo(3);
            assertThat(config.toString()).doesNotContain("S3cr3t");
            fitsTheSchema(text);
        });
    }

    @Property(tries = 300)
    void anyTextGivesProblemsWithPlaces(@ForAll("noise") String text) {
        ConfigReadResult reading = READER.read(new ConfigText("in.yaml", text));

        assertThat(reading.problems())
                .isNotEmpty()
                .allSatisfy(problem -> assertThat(problem.path()).startsWith("in.yaml:"));
    }

    /** An empty value counts as left out, which no schema can say of every type. */
    private static void fitsTheSchema(String text) {
        document(text).ifPresent(document -> {
            prune(document);
            assertThat(SCHEMA.validate(document)).as(text).isEmpty();
        });
    }

    /** The reader takes what is written; a plain loader would not make a number of {@code !!int x}, nor need it. */
    private static Optional<JsonNode> document(String text) {
        try {
            return Optional.of(BootstrapSchemaTest.document(text));
        } catch (YamlSyntaxException | IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    private static void prune(JsonNode node) {
        for (Iterator<JsonNode> parts = node.elements(); parts.hasNext(); ) {
            JsonNode part = parts.next();
            prune(part);
            if (node.isObject()
                    && (part.isNull() || (part.isTextual() && part.asText().isEmpty()))) {
                parts.remove();
            }
        }
    }

    private static String mutated(List<Mutation> mutations) {
        List<String> lines = new ArrayList<>(LINES);
        mutations.forEach(mutation -> mutation.apply(lines));
        return String.join("\n", lines) + "\n";
    }

    @Provide
    Arbitrary<List<Mutation>> mutations() {
        Arbitrary<Integer> line =
                Arbitraries.integers().between(0, LINES.size() - 1).withoutEdgeCases();
        return Combinators.combine(
                        Arbitraries.of(Mutation.Kind.class), line, line, Arbitraries.oneOf(pieces(), scraps()))
                .as(Mutation::new)
                .list()
                .ofMinSize(1)
                .ofMaxSize(4);
    }

    private static Arbitrary<String> pieces() {
        return Arbitraries.of(
                "",
                "null",
                "~",
                "true",
                "yes",
                "0",
                "-1",
                "3.5",
                "1e9",
                "99999999999999999999",
                "0x1f",
                "[]",
                "{}",
                "[a, b]",
                "{a: b}",
                "\"\"",
                "\"3\"",
                "'",
                "\"",
                "|",
                ">",
                "&a",
                "*a",
                "!!int 3",
                "!x y",
                "${PRISM_PASSWORD}",
                "${X}",
                "${",
                "$${X}",
                "file:kubeconfig",
                "file:none",
                "file:",
                "~",
                "192.0.2.1",
                "192.0.2.0/24",
                "10.0.0.0/8",
                "- x",
                "a: b",
                "#",
                ":",
                "---",
                "...",
                "\t",
                "%YAML 1.2",
                "@",
                "`",
                "\u0000",
                "\ud800",
                "é",
                "😀",
                "a".repeat(300));
    }

    private static Arbitrary<String> scraps() {
        return Arbitraries.strings().ofMaxLength(12);
    }

    @Provide
    Arbitrary<String> noise() {
        return Arbitraries.oneOf(
                Arbitraries.strings().ofMaxLength(200),
                Arbitraries.strings().withChars("[]{}:,-&*!|>'\"%@`#?$ \n\ta1").ofMaxLength(300));
    }

    private static List<String> lines() {
        try {
            return Files.readAllLines(FOLDER.resolve("in.yaml"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** One thing done to one line. */
    record Mutation(Kind kind, int line, int other, String piece) {
        enum Kind {
            REMOVE,
            TWICE,
            SWAP,
            INDENT,
            OUTDENT,
            VALUE,
            KEY,
            INSERT,
            SPLICE
        }

        void apply(List<String> lines) {
            int at = line % lines.size();
            String old = lines.get(at);
            switch (kind) {
                case REMOVE -> lines.remove(at);
                case TWICE -> lines.add(at, old);
                case SWAP -> Collections.swap(lines, at, other % lines.size());
                case INDENT -> lines.set(at, "  " + old);
                case OUTDENT -> lines.set(at, old.startsWith("  ") ? old.substring(2) : old);
                case VALUE -> lines.set(at, old.replaceFirst(":.*", ": ") + piece);
                case KEY -> lines.set(at, old.replaceFirst("[A-Za-z]+:", Matcher.quoteReplacement(piece) + ":"));
                case INSERT -> lines.add(at, piece);
                case SPLICE -> lines.set(at, old.substring(0, other % (old.length() + 1)) + piece);
            }
        }
    }
}
