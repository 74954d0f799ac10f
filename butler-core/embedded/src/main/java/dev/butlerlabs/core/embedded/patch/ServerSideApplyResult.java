package dev.butlerlabs.core.embedded.patch;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.stream.Collectors;

/** The result of an apply request. */
public sealed interface ServerSideApplyResult {

    /** The merged object; the caller applies defaults and validates it before storing it. */
    record Applied(ObjectNode object) implements ServerSideApplyResult {}

    /** The request changes fields that other managers own, so nothing was changed. The response is 409 with reason {@code ApplyConflict}. */
    record Conflicts(List<ApplyConflict> conflicts) implements ServerSideApplyResult {
        public Conflicts {
            conflicts = List.copyOf(conflicts);
        }

        /** Returns the message of the Status object. */
        public String message() {
            if (conflicts.size() == 1) {
                ApplyConflict only = conflicts.getFirst();
                return "Apply failed with 1 conflict: " + only.message() + ": " + only.path();
            }
            return "Apply failed with " + conflicts.size() + " conflicts: "
                    + conflicts.stream()
                            .map(ApplyConflict::owner)
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
