package dev.butlerlabs.adm.init;

import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.provider.discovery.SettingChoice;
import dev.butlerlabs.core.provider.discovery.SettingQuestion;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Answers questions: a user at a terminal, or the proposals themselves in scripts. */
interface AnswerSource {
    /**
     * Answers a question with a text.
     *
     * @param path path of the setting in the file, for messages
     * @return empty without an answer
     */
    Optional<String> text(SettingQuestion question, String path, Optional<String> proposal);

    /** Answers a question with some of the choices. */
    default List<SettingChoice> choose(SettingQuestion question, String path, List<SettingChoice> choices) {
        return choose(question, path, choices, _ -> Optional.empty());
    }

    /**
     * Answers a question with some of the choices, or with other values.
     *
     * @param choices never empty
     * @param others returns a valid value that is not among the choices; empty if it is not valid
     * @return empty without an answer
     */
    List<SettingChoice> choose(
            SettingQuestion question,
            String path,
            List<SettingChoice> choices,
            Function<String, Optional<SettingChoice>> others);

    /** Returns the required values that have no answer; always empty if questions are repeated until they have one. */
    List<InputProblem> missing();

    /** Returns whether an answer can be corrected by asking again. */
    boolean canAskAgain();

    /** Prints a message. */
    void report(String line);
}
