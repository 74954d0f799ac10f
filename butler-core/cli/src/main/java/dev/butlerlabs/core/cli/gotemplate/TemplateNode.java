package dev.butlerlabs.core.cli.gotemplate;

import java.util.List;
import java.util.Optional;

/** A part of a parsed Go template. */
sealed interface TemplateNode {
    record Text(String text) implements TemplateNode {}

    /** Prints the value of a pipeline, unless it sets a variable. */
    record Output(Pipeline pipeline) implements TemplateNode {}

    record If(Pipeline condition, List<TemplateNode> then, List<TemplateNode> otherwise) implements TemplateNode {}

    record With(Pipeline value, List<TemplateNode> then, List<TemplateNode> otherwise) implements TemplateNode {}

    record Range(Pipeline values, List<TemplateNode> body, List<TemplateNode> otherwise) implements TemplateNode {}

    record Break() implements TemplateNode {}

    record Continue() implements TemplateNode {}

    /**
     * Commands whose results are the last arguments of the next ones.
     *
     * @param variables set to the result; two in a range, for the index and the element
     * @param isDeclaration whether the variables are new ({@code :=}) or assigned ({@code =})
     */
    record Pipeline(List<String> variables, boolean isDeclaration, List<Command> commands, int position) {}

    /** A function with arguments, or a single value. */
    record Command(List<Operand> words, int position) {}

    /** A value in a command. */
    sealed interface Operand {
        record Constant(Object value) implements Operand {}

        /** The data of the current block. */
        record Dot() implements Operand {}

        record Variable(String name, int position) implements Operand {}

        record Function(String name, int position) implements Operand {}

        record Nested(Pipeline pipeline) implements Operand {}

        /** Fields of a value, such as {@code .metadata.name} or {@code $item.name}. */
        record Chain(Operand start, List<String> fields, int position) implements Operand {}
    }

    /** Returns the function of a command. */
    static Optional<Operand.Function> function(Command command) {
        return command.words().getFirst() instanceof Operand.Function function
                ? Optional.of(function)
                : Optional.empty();
    }
}
