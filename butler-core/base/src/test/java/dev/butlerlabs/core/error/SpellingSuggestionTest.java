package dev.butlerlabs.core.error;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpellingSuggestionTest {
    private static final List<String> WORDS = List.of(
            "version", "explain", "completion", "engine", "bootstrap", "--namespace", "--no-headers", "json", "yaml");

    @ParameterizedTest
    @CsvSource({
        "verison, version",
        "enginne, engine",
        "explian, explain",
        "comp, completion",
        "bootsrtap, bootstrap",
        "--namspace, --namespace",
        "--no-header, --no-headers",
        "jsn, json",
    })
    void findsWhatWasMeant(String typed, String meant) {
        assertThat(SpellingSuggestion.to(typed, WORDS)).contains(meant);
    }

    @ParameterizedTest
    @CsvSource({"destroy", "x", "--kubeconfig", "table"})
    void doesNotGuessAtRandom(String typed) {
        assertThat(SpellingSuggestion.to(typed, WORDS)).isEmpty();
    }
}
