package dev.butlerlabs.core.embedded.protobuf;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;

/** A request body in the Kubernetes protocol buffer envelope. */
public final class ProtobufBody {

    public static final String MEDIA_TYPE = "application/vnd.kubernetes.protobuf";

    private static final byte[] MAGIC = {'k', '8', 's', 0};

    private ProtobufBody() {}

    /**
     * The object as its JSON would be. What Go leaves out of JSON because it is empty is left out here too.
     *
     * @throws IOException when the bytes are no such body, or of a kind that is not built in
     */
    public static ObjectNode read(byte[] body) throws IOException {
        if (body.length < MAGIC.length || !Arrays.equals(body, 0, MAGIC.length, MAGIC, 0, MAGIC.length)) {
            throw new IOException("provided data does not appear to be a protobuf message, expected prefix "
                    + Arrays.toString(MAGIC));
        }
        Envelope envelope = Envelope.read(new WireReader(body, MAGIC.length, body.length));
        Message message = message(envelope);
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        object.put("apiVersion", envelope.apiVersion()).put("kind", envelope.kind());
        return new MessageReader(MessageTable.get()).read(message, envelope.raw(), object);
    }

    private static Message message(Envelope envelope) throws IOException {
        Optional<Message> message = MessageTable.get().find(envelope.apiVersion(), envelope.kind());
        return message.orElseThrow(() -> new IOException(
                "no kind \"%s\" is registered for version \"%s\"".formatted(envelope.kind(), envelope.apiVersion())));
    }
}
