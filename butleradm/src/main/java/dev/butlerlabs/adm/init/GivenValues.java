package dev.butlerlabs.adm.init;

import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.provider.discovery.SettingChoice;
import dev.butlerlabs.core.provider.discovery.SettingQuestion;
import dev.butlerlabs.core.provider.discovery.SettingQuestion.Kind;
import dev.butlerlabs.core.yaml.YamlLimits;
import dev.butlerlabs.core.yaml.YamlNode;
import dev.butlerlabs.core.yaml.YamlParser;
import dev.butlerlabs.core.yaml.YamlSyntaxException;
import dev.butlerlabs.core.yaml.YamlValueConverter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The values of {@code --set}, by path in the file. A key without a dot belongs to the provider section.
 *
 * @param byPath the text after the equals sign
 */
record GivenValues(Map<String, String> byPath) {
    GivenValues {
        byPath = new LinkedHashMap<>(byPath);
    }

    /**
     * Parses options.
     *
     * @param problems gets the options that are not of the form PATH=VALUE
     */
    static GivenValues parse(List<String> options, String provider, List<InputProblem> problems) {
        Map<String, String> values = new LinkedHashMap<>();
        for (String option : options) {
            int equals = option.indexOf('=');
            if (equals <= 0) {
                problems.add(new InputProblem("--set " + option, "is not of the form PATH=VALUE"));
                continue;
            }
            String path = option.substring(0, equals).strip();
            values.put(
                    path.contains(".") || path.equals("subnet") ? path : sectionPath(provider, path),
                    option.substring(equals + 1).strip());
        }
        return new GivenValues(values);
    }

    static String sectionPath(String provider, String key) {
        return "providerConfig." + provider + "." + key;
    }

    Optional<String> find(String path) {
        return Optional.ofNullable(byPath.get(path));
    }

    /** Reports secrets that are visible in the process list. */
    void reportVisibleSecrets(String provider, List<SettingQuestion> questions, List<InputProblem> problems) {
        questions.stream()
                .filter(question -> question.kind() == Kind.SECRET)
                .map(question -> sectionPath(provider, question.key()))
                .filter(path -> find(path)
                        .filter(text -> !text.startsWith("${") && !text.startsWith("file:"))
                        .isPresent())
                .forEach(path -> problems.add(new InputProblem(
                        path,
                        "is a secret on the command line, which other users can read",
                        "use --set '%s=${VARIABLE}' or --set %s=file:PATH".formatted(path, path))));
    }

    /**
     * Returns the choices that a text names, comma-separated for several; empty if one is unknown.
     *
     * @param others returns a valid value that is not among the choices
     */
    static Optional<List<SettingChoice>> matches(
            SettingQuestion question,
            List<SettingChoice> choices,
            Function<String, Optional<SettingChoice>> others,
            String text) {
        List<SettingChoice> found = new ArrayList<>();
        for (String word : words(question, text)) {
            Optional<SettingChoice> choice = match(choices, word).or(() -> others.apply(word));
            if (choice.isEmpty()) {
                return Optional.empty();
            }
            found.add(choice.get());
        }
        return Optional.of(found);
    }

    /** Returns the texts of an answer, comma-separated for several. */
    static List<String> words(SettingQuestion question, String text) {
        return question.kind() == Kind.SOME_OF
                ? Stream.of(text.replaceAll("[\\[\\]\"]", "").split(",", -1))
                        .map(String::strip)
                        .toList()
                : List.of(text);
    }

    /** Returns the choice with this value or label, also in another case, or the only one whose label starts with this name. */
    static Optional<SettingChoice> match(List<SettingChoice> choices, String word) {
        return only(choices, choice -> choice.value().toString().equals(word))
                .or(() -> only(choices, choice -> choice.label().equals(word)))
                .or(() -> only(
                        choices,
                        choice -> choice.label().startsWith(word + ",")
                                || choice.label().startsWith(word + " ")))
                .or(() -> only(choices, choice -> choice.value().toString().equalsIgnoreCase(word)));
    }

    private static Optional<SettingChoice> only(List<SettingChoice> choices, Predicate<SettingChoice> condition) {
        List<SettingChoice> found = choices.stream().filter(condition).toList();
        return found.stream().findFirst().filter(_ -> found.size() == 1);
    }

    /** Returns a value as YAML reads it: a number, a truth value, a list or a text. */
    static Object value(String text) {
        try {
            List<YamlNode> documents = YamlParser.parse(text, YamlLimits.GENERATED);
            return documents.isEmpty() ? "" : YamlValueConverter.of(documents.getFirst());
        } catch (YamlSyntaxException plainText) {
            return text;
        }
    }
}
