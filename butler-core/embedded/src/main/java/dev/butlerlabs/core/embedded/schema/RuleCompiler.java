package dev.butlerlabs.core.embedded.schema;

import dev.butlerlabs.core.embedded.schema.cel.KubernetesLibrary;
import dev.cel.bundle.Cel;
import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelValidationException;
import dev.cel.common.types.CelType;
import dev.cel.common.types.OptionalType;
import dev.cel.common.types.SimpleType;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Compiles the validation rules of a schema node. */
final class RuleCompiler {
    /** Signals that a rule is invalid. */
    static final class RuleException extends Exception {
        private static final long serialVersionUID = 1L;
        private final transient String part;

        RuleException(String part, String detail) {
            super(detail);
            this.part = part;
        }

        /** Returns the invalid part of the rule: {@code rule}, {@code messageExpression} or {@code optionalOldSelf}. */
        String part() {
            return part;
        }
    }

    private static final LazyValue<Cel> LANGUAGE = new LazyValue<>(KubernetesLibrary::language);

    private final LazyValue<Cel> plain;
    private final LazyValue<Cel> withOptionalOld;

    RuleCompiler(SchemaNode schema, boolean resource) {
        this.plain = new LazyValue<>(() -> language(schema, resource, false));
        this.withOptionalOld = new LazyValue<>(() -> language(schema, resource, true));
    }

    private static Cel language(SchemaNode schema, boolean resource, boolean optionalOld) {
        RuleTypes types = new RuleTypes();
        CelType self = types.typeOf(schema, resource);
        return LANGUAGE.get()
                .toCelBuilder()
                .setTypeProvider(types.provider())
                .addVar("self", self)
                .addVar("oldSelf", optionalOld ? OptionalType.create(self) : self)
                .build();
    }

    /** Compiles rules that were validated before; an invalid rule would have been rejected with its CRD. */
    static List<CompiledRule> compileAll(SchemaNode schema, boolean resource) {
        RuleCompiler compiler = new RuleCompiler(schema, resource);
        List<CompiledRule> rules = new ArrayList<>();
        for (SchemaNode.Rule rule : schema.rules()) {
            try {
                rules.add(compiler.compile(rule));
            } catch (RuleException unfit) {
                throw new IllegalArgumentException("rule '" + rule.expression() + "': " + unfit.getMessage(), unfit);
            }
        }
        return rules;
    }

    CompiledRule compile(SchemaNode.Rule rule) throws RuleException {
        Cel language = (rule.optionalOldSelf() ? withOptionalOld : plain).get();
        CelAbstractSyntaxTree tree = parse(language, rule.expression(), "rule", "compilation failed: ");
        if (!tree.getResultType().equals(SimpleType.BOOL)) {
            throw new RuleException("rule", "cel expression must evaluate to a bool");
        }
        boolean comparesWithOld = tree.getReferenceMap().values().stream()
                .anyMatch(reference -> reference.name().equals("oldSelf"));
        return new CompiledRule(rule, program(language, tree, "rule"), comparesWithOld, message(language, rule));
    }

    private static Optional<CelRuntime.Program> message(Cel language, SchemaNode.Rule rule) throws RuleException {
        if (rule.messageExpression().isBlank()) {
            return Optional.empty();
        }
        String part = "messageExpression";
        CelAbstractSyntaxTree tree =
                parse(language, rule.messageExpression(), part, "messageExpression compilation failed: ");
        if (!tree.getResultType().equals(SimpleType.STRING)) {
            throw new RuleException(part, "messageExpression must evaluate to a string");
        }
        return Optional.of(program(language, tree, part));
    }

    private static CelAbstractSyntaxTree parse(Cel language, String expression, String part, String prefix)
            throws RuleException {
        try {
            return language.compile(expression).getAst();
        } catch (CelValidationException broken) {
            throw new RuleException(part, prefix + RuleFailures.describe(broken));
        }
    }

    private static CelRuntime.Program program(Cel language, CelAbstractSyntaxTree tree, String part)
            throws RuleException {
        try {
            return language.createProgram(tree);
        } catch (CelEvaluationException broken) {
            throw new RuleException(part, "program instantiation failed: " + broken.getMessage());
        }
    }
}
