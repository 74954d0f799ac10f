package dev.butlerlabs.core.cli.resource;

import dev.butlerlabs.core.cli.jsonpath.JsonPathTemplate;
import dev.butlerlabs.core.cli.output.TemplateException;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses the field of {@code --sort-by}. */
final class SortExpressionConverter implements ITypeConverter<JsonPathTemplate> {
    @Override
    public JsonPathTemplate convert(String text) {
        try {
            return JsonPathTemplate.parseExpression(text);
        } catch (TemplateException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }
}
