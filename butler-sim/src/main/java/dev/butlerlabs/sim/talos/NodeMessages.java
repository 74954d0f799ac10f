package dev.butlerlabs.sim.talos;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import com.google.protobuf.UnknownFieldSet;
import dev.butlerlabs.core.talos.wire.Common;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.PrototypeMarshaller;
import io.grpc.Status;
import io.grpc.protobuf.StatusProto;
import java.util.List;
import java.util.Locale;

/** Adds the name of a node to its responses, so that those of several nodes fit into one call. */
final class NodeMessages {
    private static final String METADATA = "metadata";
    private static final String MESSAGES = "messages";
    /** The field {@code status} of the metadata, which our own client does not read. */
    private static final int STATUS = 3;

    private final Message prototype;
    private final boolean streaming;

    NodeMessages(MethodDescriptor<?, ?> method) {
        PrototypeMarshaller<?> marshaller = (PrototypeMarshaller<?>) method.getResponseMarshaller();
        this.prototype = (Message) marshaller.getMessagePrototype();
        this.streaming = !method.getType().serverSendsOneMessage();
    }

    boolean streaming() {
        return streaming;
    }

    /** @return the response with the target in the metadata of each message */
    Message tagged(Message response, String target) {
        Common.Metadata metadata =
                Common.Metadata.newBuilder().setHostname(target).build();
        return streaming ? withMetadata(response, metadata) : eachWithMetadata(response, metadata);
    }

    /** @return a response without content whose metadata carries the error of a target */
    Message failed(Status status, String target) {
        Common.Metadata metadata = Common.Metadata.newBuilder()
                .setHostname(target)
                .setError("rpc error: code = %s desc = %s".formatted(codeName(status), status.getDescription()))
                .setUnknownFields(statusField(status))
                .build();
        if (streaming) {
            return withMetadata(prototype, metadata);
        }
        Message.Builder response = prototype.newBuilderForType();
        FieldDescriptor messages = field(prototype, MESSAGES);
        Message empty = response.newBuilderForField(messages).build();
        return response.addRepeatedField(messages, withMetadata(empty, metadata))
                .build();
    }

    /** @return one response with the messages of all of them */
    Message merged(List<Message> responses) {
        Message.Builder all = prototype.newBuilderForType();
        responses.forEach(all::mergeFrom);
        return all.build();
    }

    private static Message eachWithMetadata(Message response, Common.Metadata metadata) {
        FieldDescriptor messages = field(response, MESSAGES);
        Message.Builder tagged = response.toBuilder();
        for (int i = 0; i < response.getRepeatedFieldCount(messages); i++) {
            Message message = (Message) response.getRepeatedField(messages, i);
            tagged.setRepeatedField(messages, i, withMetadata(message, metadata));
        }
        return tagged.build();
    }

    private static Message withMetadata(Message message, Common.Metadata metadata) {
        return message.toBuilder().setField(field(message, METADATA), metadata).build();
    }

    private static FieldDescriptor field(Message message, String name) {
        return message.getDescriptorForType().findFieldByName(name);
    }

    private static UnknownFieldSet statusField(Status status) {
        return UnknownFieldSet.newBuilder()
                .addField(
                        STATUS,
                        UnknownFieldSet.Field.newBuilder()
                                .addLengthDelimited(StatusProto.fromThrowable(status.asException())
                                        .toByteString())
                                .build())
                .build();
    }

    /** The name of a status code as Go writes it: {@code Unimplemented} for {@code UNIMPLEMENTED}. */
    private static String codeName(Status status) {
        StringBuilder name = new StringBuilder();
        for (String word : status.getCode().name().split("_", -1)) {
            name.append(word.charAt(0)).append(word.substring(1).toLowerCase(Locale.ROOT));
        }
        return name.toString();
    }
}
