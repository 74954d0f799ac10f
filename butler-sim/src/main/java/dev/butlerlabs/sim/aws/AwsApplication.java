package dev.butlerlabs.sim.aws;

import dev.butlerlabs.sim.fault.FaultKind;
import dev.butlerlabs.sim.fault.FaultPlan;
import dev.butlerlabs.sim.fault.SimulatedOperation;
import dev.butlerlabs.sim.http.HttpApiRequest;
import dev.butlerlabs.sim.http.HttpApiResponse;
import dev.butlerlabs.sim.http.HttpApplication;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;

/**
 * Dispatches requests to the simulated AWS services, verifies their signatures and formats responses and errors as each
 * service does.
 */
final class AwsApplication implements HttpApplication {
    static final String KEY_ID = "AKIABUTLERSIMULATED0";
    static final String SECRET = "Simulated/only+0123456789abcdefABCDEFghij";

    /** Temporary credentials, which are valid with their session token only. */
    static final String TEMPORARY_KEY_ID = "ASIABUTLERSIMULATED0";

    static final String SESSION_TOKEN = "SimulatedSessionToken/0123456789==";

    private static final String EC2 = "ec2";
    private static final String ELB = "elasticloadbalancing";
    private static final String STS = "sts";
    private static final String QUOTAS = "servicequotas";
    private static final String EBS = "ebs";
    private static final String XML = "text/xml;charset=UTF-8";

    private final AwsRegionState cloud;
    private final Ec2Api ec2;
    private final ElbApi elb;
    private final QuotasApi quotas;
    private final EbsApi ebs;
    private final FaultPlan faults;
    private final Set<String> actions = ConcurrentHashMap.newKeySet();
    private final Set<String> denied = ConcurrentHashMap.newKeySet();
    private final Queue<String> complaints = new ConcurrentLinkedQueue<>();

    AwsApplication(AwsRegionState cloud, QuotasApi quotas, FaultPlan faults, int pageSize) {
        this.cloud = cloud;
        this.faults = faults;
        this.ebs = new EbsApi(cloud);
        this.ec2 = new Ec2Api(cloud, pageSize);
        this.elb = new ElbApi(cloud.balancers, pageSize);
        this.quotas = quotas;
    }

    /** Returns the requests that no simulated service supports. */
    Queue<String> complaints() {
        return complaints;
    }

    /** Returns the IAM actions of all requests so far. */
    Set<String> actions() {
        return actions;
    }

    /** Denies an IAM action, such as {@code ebs:PutSnapshotBlock}. */
    void deny(String action) {
        denied.add(action);
    }

    @Override
    public boolean receives(HttpApiRequest head) {
        return EbsApi.operation(head).filter("PutSnapshotBlock"::equals).isPresent();
    }

    /** Receives a block, whose connection can break. */
    @Override
    public HttpApiResponse receive(HttpApiRequest head, InputStream body) throws IOException {
        boolean isCut = faults.next(FaultKind.Stage.TRANSFER, SimulatedOperation.UPDATE, "")
                .filter(FaultKind.TRUNCATED_BODY::equals)
                .isPresent();
        if (isCut) {
            body.readNBytes(100_000);
            throw new IOException("the connection was closed");
        }
        return answer(new HttpApiRequest(head.method(), head.uri(), head.headers(), body.readAllBytes()));
    }

    @Override
    public HttpApiResponse answer(HttpApiRequest request) {
        String service = service(request);
        try {
            requireSignature(request);
            requirePermission(service, request);
            return switch (service) {
                case EC2 -> ec2(new AwsCall(request.text()));
                case ELB, STS -> query(service, new AwsCall(request.text()));
                case QUOTAS -> quotas.answer(request);
                case EBS -> ebs.answer(request);
                default -> throw AwsErrorResponse.of("InvalidAction", "Unknown service %s.".formatted(service));
            };
        } catch (AwsErrorResponse refusal) {
            note(refusal);
            return error(service, refusal);
        }
    }

    private void requirePermission(String service, HttpApiRequest request) {
        String action = service + ":"
                + (service.equals(EBS)
                        ? EbsApi.operation(request).orElse("")
                        : service.equals(QUOTAS) ? "GetServiceQuota" : new AwsCall(request.text()).action());
        actions.add(action);
        if (denied.contains(action)) {
            throw new AwsErrorResponse(
                    403,
                    service.equals(EC2) ? "UnauthorizedOperation" : "AccessDeniedException",
                    "User is not authorized to perform: " + action);
        }
    }

    private void note(AwsErrorResponse refusal) {
        if (Set.of("InvalidAction", "UnknownParameter").contains(refusal.code())) {
            complaints.add(refusal.code() + ": " + refusal.getMessage());
        }
    }

    private static String service(HttpApiRequest request) {
        return RequestSignature.of(request).map(RequestSignature::service).orElse("");
    }

    private static void requireSignature(HttpApiRequest request) {
        RequestSignature signature = RequestSignature.of(request)
                .orElseThrow(
                        () -> new AwsErrorResponse(403, "MissingAuthenticationToken", "The request has no signature."));
        if (!isKnown(signature.keyId(), request.header("X-Amz-Security-Token"))) {
            throw unknownKey(signature.service());
        }
        if (!AwsNetworkLayout.REGION.equals(signature.region())) {
            throw otherRegion(signature);
        }
        if (!signature.isMadeWith(SECRET, request)) {
            throw new AwsErrorResponse(
                    403,
                    EC2.equals(signature.service()) ? "AuthFailure" : "SignatureDoesNotMatch",
                    "The request signature we calculated does not match the signature you provided.");
        }
    }

    private static boolean isKnown(String keyId, Optional<String> sessionToken) {
        return KEY_ID.equals(keyId)
                ? sessionToken.isEmpty()
                : TEMPORARY_KEY_ID.equals(keyId)
                        && sessionToken.filter(SESSION_TOKEN::equals).isPresent();
    }

    /** Returns the error for a wrong region. EC2 gives no reason; the other services name the region. */
    private static AwsErrorResponse otherRegion(RequestSignature signature) {
        return switch (signature.service()) {
            case EC2 -> unknownKey(EC2);
            case QUOTAS -> new AwsErrorResponse(400, "InvalidSignatureException", scopeMessage(signature));
            default -> new AwsErrorResponse(403, "SignatureDoesNotMatch", scopeMessage(signature));
        };
    }

    private static String scopeMessage(RequestSignature signature) {
        return "Credential should be scoped to a valid region, not '%s'.".formatted(signature.region());
    }

    private static AwsErrorResponse unknownKey(String service) {
        return EC2.equals(service)
                ? new AwsErrorResponse(
                        401, "AuthFailure", "AWS was not able to validate the provided access credentials")
                : new AwsErrorResponse(
                        403, "InvalidClientTokenId", "The security token included in the request is invalid.");
    }

    private HttpApiResponse ec2(AwsCall call) {
        XmlBuilder content = atOneInstant(() -> ec2.answer(call));
        requireKnown(call);
        return HttpApiResponse.of(
                200,
                XML,
                "<%1$sResponse xmlns=\"http://ec2.amazonaws.com/doc/2016-11-15/\"><requestId>simulated</requestId>%2$s</%1$sResponse>"
                        .formatted(call.action(), content));
    }

    /** Renders a response under the lock, so that the region does not change meanwhile. */
    private XmlBuilder atOneInstant(Supplier<XmlBuilder> answer) {
        synchronized (cloud) {
            return answer.get();
        }
    }

    private HttpApiResponse query(String service, AwsCall call) {
        XmlBuilder content = ELB.equals(service) ? elb.answer(call) : identity(call);
        requireKnown(call);
        return HttpApiResponse.of(
                200,
                XML,
                "<%1$sResponse><%1$sResult>%2$s</%1$sResult><ResponseMetadata><RequestId>simulated</RequestId></ResponseMetadata></%1$sResponse>"
                        .formatted(call.action(), content));
    }

    private static XmlBuilder identity(AwsCall call) {
        if (!"GetCallerIdentity".equals(call.action())) {
            throw AwsErrorResponse.of("InvalidAction", "Could not find operation %s".formatted(call.action()));
        }
        return new XmlBuilder()
                .put("UserId", "AIDABUTLERSIMULATED0")
                .put("Account", AwsNetworkLayout.ACCOUNT)
                .put("Arn", "arn:aws:iam::%s:user/butler".formatted(AwsNetworkLayout.ACCOUNT));
    }

    /** Rejects parameters that no code has read: the simulator does not support them. */
    static void requireKnown(AwsCall call) {
        Set<String> unread = call.unread();
        unread.remove("DryRun");
        if (!unread.isEmpty()) {
            throw AwsErrorResponse.of(
                    "UnknownParameter", "The parameters %s of %s are not recognized".formatted(unread, call.action()));
        }
    }

    private static HttpApiResponse error(String service, AwsErrorResponse refusal) {
        XmlBuilder error = new XmlBuilder();
        error.in("Error", () -> error.put("Code", refusal.code()).put("Message", refusal.getMessage()));
        return switch (service) {
            case EC2 ->
                HttpApiResponse.of(
                        refusal.status(),
                        XML,
                        "<Response><Errors>%s</Errors><RequestID>simulated</RequestID></Response>".formatted(error));
            case QUOTAS -> QuotasApi.error(refusal);
            case EBS -> EbsApi.error(refusal);
            default ->
                HttpApiResponse.of(
                        refusal.status(),
                        XML,
                        "<ErrorResponse>%s<RequestId>simulated</RequestId></ErrorResponse>".formatted(error));
        };
    }

    @Override
    public HttpApiResponse refusal(FaultKind fault, HttpApiRequest request) {
        String service = service(request);
        return error(
                service,
                switch (fault) {
                    case THROTTLE ->
                        EC2.equals(service)
                                ? new AwsErrorResponse(503, "RequestLimitExceeded", "Request limit exceeded.")
                                : new AwsErrorResponse(
                                        400,
                                        switch (service) {
                                            case QUOTAS -> "ThrottlingException";
                                            case EBS -> "RequestThrottledException";
                                            default -> "Throttling";
                                        },
                                        "Rate exceeded");
                    case UNAUTHORIZED -> unknownKey(service);
                    default -> new AwsErrorResponse(500, "InternalError", "An internal error has occurred");
                });
    }

    @Override
    public Optional<Subject> subject(HttpApiRequest request) {
        if (QUOTAS.equals(service(request))) {
            return Optional.of(new Subject(SimulatedOperation.READ, ""));
        }
        if (EBS.equals(service(request))) {
            boolean starts =
                    EbsApi.operation(request).filter("StartSnapshot"::equals).isPresent();
            return Optional.of(new Subject(starts ? SimulatedOperation.CREATE : SimulatedOperation.UPDATE, ""));
        }
        AwsCall call = new AwsCall(request.text());
        return Optional.of(new Subject(CallSubject.operation(call), CallSubject.about(call, cloud)));
    }
}
