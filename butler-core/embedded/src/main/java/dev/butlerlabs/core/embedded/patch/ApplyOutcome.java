package dev.butlerlabs.core.embedded.patch;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.stream.Collectors;

/** What became of an apply request. */
public sealed interface ApplyOutcome {

    /** The object as it is to be stored, after defaulting and validation. */
    record Applied(ObjectNode object) implements ApplyOutcome {}

    /** Nothing was changed: others own fields of the request. Answered with 409 and reason {@code Conflict}. */
    record Conflicts(List<Conflict> conflicts) implements ApplyOutcome {
        public Conflicts {
            conflicts = List.copyOf(conflicts);
        }

        /** The message of the Status object. */
        public String message() {
            if (conflicts.size() == 1) {
                Conflict only = conflicts.getFirst();
                return "Apply failed with 1 conflict: " + only.message() + ": " + only.path();
            }
            return "Apply failed with " + conflicts.size() + " conflicts: "
                    + conflicts.stream()
                            .map(Conflict::owner)
                            .distinct()
                            .map(this::paragraph)
                            .collect(Collectors.joining("\n"));
        }

        private String paragraph(String owner) {
            String paths = conflicts.stream()
                    .filter(conflict -> conflict.owner().equals(owner))
                    .map(conflict -> "\n- " + conflict.path())
                    .collect(Collectors.joining());
            return "conflicts with " + owner + ":" + paths;
        }
    }
}
