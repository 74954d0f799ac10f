package dev.butlerlabs.core.embedded.schema.cel;

import static dev.butlerlabs.core.embedded.schema.cel.FunctionTable.STRING;
import static dev.butlerlabs.core.embedded.schema.cel.KubernetesTypes.FORMAT;

import dev.cel.common.types.ListType;
import dev.cel.common.types.OptionalType;
import java.util.List;

/** CEL functions for named formats. */
final class FormatFunctions {
    private FormatFunctions() {}

    static void addTo(FunctionTable table) {
        table.global(
                "format.named",
                "format_named",
                OptionalType.create(FORMAT),
                List.of(STRING),
                arguments -> NamedFormat.named((String) arguments[0]));
        table.member(
                "validate",
                "format_validate",
                OptionalType.create(ListType.create(STRING)),
                List.of(FORMAT, STRING),
                arguments -> ((NamedFormat) arguments[0]).validate((String) arguments[1]));
        NamedFormat.ALL.forEach(format -> table.global(
                "format." + format.name(), "format_" + format.name(), FORMAT, List.of(), arguments -> format));
    }
}
