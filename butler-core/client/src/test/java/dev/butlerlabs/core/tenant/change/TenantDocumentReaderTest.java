package dev.butlerlabs.core.tenant.change;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.error.InputProblem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TenantDocumentReaderTest {
    @Test
    void keepsTheLineOfEveryPathThroughSeveralDocuments() {
        var reading = TenantDocumentReader.read("c.yaml", "# first\na: 1\n---\n# nothing\n---\nb:\n  - c: x\n");

        assertThat(reading.problems()).isEmpty();
        assertThat(reading.documents()).hasSize(2);
        assertThat(reading.documents().getLast().lines()).containsEntry("b", 6).containsEntry("b[0].c", 7);
    }

    @Test
    void readsNumbersTextsAndTruthApart() {
        var tree = TenantDocumentReader.read(
                        "c.yaml", "{a: 7, b: '7', c: true, d: yes, e: 1.5, f: 99999999999, g: 0x10}")
                .documents()
                .getFirst()
                .tree();

        assertThat(tree.get("a")).isEqualTo(7);
        assertThat(tree.get("b")).isEqualTo("7");
        assertThat(tree.get("c")).isEqualTo(true);
        assertThat(tree.get("d")).isEqualTo("yes");
        assertThat(tree.get("e")).isEqualTo(1.5);
        assertThat(tree.get("f")).hasToString("99999999999");
        assertThat(tree.get("g")).isEqualTo(16);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "---\n", "a: [", "- a", "text", "a: 1\na: 2", "? [x]\n: y\n? [x]\n: z", "a: *nobody"})
    void tellsWhatIsWrongWithTheForm(String text) {
        assertThat(TenantDocumentReader.read("c.yaml", text).problems())
                .isNotEmpty()
                .extracting(InputProblem::path)
                .allMatch(path -> path.startsWith("c.yaml"));
    }

    @Test
    void comesBackFromTextsWithoutEnd() {
        String deep = "[".repeat(100_000);
        String wide = """
                a: &a [x,x,x,x,x,x,x,x,x]
                b: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]
                c: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]
                d: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c]
                e: [*d,*d,*d,*d,*d,*d,*d,*d,*d]
                """;

        assertThat(TenantDocumentReader.read("c.yaml", deep).problems()).isNotEmpty();
        assertThat(TenantDocumentReader.read("c.yaml", wide).problems()).isNotEmpty();
        assertThat(TenantDocumentReader.read("c.yaml", "a: &a\n  b: *a\n").problems())
                .isNotEmpty();
    }
}
