package dev.butlerlabs.core.embedded.protobuf;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;

/** Decodes a request body in the Kubernetes protobuf envelope. */
public final class ProtobufBody {

    public static final String MEDIA_TYPE = "application/vnd.kubernetes.protobuf";

    private static final byte[] MAGIC = {'k', '8', 's', 0};

    private ProtobufBody() {}

    /**
     * Returns the object in its JSON form. Empty fields that Go omits from JSON are omitted here too.
     *
     * @throws IOException if the bytes are not such a body, or if the resource type is not built in
     */
    public static ObjectNode read(byte[] body) throws IOException {
        if (body.length < MAGIC.length || !Arrays.equals(body, 0, MAGIC.length, MAGIC, 0, MAGIC.length)) {
            throw new IOException("provided data does not appear to be a protobuf message, expected prefix "
                    + Arrays.toString(MAGIC));
        }
        ProtobufEnvelope envelope = ProtobufEnvelope.read(new WireReader(body, MAGIC.length, body.length));
        ProtobufMessage message = message(envelope);
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        object.put("apiVersion", envelope.apiVersion()).put("kind", envelope.kind());
        return new MessageReader(MessageTable.get()).read(message, envelope.raw(), object);
    }

    private static ProtobufMessage message(ProtobufEnvelope envelope) throws IOException {
        Optional<ProtobufMessage> message = MessageTable.get().find(envelope.apiVersion(), envelope.kind());
        return message.orElseThrow(() -> new IOException(
                "no kind \"%s\" is registered for version \"%s\"".formatted(envelope.kind(), envelope.apiVersion())));
    }
}
