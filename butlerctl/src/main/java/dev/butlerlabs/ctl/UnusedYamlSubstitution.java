package dev.butlerlabs.ctl;

import com.fasterxml.jackson.core.io.IOContext;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import com.oracle.svm.core.annotate.Substitute;
import com.oracle.svm.core.annotate.TargetClass;
import java.io.InputStream;
import java.io.Reader;
import java.io.Writer;

/**
 * Removes the Jackson YAML parser and generator from the native image. The Kubernetes client instantiates this factory
 * but never uses it; neither does any command.
 */
@TargetClass(YAMLFactory.class)
@SuppressWarnings({"DoNotCallSuggester", "unused"
}) // substitutes for methods of the target class, never called directly
final class UnusedYamlSubstitution {
    private UnusedYamlSubstitution() {}

    @Substitute
    YAMLParser _createParser(InputStream in, IOContext context) {
        throw new UnsupportedOperationException();
    }

    @Substitute
    YAMLParser _createParser(Reader in, IOContext context) {
        throw new UnsupportedOperationException();
    }

    @Substitute
    YAMLParser _createParser(char[] in, int offset, int length, IOContext context, boolean recyclable) {
        throw new UnsupportedOperationException();
    }

    @Substitute
    YAMLParser _createParser(byte[] in, int offset, int length, IOContext context) {
        throw new UnsupportedOperationException();
    }

    @Substitute
    YAMLGenerator _createGenerator(Writer out, IOContext context) {
        throw new UnsupportedOperationException();
    }
}
