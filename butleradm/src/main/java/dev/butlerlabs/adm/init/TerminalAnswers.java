package dev.butlerlabs.adm.init;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.InputPrompt;
import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.provider.discovery.SettingChoice;
import dev.butlerlabs.core.provider.discovery.SettingQuestion;
import dev.butlerlabs.core.provider.discovery.SettingQuestion.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** Asks a user at a terminal. Not thread-safe. */
final class TerminalAnswers implements AnswerSource {
    private static final int MOST_LISTED = 20;

    private final CommandContext session;
    private final InputPrompt prompt;

    TerminalAnswers(CommandContext session) {
        this.session = session;
        this.prompt = new InputPrompt(session);
    }

    @Override
    public Optional<String> text(SettingQuestion question, String path, Optional<String> proposal) {
        String brackets = proposal.map(" [%s]"::formatted).orElse("");
        while (true) {
            String typed = question.kind() == Kind.SECRET
                    ? prompt.secret("%s (not shown)%s: ".formatted(question.text(), brackets))
                    : prompt.line("%s%s: ".formatted(question.text(), brackets));
            Optional<String> answer =
                    Optional.of(typed).filter(text -> !text.isEmpty()).or(() -> proposal);
            if (answer.isPresent() || !question.required()) {
                return answer;
            }
            report("A value is required.");
        }
    }

    @Override
    public List<SettingChoice> choose(
            SettingQuestion question,
            String path,
            List<SettingChoice> choices,
            Function<String, Optional<SettingChoice>> others) {
        List<SettingChoice> proposed = ProposedAnswers.proposed(question, choices);
        report(question.text() + ":");
        for (int i = 0; i < Math.min(choices.size(), MOST_LISTED); i++) {
            SettingChoice choice = choices.get(i);
            String detail = choice.label().contains(choice.value().toString())
                    ? choice.label()
                    : choice.label() + " (" + choice.value() + ")";
            report("  %2d) %s".formatted(i + 1, detail));
        }
        if (choices.size() > MOST_LISTED) {
            report("      and %d more; type a value".formatted(choices.size() - MOST_LISTED));
        }
        while (true) {
            String typed = prompt.line(instruction(question, choices, proposed));
            List<SettingChoice> answer = typed.isEmpty() ? proposed : selected(question, choices, others, typed);
            boolean isComplete = !answer.isEmpty() || !question.required();
            if (isComplete && (typed.isEmpty() || !answer.isEmpty())) {
                return answer;
            }
            report(typed.isEmpty() ? "A value is required." : "Not a number or a value of the list: " + typed);
        }
    }

    private static String instruction(
            SettingQuestion question, List<SettingChoice> choices, List<SettingChoice> proposed) {
        String what = question.kind() == Kind.SOME_OF ? "Numbers or values, comma-separated" : "Number or value";
        String numbers = String.join(
                ",",
                proposed.stream()
                        .map(choice -> String.valueOf(choices.indexOf(choice) + 1))
                        .toList());
        return what + (proposed.isEmpty() ? question.required() ? ": " : " [none]: " : " [%s]: ".formatted(numbers));
    }

    private static List<SettingChoice> selected(
            SettingQuestion question,
            List<SettingChoice> choices,
            Function<String, Optional<SettingChoice>> others,
            String typed) {
        List<SettingChoice> selected = new ArrayList<>();
        List<String> words = question.kind() == Kind.SOME_OF
                ? Stream.of(typed.split("[,\\s]+", -1))
                        .filter(word -> !word.isEmpty())
                        .toList()
                : List.of(typed);
        for (String word : words) {
            Optional<SettingChoice> choice = numbered(choices, word)
                    .or(() -> GivenValues.match(choices, word))
                    .or(() -> others.apply(word));
            if (choice.isEmpty()) {
                return List.of();
            }
            selected.add(choice.get());
        }
        return selected;
    }

    private static Optional<SettingChoice> numbered(List<SettingChoice> choices, String word) {
        return word.matches("[1-9][0-9]{0,3}") && Integer.parseInt(word) <= choices.size()
                ? Optional.of(choices.get(Integer.parseInt(word) - 1))
                : Optional.empty();
    }

    @Override
    public List<InputProblem> missing() {
        return List.of();
    }

    @Override
    public boolean canAskAgain() {
        return true;
    }

    @Override
    public void report(String line) {
        session.messages().print(line);
    }
}
