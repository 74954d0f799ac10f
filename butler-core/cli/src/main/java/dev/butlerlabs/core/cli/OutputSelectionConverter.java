package dev.butlerlabs.core.cli;

import dev.butlerlabs.core.cli.gotemplate.GoTemplate;
import dev.butlerlabs.core.cli.jsonpath.JsonPathTemplate;
import dev.butlerlabs.core.cli.output.CustomColumns;
import dev.butlerlabs.core.cli.output.DocumentTemplate;
import dev.butlerlabs.core.cli.output.OutputFormat;
import dev.butlerlabs.core.cli.output.OutputSelection;
import dev.butlerlabs.core.cli.output.TemplateException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses the value of {@code -o}: the name of a format, or a template. Templates are parsed before a command does anything. */
final class OutputSelectionConverter implements ITypeConverter<OutputSelection> {
    @Override
    public OutputSelection convert(String text) {
        return Arrays.stream(OutputFormat.values())
                .filter(format ->
                        format != OutputFormat.TEMPLATE && format.toString().equalsIgnoreCase(text))
                .findFirst()
                .map(OutputSelection::of)
                .or(() -> template(text).map(OutputSelection::of))
                .orElseThrow(() -> new TypeConversionException("unknown format"));
    }

    /** Returns the template; empty if the value does not name a kind of template. */
    private static Optional<DocumentTemplate> template(String text) {
        int equals = text.indexOf('=');
        String kind = equals < 0 ? text : text.substring(0, equals);
        String value = equals < 0 ? "" : text.substring(equals + 1);
        try {
            Optional<DocumentTemplate> parsed = switch (kind) {
                case "jsonpath" -> Optional.of(JsonPathTemplate.parse(required(kind, value)));
                case "jsonpath-file" -> Optional.of(JsonPathTemplate.parse(read(kind, value)));
                case "go-template", "template" -> Optional.of(GoTemplate.parse(required(kind, value)));
                case "go-template-file", "templatefile" -> Optional.of(GoTemplate.parse(read(kind, value)));
                case "custom-columns" -> Optional.of(CustomColumns.parse(required(kind, value)));
                case "custom-columns-file" -> Optional.of(CustomColumns.parseFile(read(kind, value)));
                default -> Optional.empty();
            };
            return parsed;
        } catch (TemplateException e) {
            boolean isParsed = e.getMessage().matches("(?s)(line|column) \\d.*");
            throw new TypeConversionException(
                    isParsed ? "the template is not valid at " + e.getMessage() : kind + ": " + e.getMessage());
        }
    }

    private static String required(String kind, String value) {
        if (value.isBlank()) {
            throw new TemplateException("a template is required, such as %s=%s".formatted(kind, example(kind)));
        }
        return value;
    }

    private static String example(String kind) {
        return switch (kind) {
            case "jsonpath" -> "'{.metadata.name}'";
            case "custom-columns" -> "NAME:.metadata.name";
            default -> "'{{.metadata.name}}'";
        };
    }

    private static String read(String kind, String file) {
        if (file.isBlank()) {
            throw new TemplateException("a file is required, such as %s=FILE".formatted(kind));
        }
        try {
            return Files.readString(Path.of(file));
        } catch (IOException | IllegalArgumentException e) {
            throw new TemplateException("cannot read the file %s".formatted(file));
        }
    }

    /** Completion candidates: the formats and the kinds of templates. */
    static final class Candidates implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Stream.concat(
                            Arrays.stream(OutputFormat.values())
                                    .filter(format -> format != OutputFormat.TEMPLATE)
                                    .map(OutputFormat::toString),
                            Stream.of(
                                    "jsonpath=",
                                    "jsonpath-file=",
                                    "go-template=",
                                    "go-template-file=",
                                    "custom-columns=",
                                    "custom-columns-file="))
                    .iterator();
        }
    }
}
