package dev.butlerlabs.core.kube;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.core.error.ButlerException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AfterProperty;
import net.jqwik.api.lifecycle.BeforeTry;

/** Whatever a person's kubeconfig looks like, adding a cluster leaves every other line as it was, and can be taken back. */
class KubeconfigSplicePropertiesTest {
    private final Path folder = folder();
    private final Path file = folder.resolve("config");

    @BeforeTry
    void beginEmpty() throws IOException {
        clear();
    }

    @AfterProperty
    void cleanUp() throws IOException {
        clear();
        Files.delete(folder);
    }

    @Property(tries = 100)
    void everyOtherLineStays(@ForAll("written") Written before, @ForAll("token") String token) throws IOException {
        Files.writeString(file, before.text());
        Kubeconfig addition = addition(token);
        Kubeconfig expected = new KubeconfigFile(file).read().merge(addition);

        new KubeconfigFile(file).splice(addition, false);

        String after = Files.readString(file);
        assertThat(new KubeconfigFile(file).read()).isEqualTo(expected);
        assertThat(after.lines().toList()).containsSubsequence(before.otherLines());
        assertThat(Files.getPosixFilePermissions(file)).isEqualTo(PosixFilePermissions.fromString("rw-------"));
    }

    @Property(tries = 30)
    void undoGivesTheFormerBytesBack(@ForAll("written") Written before, @ForAll("token") String token)
            throws IOException {
        Files.writeString(file, before.text());

        if (new KubeconfigFile(file).splice(addition(token), true)) {
            assertThat(new KubeconfigFile(file).read().currentContext()).hasValue("added");
            new KubeconfigFile(file).undo();
        }

        assertThat(Files.readString(file)).isEqualTo(before.text());
        try (var left = Files.list(folder)) {
            assertThat(left).containsExactly(file);
        }
    }

    @Property(tries = 30)
    void addingTwiceIsAddingOnce(@ForAll("written") Written before, @ForAll("token") String token) throws IOException {
        Files.writeString(file, before.text());
        new KubeconfigFile(file).splice(addition(token), false);
        String once = Files.readString(file);

        assertThat(new KubeconfigFile(file).splice(addition(token), false)).isFalse();
        assertThat(Files.readString(file)).isEqualTo(once);
    }

    @Example
    void undoOfANewFileRemovesItAndASecondUndoIsRefused() {
        KubeconfigFile added = new KubeconfigFile(file);
        added.splice(addition("secret"), false);
        added.undo();

        assertThat(file).doesNotExist();
        assertThatThrownBy(added::undo).isInstanceOf(ButlerException.class).hasMessageContaining("No merge");
    }

    @Example
    void undoRefusesAFileThatSomebodyElseChanged() throws IOException {
        KubeconfigFile added = new KubeconfigFile(file);
        added.splice(addition("secret"), false);
        Files.writeString(file, Files.readString(file) + "# mine\n");

        assertThatThrownBy(added::undo)
                .isInstanceOf(ButlerException.class)
                .hasMessageContaining("changed by another program");
        assertThat(Files.readString(file)).endsWith("# mine\n");
    }

    @Example
    void aFileInJsonKeepsItsValues() throws IOException {
        Files.writeString(
                file,
                "{\"kind\": \"Config\", \"users\": [{\"name\": \"a\", \"user\": {\"token\": \"b\"}}], \"contexts\": []}");
        new KubeconfigFile(file).splice(addition("secret"), false);

        assertThat(new KubeconfigFile(file).read().users()).containsExactly("a", "added");
    }

    /** A text, and those of its lines that speak of no entry named like the addition. */
    record Written(String text, List<String> otherLines) {}

    private static Kubeconfig addition(String token) {
        return Kubeconfig.of("added", Map.of("server", "https://192.0.2.1:6443"), Map.of("token", token));
    }

    @Provide
    Arbitrary<String> token() {
        return Arbitraries.of("yes", "0123", "a: b", "#x", "'", "\"", "é☃", "plain");
    }

    @Provide
    Arbitrary<Written> written() {
        Arbitrary<List<String>> names = Arbitraries.of("alpha", "beta", "gamma", "added")
                .list()
                .uniqueElements()
                .ofMaxSize(4);
        Arbitrary<Boolean> flag = Arbitraries.of(true, false);
        return Combinators.combine(names, Arbitraries.integers().between(0, 3), flag, flag, flag, flag)
                .as(KubeconfigSplicePropertiesTest::write);
    }

    private static Written write(
            List<String> names, int indent, boolean comments, boolean literal, boolean current, boolean windows) {
        String end = windows ? "\r\n" : "\n";
        List<String> lines = new ArrayList<>(List.of("# by hand", "apiVersion: v1", "kind:   Config"));
        List<String> others = new ArrayList<>(lines);
        for (String section : List.of("contexts", "clusters", "users")) {
            String head = names.isEmpty() ? section + ": []" : section + ":";
            lines.add(head);
            if (!names.isEmpty()) {
                others.add(head);
            }
            for (String name : names) {
                List<String> entry = entry(section, name, " ".repeat(indent), comments, literal);
                lines.addAll(entry);
                if (!name.equals("added")) {
                    others.addAll(entry);
                }
            }
        }
        List<String> tail = current && !names.isEmpty()
                ? List.of("current-context: \"" + names.getFirst() + "\"  # chosen", "preferences: {}")
                : List.of("preferences: {}");
        lines.addAll(tail);
        others.addAll(tail);
        return new Written(String.join(end, lines) + end, others);
    }

    private static List<String> entry(String section, String name, String indent, boolean comments, boolean literal) {
        List<String> entry = new ArrayList<>();
        entry.add(indent + "- name:  " + name + (comments && !name.equals("added") ? "   # of " + name : ""));
        switch (section) {
            case "contexts" ->
                entry.addAll(List.of(indent + "  context: {cluster: " + name + ", user: '" + name + "'}"));
            case "clusters" -> {
                entry.add(indent + "  cluster:");
                entry.add(indent + "      server: 'https://192.0.2.2:6443'");
                if (literal) {
                    entry.addAll(List.of(indent + "      note: |", indent + "        some", indent + "        text"));
                }
            }
            default -> entry.addAll(List.of(indent + "  user:", indent + "    token: \"" + name + "\""));
        }
        return entry;
    }

    private static Path folder() {
        try {
            return Files.createTempDirectory("butler-splice-");
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private void clear() throws IOException {
        try (var files = Files.list(folder)) {
            for (Path each : files.toList()) {
                Files.delete(each);
            }
        }
    }
}
