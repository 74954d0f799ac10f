package dev.butlerlabs.core.kube;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Whatever two kubeconfigs hold, as long as their names differ, merging one and removing it again changes nothing. */
class KubeconfigMergePropertiesTest {
    @Property(tries = 200)
    void mergingThenRemovingLeavesTheOriginal(
            @ForAll("ours") List<Kubeconfig> ours, @ForAll("theirs") Kubeconfig theirs) {
        Kubeconfig original = merged(ours);
        String name = theirs.contexts().getFirst();

        Kubeconfig back = original.merge(theirs).without(name);

        if (original.currentContext().isPresent()) {
            assertThat(back).isEqualTo(original);
        } else {
            assertThat(back.contexts()).isEqualTo(original.contexts());
            assertThat(back.currentContext()).isEmpty();
        }
    }

    @Property(tries = 200)
    void mergingTwiceIsMergingOnce(@ForAll("ours") List<Kubeconfig> ours, @ForAll("theirs") Kubeconfig theirs) {
        Kubeconfig once = merged(ours).merge(theirs);

        assertThat(once.merge(theirs)).isEqualTo(once);
        assertThat(once.conflicts(theirs)).isEmpty();
    }

    @Property(tries = 200)
    void writingAndReadingIsTheSame(@ForAll("ours") List<Kubeconfig> ours) {
        Kubeconfig original = merged(ours);

        assertThat(Kubeconfig.parse(original.toYaml(), "again")).isEqualTo(original);
    }

    private static Kubeconfig merged(List<Kubeconfig> parts) {
        return parts.stream().reduce(Kubeconfig.empty(), Kubeconfig::merge);
    }

    @Provide
    Arbitrary<List<Kubeconfig>> ours() {
        return kubeconfig("ours-").list().ofMaxSize(5);
    }

    @Provide
    Arbitrary<Kubeconfig> theirs() {
        return kubeconfig("theirs-");
    }

    /** Tokens and names that YAML could take for something else: numbers, words for true, dates, quotes, colons. */
    private static Arbitrary<Kubeconfig> kubeconfig(String prefix) {
        Arbitrary<String> names = Arbitraries.strings().alpha().ofMinLength(1).ofMaxLength(3);
        Arbitrary<String> tokens = Arbitraries.oneOf(
                Arbitraries.of(
                        "yes",
                        "no",
                        "on",
                        "null",
                        "~",
                        "0123",
                        "1e3",
                        "2026-01-01",
                        "a: b",
                        "#x",
                        "'",
                        "\"",
                        "é☃",
                        " "),
                Arbitraries.strings().ascii().filter(text -> text.chars().allMatch(c -> c >= ' ' && c < 127)));
        return names.flatMap(name -> tokens.map(token ->
                Kubeconfig.of(prefix + name, Map.of("server", "https://127.0.0.1:6443"), Map.of("token", token))));
    }
}
