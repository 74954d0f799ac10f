package dev.butlerlabs.sim.talos;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Encodes messages for which the project has no generated types. */
final class MessageEncoder {
    private MessageEncoder() {}

    static ByteString encode(FieldWriter writer) {
        ByteString.Output bytes = ByteString.newOutput();
        CodedOutputStream output = CodedOutputStream.newInstance(bytes);
        try {
            writer.write(output);
            output.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteString();
    }

    /** Writes the fields of a message. */
    interface FieldWriter {
        void write(CodedOutputStream output) throws IOException;
    }
}
