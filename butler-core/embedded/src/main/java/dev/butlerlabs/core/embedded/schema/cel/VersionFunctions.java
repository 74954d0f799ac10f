package dev.butlerlabs.core.embedded.schema.cel;

import static dev.butlerlabs.core.embedded.schema.cel.FunctionTable.BOOL;
import static dev.butlerlabs.core.embedded.schema.cel.FunctionTable.INT;
import static dev.butlerlabs.core.embedded.schema.cel.FunctionTable.STRING;
import static dev.butlerlabs.core.embedded.schema.cel.KubernetesTypes.SEMVER;

import java.util.List;
import java.util.Optional;

/** CEL functions for semantic versions. */
final class VersionFunctions {
    private VersionFunctions() {}

    static void addTo(FunctionTable table) {
        table.global(
                "isSemver",
                "is_semver_string",
                BOOL,
                List.of(STRING),
                arguments -> SemanticVersion.parse((String) arguments[0]).isPresent());
        table.global(
                "isSemver",
                "is_semver_string_bool",
                BOOL,
                List.of(STRING, BOOL),
                arguments -> parse(arguments[0], arguments[1]).isPresent());
        table.global("semver", "string_to_semver", SEMVER, List.of(STRING), arguments -> version(arguments[0], false));
        table.global(
                "semver",
                "string_bool_to_semver",
                SEMVER,
                List.of(STRING, BOOL),
                arguments -> version(arguments[0], arguments[1]));
        table.member(
                "major",
                "semver_major",
                INT,
                List.of(SEMVER),
                arguments -> of(arguments[0]).major());
        table.member(
                "minor",
                "semver_minor",
                INT,
                List.of(SEMVER),
                arguments -> of(arguments[0]).minor());
        table.member(
                "patch",
                "semver_patch",
                INT,
                List.of(SEMVER),
                arguments -> of(arguments[0]).patch());
        table.member(
                "isGreaterThan",
                "semver_is_greater_than",
                BOOL,
                List.of(SEMVER, SEMVER),
                arguments -> of(arguments[0]).compareTo(of(arguments[1])) > 0);
        table.member(
                "isLessThan",
                "semver_is_less_than",
                BOOL,
                List.of(SEMVER, SEMVER),
                arguments -> of(arguments[0]).compareTo(of(arguments[1])) < 0);
        table.member("compareTo", "semver_compare_to", INT, List.of(SEMVER, SEMVER), arguments ->
                (long) Integer.signum(of(arguments[0]).compareTo(of(arguments[1]))));
    }

    private static Optional<SemanticVersion> parse(Object text, Object tolerant) {
        return (Boolean) tolerant ? SemanticVersion.tolerant((String) text) : SemanticVersion.parse((String) text);
    }

    private static SemanticVersion version(Object text, Object tolerant) {
        return parse(text, tolerant)
                .orElseThrow(() -> new IllegalArgumentException("No Major.Minor.Patch elements found"));
    }

    private static SemanticVersion of(Object value) {
        return (SemanticVersion) value;
    }
}
