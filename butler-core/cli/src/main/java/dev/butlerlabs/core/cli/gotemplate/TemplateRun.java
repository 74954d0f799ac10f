package dev.butlerlabs.core.cli.gotemplate;

import dev.butlerlabs.core.cli.gotemplate.TemplateNode.Command;
import dev.butlerlabs.core.cli.gotemplate.TemplateNode.Operand;
import dev.butlerlabs.core.cli.gotemplate.TemplateNode.Pipeline;
import dev.butlerlabs.core.cli.output.GoNumberText;
import dev.butlerlabs.core.cli.output.GoValueText;
import dev.butlerlabs.core.cli.output.TemplateException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Executes a parsed Go template. Use one instance for one document. */
final class TemplateRun {
    private final String template;
    private final StringBuilder text = new StringBuilder();
    private final List<Map.Entry<String, Object[]>> variables = new ArrayList<>();
    private final Object document;

    TemplateRun(String template, Object document) {
        this.template = template;
        this.document = document;
        declare("$", document);
    }

    /** How a block ended. */
    private enum Flow {
        NEXT,
        BREAK,
        CONTINUE
    }

    String run(List<TemplateNode> nodes) {
        run(nodes, document);
        return text.toString();
    }

    private Flow run(List<TemplateNode> nodes, Object dot) {
        for (TemplateNode node : nodes) {
            Flow flow = run(node, dot);
            if (flow != Flow.NEXT) {
                return flow;
            }
        }
        return Flow.NEXT;
    }

    private Flow run(TemplateNode node, Object dot) {
        int known = variables.size();
        switch (node) {
            case TemplateNode.Text(String literal) -> text.append(literal);
            case TemplateNode.Output(Pipeline pipeline) -> {
                Object value = evaluate(pipeline, dot);
                if (pipeline.variables().isEmpty()) {
                    text.append(value == null ? "<no value>" : GoValueText.of(value));
                }
            }
            case TemplateNode.If(Pipeline condition, List<TemplateNode> then, List<TemplateNode> otherwise) -> {
                boolean holds = TemplateFunctions.isTrue(evaluate(condition, dot));
                Flow flow = run(holds ? then : otherwise, dot);
                forget(known);
                return flow;
            }
            case TemplateNode.With(Pipeline value, List<TemplateNode> then, List<TemplateNode> otherwise) -> {
                Object result = evaluate(value, dot);
                Flow flow = TemplateFunctions.isTrue(result) ? run(then, result) : run(otherwise, dot);
                forget(known);
                return flow;
            }
            case TemplateNode.Range range -> {
                range(range, dot);
                forget(known);
            }
            case TemplateNode.Break _ -> {
                return Flow.BREAK;
            }
            case TemplateNode.Continue _ -> {
                return Flow.CONTINUE;
            }
        }
        return Flow.NEXT;
    }

    private void range(TemplateNode.Range range, Object dot) {
        Pipeline pipeline = range.values();
        Object value = evaluate(new Pipeline(List.of(), false, pipeline.commands(), pipeline.position()), dot);
        Map<Object, Object> elements = elements(value, pipeline.position());
        if (elements.isEmpty()) {
            run(range.otherwise(), dot);
            return;
        }
        for (Map.Entry<Object, Object> element : elements.entrySet()) {
            int known = variables.size();
            List<String> names = pipeline.variables();
            if (!names.isEmpty()) {
                set(names.getLast(), element.getValue(), pipeline.isDeclaration());
            }
            if (names.size() == 2) {
                set(names.getFirst(), element.getKey(), pipeline.isDeclaration());
            }
            Flow flow = run(range.body(), element.getValue());
            forget(known);
            if (flow == Flow.BREAK) {
                return;
            }
        }
    }

    /** Returns the elements by index, or by key in the order of the keys. */
    private Map<Object, Object> elements(Object value, int position) {
        Map<Object, Object> elements = new LinkedHashMap<>();
        switch (value) {
            case null -> {}
            case List<?> list -> {
                for (Object element : list) {
                    elements.put((long) elements.size(), element);
                }
            }
            case Map<?, ?> map -> {
                Map<String, Object> sorted = new TreeMap<>();
                map.forEach((key, element) -> sorted.put(String.valueOf(key), element));
                elements.putAll(sorted);
            }
            case Number count
            when !GoNumberText.isFraction(count) -> {
                for (long i = 0; i < count.longValue(); i++) {
                    elements.put(i, i);
                }
            }
            default -> throw problem(position, "range cannot iterate over %s".formatted(GoValueText.of(value)));
        }
        return elements;
    }

    private Object evaluate(Pipeline pipeline, Object dot) {
        Object value = null;
        boolean isFirst = true;
        for (Command command : pipeline.commands()) {
            value = evaluate(command, dot, isFirst ? List.of() : Collections.singletonList(value));
            isFirst = false;
        }
        for (String name : pipeline.variables()) {
            set(name, value, pipeline.isDeclaration());
        }
        return value;
    }

    /** @param piped the result of the previous command, which becomes the last argument */
    private Object evaluate(Command command, Object dot, List<Object> piped) {
        if (!(command.words().getFirst() instanceof Operand.Function(String name, int position))) {
            return evaluate(command.words().getFirst(), dot);
        }
        List<Operand> operands = command.words().subList(1, command.words().size());
        if (name.equals("and") || name.equals("or")) {
            return firstDecisive(name.equals("or"), operands, dot, piped);
        }
        List<Object> arguments = new ArrayList<>();
        operands.forEach(operand -> arguments.add(evaluate(operand, dot)));
        arguments.addAll(piped);
        try {
            return TemplateFunctions.call(name, arguments);
        } catch (TemplateException e) {
            throw problem(position, e.getMessage());
        }
    }

    /** Returns the first argument that decides, or the last one. */
    private Object firstDecisive(boolean decisive, List<Operand> operands, Object dot, List<Object> piped) {
        Object value = null;
        for (Operand operand : operands) {
            value = evaluate(operand, dot);
            if (TemplateFunctions.isTrue(value) == decisive) {
                return value;
            }
        }
        return piped.isEmpty() ? value : piped.getFirst();
    }

    private Object evaluate(Operand operand, Object dot) {
        return switch (operand) {
            case Operand.Constant(Object value) -> value;
            case Operand.Dot _ -> dot;
            case Operand.Variable(String name, int _) -> slot(name)[0];
            case Operand.Function(String name, int position) ->
                evaluate(new Command(List.of(new Operand.Function(name, position)), position), dot, List.of());
            case Operand.Nested(Pipeline pipeline) -> evaluate(pipeline, dot);
            case Operand.Chain chain -> field(chain, evaluate(chain.start(), dot));
        };
    }

    /** Returns a field of a field; nothing if one is missing. */
    private Object field(Operand.Chain chain, Object start) {
        Object value = start;
        for (String name : chain.fields()) {
            if (value instanceof Map<?, ?> map) {
                value = map.get(name);
            } else if (value != null) {
                throw problem(chain.position(), "%s has no field .%s".formatted(GoValueText.of(value), name));
            }
        }
        return value;
    }

    private void declare(String name, Object value) {
        variables.add(Map.entry(name, new Object[] {value}));
    }

    private void set(String name, Object value, boolean isDeclaration) {
        if (isDeclaration) {
            declare(name, value);
        } else {
            slot(name)[0] = value;
        }
    }

    /** Returns the place of the innermost variable with a name. The parser has checked that it exists. */
    private Object[] slot(String name) {
        return variables.reversed().stream()
                .filter(variable -> variable.getKey().equals(name))
                .findFirst()
                .orElseThrow()
                .getValue();
    }

    private void forget(int known) {
        variables.subList(known, variables.size()).clear();
    }

    private TemplateException problem(int position, String reason) {
        return TemplateException.at(template, position, reason);
    }
}
