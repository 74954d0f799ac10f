package dev.butlerlabs.sim.talos;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.WireFormat;
import dev.butlerlabs.core.talos.wire.Common;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.protobuf.StatusProto;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Locale;

/**
 * Adds the name of a node to its responses, so that responses of several nodes can be merged. Like apid, it works on
 * encoded responses: a unary response repeats messages in field 1, every message has its metadata in field 1, and
 * encoded messages are merged by concatenation.
 */
final class NodeMessages<A> {
    private static final int FIRST_FIELD = 1;
    /** Field {@code status} of the metadata, which Butler's client does not read. */
    private static final int STATUS_FIELD = 3;

    private final MethodDescriptor<?, A> method;

    NodeMessages(MethodDescriptor<?, A> method) {
        this.method = method;
    }

    boolean streaming() {
        return !method.getType().serverSendsOneMessage();
    }

    A decoded(ByteString encoded) {
        return method.parseResponse(encoded.newInput());
    }

    /** Returns the encoded response with the target in the metadata of each message. */
    ByteString tagged(A response, String target) {
        ByteString metadata = field(FIRST_FIELD, metadata(target).build().toByteString());
        try {
            ByteString encoded = ByteString.readFrom(method.streamResponse(response));
            return streaming() ? encoded.concat(metadata) : eachTagged(encoded.newCodedInput(), metadata);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ByteString eachTagged(CodedInputStream messages, ByteString metadata) throws IOException {
        ByteString tagged = ByteString.EMPTY;
        while (!messages.isAtEnd()) {
            int field = WireFormat.getTagFieldNumber(messages.readTag());
            tagged = tagged.concat(field(field, messages.readBytes().concat(metadata)));
        }
        return tagged;
    }

    /** Returns an encoded response without content whose metadata contains the error of a target. */
    ByteString failed(Status status, String target) {
        ByteString error = metadata(target)
                .setError("rpc error: code = %s desc = %s".formatted(codeName(status), status.getDescription()))
                .build()
                .toByteString();
        ByteString cause = StatusProto.fromThrowable(status.asException()).toByteString();
        ByteString message = field(FIRST_FIELD, error.concat(field(STATUS_FIELD, cause)));
        return streaming() ? message : field(FIRST_FIELD, message);
    }

    private static Common.Metadata.Builder metadata(String target) {
        return Common.Metadata.newBuilder().setHostname(target);
    }

    private static ByteString field(int number, ByteString content) {
        ByteString.Output bytes = ByteString.newOutput();
        CodedOutputStream encoder = CodedOutputStream.newInstance(bytes);
        try {
            encoder.writeBytes(number, content);
            encoder.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteString();
    }

    /** Returns the name of a status code as in Go: {@code Unimplemented} for {@code UNIMPLEMENTED}. */
    private static String codeName(Status status) {
        StringBuilder name = new StringBuilder();
        for (String word : status.getCode().name().split("_", -1)) {
            name.append(word.charAt(0)).append(word.substring(1).toLowerCase(Locale.ROOT));
        }
        return name.toString();
    }
}
