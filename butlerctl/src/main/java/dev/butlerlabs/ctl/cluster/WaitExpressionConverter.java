package dev.butlerlabs.ctl.cluster;

import dev.butlerlabs.core.cli.output.TemplateException;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses the value of {@code --for}. */
final class WaitExpressionConverter implements ITypeConverter<WaitExpression> {
    @Override
    public WaitExpression convert(String text) {
        try {
            return WaitExpression.parse(text);
        } catch (TemplateException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }
}
