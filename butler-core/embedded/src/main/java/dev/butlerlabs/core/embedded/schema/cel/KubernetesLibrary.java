package dev.butlerlabs.core.embedded.schema.cel;

import com.google.common.collect.Sets;
import dev.cel.bundle.Cel;
import dev.cel.bundle.CelBuilder;
import dev.cel.bundle.CelFactory;
import dev.cel.common.CelOptions;
import dev.cel.extensions.CelExtensions;
import dev.cel.extensions.CelStringExtensions;
import dev.cel.extensions.CelStringExtensions.Function;
import dev.cel.parser.CelStandardMacro;
import java.util.EnumSet;

/** The expression language as validation rules know it: the standard, the common extensions and Kubernetes' own functions. */
public final class KubernetesLibrary {
    /** A rule that loops longer than this is given up; an API server counts costs for the same end. */
    private static final int MOST_ITERATIONS = 1_000_000;

    private static final CelOptions OPTIONS = CelOptions.current()
            .enableHeterogeneousNumericComparisons(true)
            .enableOptionalSyntax(true)
            .comprehensionMaxIterations(MOST_ITERATIONS)
            .build();

    /** All but reversing, which Kubernetes leaves out. */
    private static final CelStringExtensions STRINGS =
            CelExtensions.strings(Sets.difference(EnumSet.allOf(Function.class), EnumSet.of(Function.REVERSE)));

    private KubernetesLibrary() {}

    /** A language to which variables and types can be added. Making it is slow; make it once. */
    public static Cel language() {
        CelBuilder builder = CelFactory.legacyCelBuilder()
                .setOptions(OPTIONS)
                .setStandardMacros(CelStandardMacro.STANDARD_MACROS)
                .addCompilerLibraries(
                        STRINGS,
                        CelExtensions.optional(),
                        CelExtensions.sets(OPTIONS),
                        CelExtensions.lists(),
                        CelExtensions.comprehensions())
                .addRuntimeLibraries(
                        STRINGS,
                        CelExtensions.optional(),
                        CelExtensions.sets(OPTIONS),
                        CelExtensions.lists(),
                        CelExtensions.comprehensions());
        FunctionTable functions = new FunctionTable();
        TextFunctions.addTo(functions);
        ListFunctions.addTo(functions);
        UrlFunctions.addTo(functions);
        QuantityFunctions.addTo(functions);
        NetworkFunctions.addTo(functions);
        VersionFunctions.addTo(functions);
        FormatFunctions.addTo(functions);
        functions.addTo(builder);
        return builder.build();
    }
}
