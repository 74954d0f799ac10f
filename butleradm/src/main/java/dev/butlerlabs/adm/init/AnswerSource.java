package dev.butlerlabs.adm.init;

import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.provider.discovery.SettingChoice;
import dev.butlerlabs.core.provider.discovery.SettingQuestion;
import java.util.List;
import java.util.Optional;

/** Answers questions: a user at a terminal, or the proposals themselves in scripts. */
interface AnswerSource {
    /**
     * Answers a question with a text.
     *
     * @param path path of the setting in the file, for messages
     * @return empty without an answer
     */
    Optional<String> text(SettingQuestion question, String path, Optional<String> proposal);

    /**
     * Answers a question with some of the choices, or with other values.
     *
     * @param choices never empty
     * @return empty without an answer
     */
    List<SettingChoice> choose(SettingQuestion question, String path, List<SettingChoice> choices);

    /** Returns the required values that have no answer; always empty if questions are repeated until they have one. */
    List<InputProblem> missing();

    /** Returns whether an answer can be corrected by asking again. */
    boolean canAskAgain();

    /** Prints a message. */
    void report(String line);
}
