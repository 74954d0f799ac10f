package dev.butlerlabs.core.embedded.schema.cel;

import dev.cel.bundle.CelBuilder;
import dev.cel.common.CelFunctionDecl;
import dev.cel.common.CelOverloadDecl;
import dev.cel.common.types.CelType;
import dev.cel.common.types.SimpleType;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelFunctionBinding;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Collects CEL functions, each with its declaration for the type checker and its implementation for the interpreter. */
final class FunctionTable {
    static final CelType STRING = SimpleType.STRING;
    static final CelType BOOL = SimpleType.BOOL;
    static final CelType INT = SimpleType.INT;
    static final CelType DOUBLE = SimpleType.DOUBLE;

    /** The implementation of a function; an exception that is not a CEL error becomes an evaluation error. */
    @FunctionalInterface
    interface Body {
        Object apply(Object[] arguments) throws CelEvaluationException;
    }

    private final Map<String, List<CelOverloadDecl>> declarations = new LinkedHashMap<>();
    private final List<CelFunctionBinding> bindings = new ArrayList<>();

    /** Adds a function called as {@code receiver.name(…)}; the first parameter is the receiver. */
    void member(String name, String overload, CelType result, List<CelType> parameters, Body body) {
        add(name, CelOverloadDecl.newMemberOverload(overload, result, parameters), body);
    }

    /** Adds a function called as {@code name(…)}. */
    void global(String name, String overload, CelType result, List<CelType> parameters, Body body) {
        add(name, CelOverloadDecl.newGlobalOverload(overload, result, parameters), body);
    }

    /** All implementations are stateless, which the {@code Immutable} check of the compiler cannot verify. */
    @SuppressWarnings("Immutable")
    private void add(String name, CelOverloadDecl overload, Body body) {
        declarations.computeIfAbsent(name, first -> new ArrayList<>()).add(overload);
        List<Class<?>> classes = new ArrayList<>();
        overload.parameterTypes().forEach(type -> classes.add(runtimeClass(type)));
        bindings.add(CelFunctionBinding.from(overload.overloadId(), classes, body::apply));
    }

    private static Class<?> runtimeClass(CelType type) {
        return switch (type.kind()) {
            case STRING -> String.class;
            case INT -> Long.class;
            case DOUBLE -> Double.class;
            case BOOL -> Boolean.class;
            case LIST -> List.class;
            case MAP -> Map.class;
            case OPAQUE -> KubernetesTypes.runtimeClass(type.name());
            default -> Object.class;
        };
    }

    void addTo(CelBuilder builder) {
        declarations.forEach((name, overloads) ->
                builder.addFunctionDeclarations(CelFunctionDecl.newFunctionDeclaration(name, overloads)));
        builder.addFunctionBindings(bindings);
    }
}
