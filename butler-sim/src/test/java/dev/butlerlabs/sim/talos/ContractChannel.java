package dev.butlerlabs.sim.talos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.protobuf.ByteString;
import com.google.protobuf.Empty;
import dev.butlerlabs.core.talos.client.TalosClient;
import dev.butlerlabs.core.talos.client.TalosCredentials;
import dev.butlerlabs.core.talos.wire.Common;
import dev.butlerlabs.core.talos.wire.Machine;
import dev.butlerlabs.core.talos.wire.MachineServiceGrpc;
import dev.butlerlabs.core.talos.wire.Resources;
import dev.butlerlabs.core.talos.wire.StateGrpc;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientInterceptors;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.ProtoUtils;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.MetadataUtils;
import java.util.Iterator;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Calls any method of a node without our own client, and shows the exact status of each response. */
final class ContractChannel implements AutoCloseable {
    private static final long SECONDS = 20;

    private final ManagedChannel connection;
    private final Channel channel;

    private ContractChannel(ManagedChannel connection, Channel channel) {
        this.connection = connection;
        this.channel = channel;
    }

    /** Connects without a client certificate and accepts any server certificate. */
    static ContractChannel anonymous(ContractNode node) {
        // Its factory makes the runtime accept certificates without an issuer.
        TalosClient.maintenance(node.address(), Optional.empty()).close();
        return of(ForeignTalosClient.anonymous(node.socket()));
    }

    /** Connects without a client certificate and verifies the server certificate with the CA of the credentials. */
    static ContractChannel withoutCertificate(ContractNode node, TalosCredentials credentials) {
        return of(ForeignTalosClient.withoutCertificate(node.socket(), credentials));
    }

    static ContractChannel secured(ContractNode node, TalosCredentials credentials) {
        return of(ForeignTalosClient.channel(node.socket(), credentials));
    }

    private static ContractChannel of(ManagedChannel channel) {
        return new ContractChannel(channel, channel);
    }

    /** Returns a channel over the same connection whose calls have this metadata. */
    ContractChannel to(String key, String... targets) {
        Metadata headers = new Metadata();
        for (String target : targets) {
            headers.put(Metadata.Key.of(key, Metadata.ASCII_STRING_MARSHALLER), target);
        }
        return new ContractChannel(
                connection,
                ClientInterceptors.intercept(connection, MetadataUtils.newAttachHeadersInterceptor(headers)));
    }

    MachineServiceGrpc.MachineServiceBlockingStub machine() {
        return MachineServiceGrpc.newBlockingStub(channel).withDeadlineAfter(SECONDS, TimeUnit.SECONDS);
    }

    StateGrpc.StateBlockingStub state() {
        return StateGrpc.newBlockingStub(channel).withDeadlineAfter(SECONDS, TimeUnit.SECONDS);
    }

    Machine.Version version() {
        return machine().version(Empty.getDefaultInstance()).getMessages(0);
    }

    Machine.ApplyConfiguration apply(
            String configuration, Machine.ApplyConfigurationRequest.Mode mode, boolean dryRun) {
        Machine.ApplyConfigurationResponse response = machine()
                .applyConfiguration(Machine.ApplyConfigurationRequest.newBuilder()
                        .setData(ByteString.copyFromUtf8(configuration))
                        .setMode(mode)
                        .setDryRun(dryRun)
                        .build());
        assertThat(response.getMessagesList()).hasSize(1);
        return response.getMessages(0);
    }

    Machine.ApplyConfiguration dryRun(String configuration) {
        return apply(configuration, Machine.ApplyConfigurationRequest.Mode.AUTO, true);
    }

    Resources.Resource resource(String namespace, String type, String id) {
        return state().get(Resources.GetRequest.newBuilder()
                        .setNamespace(namespace)
                        .setType(type)
                        .setId(id)
                        .build())
                .getResource();
    }

    /** Lists resources and returns how many there are. */
    int count(String namespace, String type) {
        return size(state().list(Resources.ListRequest.newBuilder()
                .setNamespace(namespace)
                .setType(type)
                .build()));
    }

    /** Reads a stream to its end. */
    static String text(Iterator<Common.Data> pieces) {
        StringBuilder text = new StringBuilder();
        pieces.forEachRemaining(piece -> text.append(piece.getBytes().toStringUtf8()));
        return text.toString();
    }

    static int size(Iterator<?> messages) {
        int count = 0;
        for (; messages.hasNext(); messages.next()) {
            count++;
        }
        return count;
    }

    /** Calls a method that our wire types do not have, with an empty request. */
    void call(String service, String method) {
        MethodDescriptor<Empty, Empty> descriptor = MethodDescriptor.<Empty, Empty>newBuilder()
                .setType(MethodDescriptor.MethodType.UNARY)
                .setFullMethodName(MethodDescriptor.generateFullMethodName(service, method))
                .setRequestMarshaller(ProtoUtils.marshaller(Empty.getDefaultInstance()))
                .setResponseMarshaller(ProtoUtils.marshaller(Empty.getDefaultInstance()))
                .build();
        ClientCalls.blockingUnaryCall(
                channel,
                descriptor,
                CallOptions.DEFAULT.withDeadlineAfter(SECONDS, TimeUnit.SECONDS),
                Empty.getDefaultInstance());
    }

    /** Asserts that a call is rejected with exactly this description. */
    static void assertRejected(ThrowingCallable call, Status.Code code, String description) {
        assertRejectedLike(call, code, Pattern.quote(description));
    }

    /** Asserts that a call is rejected with a description that matches a pattern as a whole. */
    static void assertRejectedLike(ThrowingCallable call, Status.Code code, String pattern) {
        StatusRuntimeException failure = catchThrowableOfType(StatusRuntimeException.class, call);
        assertThat(failure)
                .as("the call succeeded, expected %s %s", code, pattern)
                .isNotNull();
        assertThat(failure.getStatus().getCode() + " " + failure.getStatus().getDescription())
                .matches(Pattern.compile(code + " " + pattern, Pattern.DOTALL));
    }

    @Override
    public void close() {
        connection.shutdownNow();
        try {
            connection.awaitTermination(2, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
