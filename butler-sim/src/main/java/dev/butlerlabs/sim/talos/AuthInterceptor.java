package dev.butlerlabs.sim.talos;

import dev.butlerlabs.core.embedded.RequestInterceptor;
import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;

/** Authorizes calls by the mode of the machine and the roles in the client certificate, and injects faults. */
final class AuthInterceptor implements ServerInterceptor {
    private static final List<String> CLIENT_USAGE = List.of("1.3.6.1.5.5.7.3.2");
    private static final Pattern ROLE = Pattern.compile("(?:^|[,+])\\s*O=([^,+]+)");

    private static final Set<String> ALWAYS = Set.of("ApplyConfiguration", "Disks", "Get", "List");
    private static final Set<String> READING = Set.of(
            "Version",
            "Hostname",
            "ServiceList",
            "Events",
            "Logs",
            "Disks",
            "Get",
            "List",
            "HealthCheck",
            "EtcdMemberList",
            "EtcdStatus");
    private static final Set<String> OPERATING = Set.of("Reboot", "Shutdown", "EtcdSnapshot");

    private final SimulatedNode node;

    AuthInterceptor(SimulatedNode node) {
        this.node = node;
    }

    @Override
    public <Q, A> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
        NodeRoute route = route(call, headers);
        if (route instanceof NodeRoute.Local) {
            return serve(call, headers, next);
        }
        Optional<Status> refusal = mode(call);
        if (refusal.isPresent()) {
            return RequestForwarder.rejected(call, refusal.get());
        }
        RequestForwarder forwarder = new RequestForwarder(node);
        return switch (route) {
            case NodeRoute.Local() -> serve(call, headers, next);
            case NodeRoute.One(String target) -> forwarder.toOne(target, call, headers);
            case NodeRoute.Many(List<String> targets) -> forwarder.toMany(targets, call, headers);
            case NodeRoute.Rejected(Status status) -> RequestForwarder.rejected(call, status);
        };
    }

    private NodeRoute route(ServerCall<?, ?> call, Metadata headers) {
        boolean forwards = node.stage() != NodeStage.MAINTENANCE
                && node.document().filter(MachineDocument::controlPlane).isPresent();
        return NodeRoute.of(call.getMethodDescriptor().getServiceName(), headers, forwards, node::isAt);
    }

    /** Handles a call on this node, also if the client dialled another one. */
    <Q, A> ServerCall.Listener<Q> serve(ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
        String method = call.getMethodDescriptor().getBareMethodName();
        RequestInterceptor.Visit visit =
                new RequestInterceptor.Visit("", method, node.options().hostname());
        RequestInterceptor.Verdict verdict = node.network().gate().before(visit);
        Optional<Status> refusal =
                closed(verdict).or(() -> node.faults().next(method)).or(() -> mode(call));
        if (refusal.isPresent()) {
            return RequestForwarder.rejected(call, refusal.get());
        }
        boolean lost =
                verdict == RequestInterceptor.Verdict.LOSE || node.faults().losesAnswer(method);
        return watched(visit, next.startCall(lost ? unheard(call) : call, headers));
    }

    private static Optional<Status> closed(RequestInterceptor.Verdict verdict) {
        return verdict == RequestInterceptor.Verdict.REFUSE
                ? Optional.of(Status.UNAVAILABLE.withDescription("connection reset by peer"))
                : Optional.empty();
    }

    /** Reports a call to the gate when its request is complete. */
    private <Q> ServerCall.Listener<Q> watched(RequestInterceptor.Visit visit, ServerCall.Listener<Q> listener) {
        return new SimpleForwardingServerCallListener<>(listener) {
            @Override
            public void onHalfClose() {
                super.onHalfClose();
                node.network().gate().after(visit);
            }
        };
    }

    private static <Q, A> ServerCall<Q, A> unheard(ServerCall<Q, A> call) {
        return new SimpleForwardingServerCall<>(call) {
            @Override
            public void sendMessage(A message) {
                // The response is dropped.
            }

            @Override
            public void close(Status status, Metadata trailers) {
                super.close(Status.UNAVAILABLE.withDescription("connection reset by peer"), new Metadata());
            }
        };
    }

    private Optional<Status> mode(ServerCall<?, ?> call) {
        String method = call.getMethodDescriptor().getBareMethodName();
        return node.document().isEmpty() || node.stage() == NodeStage.MAINTENANCE
                ? maintenance(method)
                : configured(call, method);
    }

    private Optional<Status> maintenance(String method) {
        if (ALWAYS.contains(method)) {
            return Optional.empty();
        }
        if (!node.release().isAtLeast(13)) {
            return Optional.of(Status.UNIMPLEMENTED.withDescription("API is not implemented in maintenance mode"));
        }
        return READING.contains(method) ? Optional.empty() : Optional.of(notAuthorized());
    }

    private Optional<Status> configured(ServerCall<?, ?> call, String method) {
        try {
            SSLSession session = call.getAttributes().get(Grpc.TRANSPORT_ATTR_SSL_SESSION);
            X509Certificate client = (X509Certificate) session.getPeerCertificates()[0];
            if (!CLIENT_USAGE.equals(client.getExtendedKeyUsage())) {
                return Optional.of(Status.PERMISSION_DENIED.withDescription("invalid extended key usage"));
            }
            return mayCall(roles(client), method) ? Optional.empty() : Optional.of(notAuthorized());
        } catch (SSLPeerUnverifiedException | CertificateParsingException e) {
            return Optional.of(Status.UNAUTHENTICATED);
        }
    }

    private static boolean mayCall(Set<String> roles, String method) {
        return roles.contains("os:admin")
                || (roles.contains("os:operator") && (READING.contains(method) || OPERATING.contains(method)))
                || (roles.contains("os:reader") && READING.contains(method))
                || (roles.contains("os:etcd:backup") && method.equals("EtcdSnapshot"));
    }

    private static Set<String> roles(X509Certificate client) {
        Matcher names = ROLE.matcher(client.getSubjectX500Principal().getName());
        return names.results().map(one -> one.group(1)).collect(Collectors.toSet());
    }

    private static Status notAuthorized() {
        return Status.PERMISSION_DENIED.withDescription("not authorized");
    }
}
