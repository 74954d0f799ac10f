package dev.butlerlabs.sim.talos;

import dev.butlerlabs.core.embedded.RequestInterceptor;
import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
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
    static final String NOT_IN_MAINTENANCE = "API is not implemented in maintenance mode";
    private static final Context.Key<Set<String>> CALLER_ROLES = Context.keyWithDefault("roles", Set.of());
    private static final Pattern ROLE = Pattern.compile("(?:^|[,+])\\s*O=([^,+]+)");

    private static final Set<String> ALWAYS = Set.of("ApplyConfiguration", "Disks", "Get", "List");
    private static final Set<String> READING = Set.of(
            "Version",
            "Hostname",
            "ServiceList",
            "Events",
            "Logs",
            "Dmesg",
            "Disks",
            "Get",
            "List",
            "HealthCheck",
            "EtcdAlarmList",
            "EtcdMemberList",
            "EtcdStatus");
    private static final Set<String> BACKUP = Set.of("EtcdAlarmList", "EtcdSnapshot", "EtcdMemberList", "EtcdStatus");
    private static final Set<String> MAINTENANCE_SERVICES =
            Set.of("machine.MachineService", "storage.StorageService", "cosi.resource.State");
    /** Methods that the maintenance service has, but only for trusted callers, which a test bench has not. */
    private static final Set<String> FOR_ADMINISTRATORS = Set.of("Version", "Upgrade", "Reset");

    private static final Set<String> OPERATING = Set.of("Reboot", "Shutdown", "EtcdSnapshot", "ImagePull");

    private final SimulatedNode node;

    AuthInterceptor(SimulatedNode node) {
        this.node = node;
    }

    @Override
    public <Q, A> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
        NodeRoute route = route(call, headers);
        RequestForwarder forwarder = new RequestForwarder(node);
        return switch (route) {
            case NodeRoute.Local() -> serve(call, headers, next);
            case NodeRoute.One(String target) -> forwarder.toOne(target, call, headers);
            case NodeRoute.Many(List<String> targets) -> forwarder.toMany(targets, call, headers);
            case NodeRoute.Rejected(Status status) -> RequestForwarder.rejected(call, status);
        };
    }

    /** The maintenance service of old versions ignores the metadata. */
    private NodeRoute route(ServerCall<?, ?> call, Metadata headers) {
        if (isInMaintenance() && isOld()) {
            return new NodeRoute.Local();
        }
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
        Context withRoles = Context.current().withValue(CALLER_ROLES, roles(call));
        return watched(visit, Contexts.interceptCall(withRoles, lost ? unheard(call) : call, headers, next));
    }

    /** Returns the roles of the client whose call the current thread handles; none in maintenance mode. */
    static Set<String> callerRoles() {
        return CALLER_ROLES.get();
    }

    private Set<String> roles(ServerCall<?, ?> call) {
        return isInMaintenance()
                ? Set.of()
                : client(call).map(AuthInterceptor::roles).orElse(Set.of());
    }

    private static Optional<X509Certificate> client(ServerCall<?, ?> call) {
        try {
            SSLSession session = call.getAttributes().get(Grpc.TRANSPORT_ATTR_SSL_SESSION);
            return Optional.of((X509Certificate) session.getPeerCertificates()[0]);
        } catch (SSLPeerUnverifiedException e) {
            return Optional.empty();
        }
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
        return isInMaintenance() ? maintenance(call.getMethodDescriptor()) : configured(call);
    }

    private boolean isInMaintenance() {
        return node.document().isEmpty() || node.stage() == NodeStage.MAINTENANCE;
    }

    private boolean isOld() {
        return !node.release().isAtLeast(13);
    }

    private Optional<Status> maintenance(MethodDescriptor<?, ?> descriptor) {
        String method = descriptor.getBareMethodName();
        if (ALWAYS.contains(method)) {
            return Optional.empty();
        }
        if (isOld()) {
            return Optional.of(Status.UNIMPLEMENTED.withDescription(missing(descriptor)));
        }
        return READING.contains(method) ? Optional.empty() : Optional.of(notAuthorized());
    }

    private static String missing(MethodDescriptor<?, ?> descriptor) {
        String method = descriptor.getBareMethodName();
        if (!MAINTENANCE_SERVICES.contains(descriptor.getServiceName())) {
            return "unknown service " + descriptor.getServiceName();
        }
        return FOR_ADMINISTRATORS.contains(method) ? NOT_IN_MAINTENANCE : "method %s not implemented".formatted(method);
    }

    private static Optional<Status> configured(ServerCall<?, ?> call) {
        Optional<X509Certificate> client = client(call);
        if (client.isEmpty()) {
            return Optional.of(Status.UNAUTHENTICATED);
        }
        try {
            if (!CLIENT_USAGE.equals(client.get().getExtendedKeyUsage())) {
                return Optional.of(Status.PERMISSION_DENIED.withDescription("invalid extended key usage"));
            }
        } catch (CertificateParsingException e) {
            return Optional.of(Status.UNAUTHENTICATED);
        }
        String method = call.getMethodDescriptor().getBareMethodName();
        return mayCall(roles(client.get()), method) ? Optional.empty() : Optional.of(notAuthorized());
    }

    private static boolean mayCall(Set<String> roles, String method) {
        return roles.contains("os:admin")
                || (roles.contains("os:operator") && (READING.contains(method) || OPERATING.contains(method)))
                || (roles.contains("os:reader") && READING.contains(method))
                || (roles.contains("os:etcd:backup") && BACKUP.contains(method));
    }

    private static Set<String> roles(X509Certificate client) {
        Matcher names = ROLE.matcher(client.getSubjectX500Principal().getName());
        return names.results().map(one -> one.group(1)).collect(Collectors.toSet());
    }

    private static Status notAuthorized() {
        return Status.PERMISSION_DENIED.withDescription("not authorized");
    }
}
