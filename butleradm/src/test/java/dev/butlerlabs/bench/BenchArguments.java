package dev.butlerlabs.bench;

import java.util.List;
import java.util.Optional;

/** The arguments of a benchmark: numbers, and options of the form {@code --name=value}. */
record BenchArguments(List<String> words) {
    List<Integer> numbers() {
        return words.stream()
                .filter(word -> !word.startsWith("--"))
                .map(Integer::valueOf)
                .toList();
    }

    Optional<String> value(String option) {
        String start = "--" + option + "=";
        return words.stream()
                .filter(word -> word.startsWith(start))
                .map(word -> word.substring(start.length()))
                .findFirst();
    }
}
