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
 * Stands in the native program for the second of two ways to read and write YAML. The Kubernetes client makes it ready and then uses the
 * first; so does every command.
 */
@TargetClass(YAMLFactory.class)
@SuppressWarnings({"DoNotCallSuggester", "unused"}) // nobody calls these: they take the places of methods
final class UnusedYaml {
    private UnusedYaml() {}

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
