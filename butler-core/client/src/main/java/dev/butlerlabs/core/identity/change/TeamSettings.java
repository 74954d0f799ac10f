package dev.butlerlabs.core.identity.change;

import dev.butlerlabs.core.error.InputProblem;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The settings of a team that a command changes; all others stay as they are.
 *
 * @param limits a value for each limit that is changed; {@code none} removes it
 * @param lists a value for each list that is changed, by its field in {@code spec.resourceLimits}; {@code none} removes it
 */
public record TeamSettings(
        Optional<String> displayName,
        Optional<String> description,
        Map<TeamLimit, String> limits,
        Map<String, List<String>> lists) {
    public TeamSettings {
        Objects.requireNonNull(displayName, "displayName");
        Objects.requireNonNull(description, "description");
        limits = Map.copyOf(limits);
        lists = Map.copyOf(lists);
    }

    public boolean isEmpty() {
        return displayName.isEmpty() && description.isEmpty() && limits.isEmpty() && lists.isEmpty();
    }

    /** Returns every value that is not valid, in the order of the options. */
    List<InputProblem> problems() {
        List<InputProblem> problems = new ArrayList<>();
        for (TeamLimit limit : TeamLimit.values()) {
            Optional.ofNullable(limits.get(limit))
                    .filter(text -> !limit.accepts(text))
                    .ifPresent(text -> problems.add(
                            new InputProblem(limit.flag(), "invalid value \"%s\"".formatted(text), limit.rule())));
        }
        return problems;
    }

    /** Returns the changed fields of the spec; null removes a field. */
    MergeFields fields() {
        MergeFields resources = new MergeFields();
        limits.forEach((limit, text) -> resources.putOrRemove(limit.field(), Optional.of(limit.value(text))));
        lists.forEach((field, values) -> resources.putOrRemove(
                field, values.equals(List.of(MergeFields.NONE)) ? Optional.of(MergeFields.NONE) : Optional.of(values)));
        return new MergeFields()
                .put("displayName", displayName)
                .put("description", description)
                .putObject("resourceLimits", resources);
    }
}
