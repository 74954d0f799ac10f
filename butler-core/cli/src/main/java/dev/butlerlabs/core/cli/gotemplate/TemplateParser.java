package dev.butlerlabs.core.cli.gotemplate;

import dev.butlerlabs.core.cli.gotemplate.TemplateNode.Command;
import dev.butlerlabs.core.cli.gotemplate.TemplateNode.Operand;
import dev.butlerlabs.core.cli.gotemplate.TemplateNode.Pipeline;
import dev.butlerlabs.core.cli.gotemplate.TemplateToken.Kind;
import dev.butlerlabs.core.cli.output.QuotedText;
import dev.butlerlabs.core.cli.output.TemplateException;
import dev.butlerlabs.core.error.SpellingSuggestion;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Parses Go templates. Reports the position and the reason of an error. Use one instance for one template. */
final class TemplateParser {
    private static final Set<String> BLOCK_ENDS = Set.of("end", "else");
    private static final Set<String> UNSUPPORTED = Set.of("define", "template", "block");

    private final String template;
    private final List<TemplateToken> tokens;
    private final List<String> variables = new ArrayList<>(List.of("$"));
    private int next;
    private int loops;

    TemplateParser(String template) {
        this.template = template;
        this.tokens = new TemplateLexer(template).tokens();
    }

    List<TemplateNode> parse() {
        List<TemplateNode> nodes = nodes();
        if (!token().is(Kind.END)) {
            throw problem(token(), "{{%s}} without {{if}}, {{range}} or {{with}}".formatted(token().text()));
        }
        return nodes;
    }

    /** Parses up to the end of the template or of the block, whose last action is not consumed. */
    private List<TemplateNode> nodes() {
        List<TemplateNode> nodes = new ArrayList<>();
        while (!token().is(Kind.END) && !(token().is(Kind.WORD) && BLOCK_ENDS.contains(token().text()))) {
            TemplateToken first = token();
            if (first.is(Kind.TEXT)) {
                next++;
                nodes.add(new TemplateNode.Text(first.text()));
            } else {
                nodes.add(action(first));
            }
        }
        return nodes;
    }

    private TemplateNode action(TemplateToken first) {
        if (first.is(Kind.WORD)) {
            switch (first.text()) {
                case "if", "with", "range" -> {
                    return block(first);
                }
                case "break", "continue" -> {
                    return jump(first);
                }
                default -> {
                    if (UNSUPPORTED.contains(first.text())) {
                        throw problem(first, "{{%s}} is not supported".formatted(first.text()));
                    }
                }
            }
        }
        TemplateNode output = new TemplateNode.Output(pipeline(false));
        close();
        return output;
    }

    private TemplateNode jump(TemplateToken word) {
        if (loops == 0) {
            throw problem(word, "{{%s}} outside of {{range}}".formatted(word.text()));
        }
        next++;
        close();
        return word.text().equals("break") ? new TemplateNode.Break() : new TemplateNode.Continue();
    }

    private TemplateNode block(TemplateToken word) {
        next++;
        int known = variables.size();
        boolean isRange = word.text().equals("range");
        Pipeline pipeline = pipeline(isRange);
        close();
        loops += isRange ? 1 : 0;
        List<TemplateNode> then = nodes();
        loops -= isRange ? 1 : 0;
        List<TemplateNode> otherwise = List.of();
        if (token().isWord("else")) {
            next++;
            if (token().isWord("if") || token().isWord("with")) {
                otherwise = List.of(block(token()));
                variables.subList(known, variables.size()).clear();
                return node(word, pipeline, then, otherwise);
            }
            close();
            otherwise = nodes();
        }
        if (!token().isWord("end")) {
            throw problem(word, "{{%s}} without {{end}}".formatted(word.text()));
        }
        next++;
        close();
        variables.subList(known, variables.size()).clear();
        return node(word, pipeline, then, otherwise);
    }

    private static TemplateNode node(
            TemplateToken word, Pipeline pipeline, List<TemplateNode> then, List<TemplateNode> otherwise) {
        return switch (word.text()) {
            case "if" -> new TemplateNode.If(pipeline, then, otherwise);
            case "with" -> new TemplateNode.With(pipeline, then, otherwise);
            default -> new TemplateNode.Range(pipeline, then, otherwise);
        };
    }

    private Pipeline pipeline(boolean isRange) {
        int start = token().position();
        List<String> names = new ArrayList<>();
        boolean isDeclaration = false;
        if (token().is(Kind.VARIABLE) && startsAssignment()) {
            names.add(tokens.get(next++).text());
            if (isRange && token().isSymbol(",")) {
                next++;
                if (!token().is(Kind.VARIABLE)) {
                    throw problem(token(), "expected a second variable");
                }
                names.add(tokens.get(next++).text());
            }
            isDeclaration = token().isSymbol(":=");
            if (!isDeclaration) {
                names.forEach(name -> requireKnown(name, start));
            }
            next++;
        }
        List<Command> commands = new ArrayList<>();
        commands.add(command());
        while (token().isSymbol("|")) {
            next++;
            Command piped = command();
            if (TemplateNode.function(piped).isEmpty()) {
                throw TemplateException.at(template, piped.position(), "only a function can follow |");
            }
            commands.add(piped);
        }
        if (isDeclaration) {
            variables.addAll(names);
        }
        return new Pipeline(names, isDeclaration, commands, start);
    }

    /** Returns whether {@code :=}, {@code =} or, in a range, a second variable follows. */
    private boolean startsAssignment() {
        TemplateToken after = tokens.get(next + 1);
        return after.isSymbol(":=") || after.isSymbol("=") || after.isSymbol(",");
    }

    private void requireKnown(String name, int position) {
        if (!variables.contains(name)) {
            throw TemplateException.at(template, position, "variable %s is not defined".formatted(name));
        }
    }

    private Command command() {
        int start = token().position();
        List<Operand> words = new ArrayList<>();
        while (!token().is(Kind.CLOSE) && !token().is(Kind.END) && !token().isSymbol("|") && !token().isSymbol(")")) {
            words.add(operand());
        }
        if (words.isEmpty()) {
            throw problem(token(), "expected a value");
        }
        if (words.size() > 1 && !(words.getFirst() instanceof Operand.Function)) {
            throw TemplateException.at(
                    template, start, "a value cannot have arguments; write a function first, such as index or printf");
        }
        return new Command(words, start);
    }

    private Operand operand() {
        TemplateToken first = tokens.get(next++);
        Operand value = switch (first.kind()) {
            case DOT -> new Operand.Dot();
            case FIELD -> {
                next--;
                yield new Operand.Dot();
            }
            case VARIABLE -> {
                requireKnown(first.text(), first.position());
                yield new Operand.Variable(first.text(), first.position());
            }
            case QUOTED -> new Operand.Constant(text(first));
            case NUMBER -> new Operand.Constant(number(first));
            case WORD -> word(first);
            case SYMBOL -> nested(first);
            case TEXT, CLOSE, END -> throw problem(first, "expected a value");
        };
        return chain(value, first);
    }

    /** Adds the fields that follow a value without white space. */
    private Operand chain(Operand start, TemplateToken first) {
        List<String> fields = new ArrayList<>();
        boolean isFirst = first.is(Kind.FIELD);
        while (token().is(Kind.FIELD) && (isFirst || !token().isAfterSpace())) {
            fields.add(tokens.get(next++).text().substring(1));
            isFirst = false;
        }
        return fields.isEmpty() ? start : new Operand.Chain(start, fields, first.position());
    }

    private Operand word(TemplateToken word) {
        return switch (word.text()) {
            case "true" -> new Operand.Constant(true);
            case "false" -> new Operand.Constant(false);
            case "nil" -> new Operand.Constant(null);
            default -> {
                if (!TemplateFunctions.NAMES.contains(word.text())) {
                    throw problem(
                            word,
                            "unknown function \"%s\"%s"
                                    .formatted(
                                            word.text(),
                                            SpellingSuggestion.to(word.text(), TemplateFunctions.NAMES)
                                                    .map("; did you mean %s?"::formatted)
                                                    .orElse("")));
                }
                yield new Operand.Function(word.text(), word.position());
            }
        };
    }

    private Operand nested(TemplateToken open) {
        if (!open.isSymbol("(")) {
            throw problem(open, "expected a value instead of %s".formatted(open.text()));
        }
        Pipeline inner = pipeline(false);
        if (!token().isSymbol(")")) {
            throw problem(open, "'(' has no closing ')'");
        }
        next++;
        return new Operand.Nested(inner);
    }

    private Object text(TemplateToken token) {
        String inner = token.text().substring(1, token.text().length() - 1);
        if (token.text().startsWith("`")) {
            return inner;
        }
        try {
            String text = QuotedText.unescape(inner);
            if (!token.text().startsWith("'")) {
                return text;
            }
            if (text.codePointCount(0, text.length()) != 1) {
                throw new TemplateException("single quotes are for one character; use double quotes for text");
            }
            return (long) text.codePointAt(0);
        } catch (TemplateException e) {
            throw problem(token, e.getMessage());
        }
    }

    private Object number(TemplateToken token) {
        String digits = token.text().replace("_", "");
        try {
            return digits.matches("[+-]?(0[xXoObB])?[0-9a-fA-F]+") && !digits.matches("[+-]?[0-9]+[eE][0-9]+")
                    ? (Object) Long.decode(digits.replaceFirst("0[oO]", "0"))
                    : (Object) Double.valueOf(digits);
        } catch (NumberFormatException e) {
            throw problem(token, "\"%s\" is not a number".formatted(token.text()));
        }
    }

    private void close() {
        if (!token().is(Kind.CLOSE)) {
            throw problem(token(), "expected }} instead of %s".formatted(token().text()));
        }
        next++;
    }

    private TemplateToken token() {
        return tokens.get(next);
    }

    private TemplateException problem(TemplateToken token, String reason) {
        return TemplateException.at(template, token.position(), reason);
    }
}
