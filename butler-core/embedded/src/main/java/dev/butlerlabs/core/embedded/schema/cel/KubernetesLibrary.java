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

/** The CEL environment of validation rules: standard functions, common extensions and Kubernetes functions. */
public final class KubernetesLibrary {
    /** Aborts rules that iterate longer; kube-apiserver uses cost limits for the same purpose. */
    private static final int MOST_ITERATIONS = 1_000_000;

    private static final CelOptions OPTIONS = CelOptions.current()
            .enableHeterogeneousNumericComparisons(true)
            .enableOptionalSyntax(true)
            .comprehensionMaxIterations(MOST_ITERATIONS)
            .build();

    /** All string extensions except {@code reverse}, which Kubernetes does not include. */
    private static final CelStringExtensions STRINGS =
            CelExtensions.strings(Sets.difference(EnumSet.allOf(Function.class), EnumSet.of(Function.REVERSE)));

    private KubernetesLibrary() {}

    /** Returns an environment to which variables and types can be added. Creating it is slow: create it once. */
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
