package dev.butlerlabs.adm.init;

import dev.butlerlabs.core.config.ConfigEnvironment;
import dev.butlerlabs.core.config.ConfigSection;
import dev.butlerlabs.core.config.ProblemCollector;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.provider.InfrastructureProvider;
import dev.butlerlabs.core.provider.discovery.DiscoveredNetwork;
import dev.butlerlabs.core.provider.discovery.DiscoveryConnection;
import dev.butlerlabs.core.provider.discovery.SettingChoice;
import dev.butlerlabs.core.provider.discovery.SettingQuestion;
import dev.butlerlabs.core.provider.discovery.SettingQuestion.Kind;
import dev.butlerlabs.core.provider.discovery.SettingsDiscovery;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Completes the provider section: prompts for the connection, verifies it, and prompts for what the infrastructure offers. */
final class SectionInterview {
    private final InfrastructureProvider provider;
    private final SettingsDiscovery discovery;
    private final ConfigEnvironment surroundings;
    private final GivenValues given;
    private final AnswerSource source;
    private final List<InputProblem> problems;

    /** @param problems gets given values that are not valid */
    SectionInterview(
            InfrastructureProvider provider,
            ConfigEnvironment surroundings,
            GivenValues given,
            AnswerSource source,
            List<InputProblem> problems) {
        this.provider = provider;
        this.discovery = provider.discovery().orElseGet(() -> new PlainQuestions(provider.keys()));
        this.surroundings = surroundings;
        this.given = given;
        this.source = source;
        this.problems = problems;
    }

    /**
     * The completed section.
     *
     * @param network the network of the machines, if the infrastructure knows it
     */
    record Result(Map<String, Object> section, Optional<DiscoveredNetwork> network) {}

    List<SettingQuestion> questions() {
        return discovery.questions();
    }

    /** Returns an incomplete section if required values are missing or given values are not valid. */
    Result conduct() {
        Map<String, Object> before = Map.of();
        while (true) {
            Map<String, Object> answers = connectionAnswers(before);
            before = answers;
            if (!source.missing().isEmpty() || !problems.isEmpty()) {
                return new Result(answers, Optional.empty());
            }
            Optional<DiscoveryConnection> connected = connect(answers);
            if (connected.isPresent()) {
                try (DiscoveryConnection connection = connected.get()) {
                    discovery.questions().stream()
                            .filter(question -> question.kind().isChoice())
                            .filter(question -> isOpen(question, answers))
                            .forEach(question -> choose(question, connection, answers));
                    return new Result(answers, network(connection, answers));
                }
            }
        }
    }

    /** @param before answers that did not lead to a connection; they are proposed again, except secrets */
    private Map<String, Object> connectionAnswers(Map<String, Object> before) {
        Map<String, Object> answers = new LinkedHashMap<>();
        for (SettingQuestion question : discovery.questions()) {
            if (!question.kind().isChoice()) {
                given.find(path(question.key())).ifPresent(text -> problems.addAll(put(question, text, answers)));
            }
        }
        otherGivenKeys().forEach((key, text) -> answers.put(key, GivenValues.value(text)));
        for (SettingQuestion question : discovery.questions()) {
            if (!question.kind().isChoice() && isOpen(question, answers)) {
                ask(question, answers, before);
            }
        }
        return answers;
    }

    /** Returns given keys of the section that no question is about, such as the address of a private cloud. */
    private Map<String, String> otherGivenKeys() {
        String prefix = path("");
        Map<String, String> others = new LinkedHashMap<>();
        given.byPath().forEach((path, text) -> {
            String key = path.startsWith(prefix) ? path.substring(prefix.length()) : "";
            boolean isAsked = discovery.questions().stream()
                    .anyMatch(question -> question.key().equals(key));
            if (!key.isEmpty() && !isAsked) {
                others.put(key, text);
            }
        });
        return others;
    }

    private static boolean isOpen(SettingQuestion question, Map<String, Object> answers) {
        return !answers.containsKey(question.key())
                && question.unless().filter(answers::containsKey).isEmpty();
    }

    private void ask(SettingQuestion question, Map<String, Object> answers, Map<String, Object> before) {
        Optional<String> earlier = Optional.ofNullable(before.get(question.key()))
                .filter(_ -> question.kind() != Kind.SECRET)
                .map(String::valueOf);
        while (true) {
            Optional<String> answer = source.text(question, path(question.key()), earlier.or(() -> proposal(question)));
            if (answer.isEmpty()) {
                return;
            }
            List<InputProblem> wrong = put(question, answer.get(), answers);
            if (wrong.isEmpty()) {
                return;
            }
            if (!source.canAskAgain()) {
                problems.addAll(wrong);
                return;
            }
            answers.remove(question.key());
            wrong.forEach(problem -> source.report("  " + problem));
        }
    }

    /** Stores an answer, as a number if the key needs one, and returns what is wrong with it. */
    private List<InputProblem> put(SettingQuestion question, String text, Map<String, Object> answers) {
        answers.put(question.key(), value(question, text));
        List<InputProblem> wrong = problemsOf(question.key(), answers);
        if (wrong.isEmpty() || question.kind() != Kind.TEXT || !text.matches("[1-9][0-9]{0,8}")) {
            return wrong;
        }
        answers.put(question.key(), Integer.valueOf(text));
        return problemsOf(question.key(), answers);
    }

    private Optional<String> proposal(SettingQuestion question) {
        return question.variable()
                .filter(name -> surroundings.variables().apply(name).isPresent())
                .map(name -> "${" + name + "}")
                .or(question::preset);
    }

    /** Returns an answer as it is written to the file. A typed secret is not a reference, unless it looks exactly like one. */
    private static String value(SettingQuestion question, String text) {
        boolean isReference = text.matches("\\$\\{[A-Za-z_][A-Za-z0-9_]*}") || text.startsWith("file:");
        if (question.kind() == Kind.SECRET) {
            return isReference ? text : text.replace("${", "$${");
        }
        return text;
    }

    private List<InputProblem> problemsOf(String key, Map<String, Object> answers) {
        ProblemCollector collector = new ProblemCollector();
        ConfigSection.of(path("").replaceFirst("\\.$", ""), answers, surroundings, collector)
                .read(provider.keys());
        return collector.problems().stream()
                .filter(problem -> problem.path().equals(path(key)))
                .toList();
    }

    /** @return empty if the user is to be asked again */
    private Optional<DiscoveryConnection> connect(Map<String, Object> answers) {
        DiscoveryConnection connection = null;
        try {
            connection = discovery.connect(section(answers));
            source.report("Connected to %s.".formatted(connection.verify()));
            return Optional.of(connection);
        } catch (ButlerException e) {
            if (connection != null) {
                connection.close();
            }
            if (!source.canAskAgain() || e.code() == ErrorCode.CANCELLED) {
                throw e;
            }
            source.report("error: " + e.getMessage());
            e.problems().forEach(problem -> source.report("  " + problem));
            source.report("hint: " + e.hint());
            return Optional.empty();
        }
    }

    private void choose(SettingQuestion question, DiscoveryConnection connection, Map<String, Object> answers) {
        String path = path(question.key());
        Optional<List<SettingChoice>> listed = choices(question, connection, answers);
        List<SettingChoice> choices = listed.orElse(List.of());
        Function<String, Optional<SettingChoice>> others = text -> find(question, text, connection, answers);
        Optional<String> text = given.find(path);
        if (text.isPresent()) {
            Optional<List<SettingChoice>> named = GivenValues.matches(question, choices, others, text.get());
            if (named.isPresent()) {
                put(question, named.get(), answers);
            } else if (choices.isEmpty()) {
                answers.put(question.key(), GivenValues.value(text.get()));
            } else {
                problems.add(new InputProblem(
                        path,
                        "\"%s\" does not exist".formatted(text.get()),
                        "use one of: %s".formatted(ProposedAnswers.listed(choices))));
            }
        } else if (!choices.isEmpty()) {
            put(question, source.choose(question, path, choices, others), answers);
        } else if (question.required() || listed.isEmpty()) {
            listed.ifPresent(_ -> source.report("No values found for: " + question.text()));
            enter(question, path, answers);
        }
    }

    /** Returns empty if the choices cannot be listed, such as without permission: the user may know a value. */
    private Optional<List<SettingChoice>> choices(
            SettingQuestion question, DiscoveryConnection connection, Map<String, Object> answers) {
        try {
            return Optional.of(connection.choices(question.key(), section(answers)));
        } catch (ButlerException e) {
            source.report("warning: " + e.getMessage());
            return Optional.empty();
        }
    }

    /** Accepts a value that cannot be verified, such as without permission. */
    private Optional<SettingChoice> find(
            SettingQuestion question, String text, DiscoveryConnection connection, Map<String, Object> answers) {
        try {
            return connection.find(question.key(), text, section(answers));
        } catch (ButlerException e) {
            source.report("warning: " + e.getMessage());
            return Optional.of(SettingChoice.of(text));
        }
    }

    /** Prompts for a value without choices until it is valid. */
    private void enter(SettingQuestion question, String path, Map<String, Object> answers) {
        while (true) {
            Optional<String> text = source.text(question, path, Optional.empty());
            if (text.isEmpty()) {
                return;
            }
            answers.put(
                    question.key(),
                    question.kind() == Kind.SOME_OF
                            ? GivenValues.words(question, text.get())
                            : GivenValues.value(text.get()));
            List<InputProblem> wrong = problemsOf(question.key(), answers);
            if (wrong.isEmpty() || !source.canAskAgain()) {
                problems.addAll(wrong);
                return;
            }
            answers.remove(question.key());
            wrong.forEach(problem -> source.report("  " + problem));
        }
    }

    private static void put(SettingQuestion question, List<SettingChoice> chosen, Map<String, Object> answers) {
        if (!chosen.isEmpty()) {
            answers.put(
                    question.key(),
                    question.kind() == Kind.SOME_OF
                            ? chosen.stream().map(SettingChoice::value).toList()
                            : chosen.getFirst().value());
        }
    }

    private Optional<DiscoveredNetwork> network(DiscoveryConnection connection, Map<String, Object> answers) {
        try {
            return connection.network(section(answers));
        } catch (ButlerException e) {
            source.report("warning: " + e.getMessage());
            return Optional.empty();
        }
    }

    private ConfigSection section(Map<String, Object> answers) {
        return ConfigSection.of(path("").replaceFirst("\\.$", ""), answers, surroundings, new ProblemCollector());
    }

    private String path(String key) {
        return GivenValues.sectionPath(provider.profile().name(), key);
    }
}
