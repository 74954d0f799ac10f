package dev.butlerlabs.adm.init;

import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.provider.discovery.SettingChoice;
import dev.butlerlabs.core.provider.discovery.SettingQuestion;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Accepts the proposals without asking, and collects the values that are missing. */
final class ProposedAnswers implements AnswerSource {
    private static final int MOST_LISTED = 8;

    private final Consumer<String> messages;
    private final List<InputProblem> missing = new ArrayList<>();

    ProposedAnswers(Consumer<String> messages) {
        this.messages = messages;
    }

    @Override
    public List<InputProblem> missing() {
        return List.copyOf(missing);
    }

    @Override
    public Optional<String> text(SettingQuestion question, String path, Optional<String> proposal) {
        if (proposal.isEmpty() && question.required()) {
            String variable =
                    question.variable().map(name -> ", or export " + name).orElse("");
            missing.add(new InputProblem(
                    path, "is missing", "%s; use --set %s=VALUE%s".formatted(question.text(), path, variable)));
        }
        return proposal;
    }

    @Override
    public List<SettingChoice> choose(
            SettingQuestion question,
            String path,
            List<SettingChoice> choices,
            Function<String, Optional<SettingChoice>> others) {
        List<SettingChoice> proposed = proposed(question, choices);
        if (proposed.isEmpty() && question.required()) {
            missing.add(new InputProblem(
                    path,
                    "is missing",
                    "%s; use --set %s=VALUE with one of: %s".formatted(question.text(), path, listed(choices))));
        }
        return proposed;
    }

    /** Returns the preferred values, or the only one of a required setting. */
    static List<SettingChoice> proposed(SettingQuestion question, List<SettingChoice> choices) {
        List<SettingChoice> preferred =
                choices.stream().filter(SettingChoice::preferred).toList();
        if (question.kind() == SettingQuestion.Kind.SOME_OF && !preferred.isEmpty()) {
            return preferred;
        }
        if (preferred.size() == 1) {
            return preferred;
        }
        return question.required() && choices.size() == 1 ? choices : List.of();
    }

    /** Returns the first choices as text, for messages. */
    static String listed(List<SettingChoice> choices) {
        String list = choices.stream()
                .limit(MOST_LISTED)
                .map(ProposedAnswers::described)
                .collect(Collectors.joining(", "));
        return choices.size() > MOST_LISTED ? list + " and %d more".formatted(choices.size() - MOST_LISTED) : list;
    }

    /** Returns a value with the part of its label that is not the value. */
    private static String described(SettingChoice choice) {
        String value = choice.value().toString();
        if (choice.label().equals(value)) {
            return value;
        }
        String start = value + ", ";
        return "%s (%s)"
                .formatted(
                        value,
                        choice.label().startsWith(start) ? choice.label().substring(start.length()) : choice.label());
    }

    @Override
    public boolean canAskAgain() {
        return false;
    }

    @Override
    public void report(String line) {
        messages.accept(line);
    }
}
