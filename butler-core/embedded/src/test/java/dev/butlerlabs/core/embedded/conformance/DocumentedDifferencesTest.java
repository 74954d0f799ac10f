package dev.butlerlabs.core.embedded.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the embedded API does otherwise stands in its documentation, and nothing else stands there. */
class DocumentedDifferencesTest {

    private static final Path PAGE =
            Path.of(System.getProperty("butler.root", "..")).resolve("docs/embedded-api.md");

    @Test
    void listsEveryDifferenceAndItsReason() throws IOException {
        List<String> marked = cases().filter(one -> one.differsOnEmbedded().isPresent())
                .map(one -> "%s | %s".formatted(one, one.differsOnEmbedded().orElseThrow()))
                .toList();
        List<String> documented = Pattern.compile("^\\| ([a-z-]+: .* \\| .*) \\|$", Pattern.MULTILINE)
                .matcher(Files.readString(PAGE))
                .results()
                .map(row -> row.group(1))
                .toList();
        assertThat(documented).containsExactlyInAnyOrderElementsOf(marked);
    }

    @Test
    void countsTheCasesOfEverySubject() throws IOException {
        List<String> counted = Stream.concat(
                        CaseLibrary.bySubject().entrySet().stream()
                                .map(subject -> "%s %d"
                                        .formatted(
                                                subject.getKey(),
                                                subject.getValue().size())),
                        Stream.of("kubectl " + CaseLibrary.kubectl().size()))
                .toList();
        List<String> documented = Pattern.compile("^\\| `([a-z-]+)` \\| .* \\| (\\d+) \\|$", Pattern.MULTILINE)
                .matcher(Files.readString(PAGE))
                .results()
                .map(DocumentedDifferencesTest::joined)
                .toList();
        assertThat(documented).containsExactlyInAnyOrderElementsOf(counted);
    }

    private static String joined(MatchResult row) {
        return row.group(1) + " " + row.group(2);
    }

    private static Stream<Case> cases() {
        return Stream.concat(
                CaseLibrary.bySubject().values().stream().flatMap(Collection::stream), CaseLibrary.kubectl().stream());
    }
}
