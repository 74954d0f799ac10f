package dev.butlerlabs.core.provider.aws;

import dev.butlerlabs.core.error.ErrorCode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Maps AWS error codes to error codes and hints. */
record AwsErrorClassification(ErrorCode code, String hint) {
    private static final int NOT_KNOWN = 401;
    private static final int NOT_ALLOWED = 403;
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int SERVER_ERRORS = 500;

    private static final Map<String, AwsErrorClassification> KNOWN = known();

    /** The zone has no capacity for this instance type; another zone can have some. */
    private static final Set<String> NO_ROOM_IN_ZONE = Set.of(
            "InsufficientInstanceCapacity",
            "InsufficientHostCapacity",
            "InsufficientReservedInstanceCapacity",
            "InsufficientFreeAddressesInSubnet",
            "Unsupported");

    static AwsErrorClassification of(String awsCode, int status) {
        AwsErrorClassification known = KNOWN.get(awsCode);
        return known != null ? known : byForm(awsCode, status);
    }

    /** The JDK does not return the body of a 401 response, so only the status is available. */
    private static AwsErrorClassification byForm(String awsCode, int status) {
        if (status == NOT_KNOWN) {
            return KNOWN.get("AuthFailure");
        }
        if (status == NOT_ALLOWED) {
            return KNOWN.get("AccessDenied");
        }
        if (isNotFound(awsCode)) {
            return of(
                    ErrorCode.NOT_FOUND,
                    "Check the ID in the settings, the region, and the account of the credentials.");
        }
        if (status == TOO_MANY_REQUESTS || awsCode.contains("Throttl")) {
            return of(ErrorCode.THROTTLED, ErrorCode.THROTTLED.remedy());
        }
        if (awsCode.endsWith("LimitExceeded") || awsCode.startsWith("TooMany")) {
            return of(
                    ErrorCode.QUOTA,
                    "Request a higher quota in Service Quotas for this region, or delete unused resources.");
        }
        return status >= SERVER_ERRORS
                ? of(ErrorCode.PROVIDER_TROUBLED, ErrorCode.PROVIDER_TROUBLED.remedy())
                : of(ErrorCode.PROVIDER, ErrorCode.PROVIDER.remedy());
    }

    static boolean isNotFound(String awsCode) {
        return awsCode.endsWith("NotFound")
                || awsCode.equals("ResourceNotFoundException")
                || awsCode.endsWith(".Unavailable")
                || awsCode.endsWith("ID.Malformed");
    }

    static boolean isNoRoomInZone(String awsCode) {
        return NO_ROOM_IN_ZONE.contains(awsCode);
    }

    private static Map<String, AwsErrorClassification> known() {
        Map<String, AwsErrorClassification> known = new HashMap<>();
        add(
                known,
                ErrorCode.UNAUTHENTICATED,
                "Check accessKeyID and secretAccessKey, that the key is active, and the clock of this machine.",
                List.of(
                        "AuthFailure",
                        "InvalidClientTokenId",
                        "UnrecognizedClientException",
                        "InvalidAccessKeyId",
                        "SignatureDoesNotMatch",
                        "InvalidSignatureException",
                        "IncompleteSignature",
                        "MissingAuthenticationToken",
                        "RequestExpired"));
        add(
                known,
                ErrorCode.UNAUTHENTICATED,
                "The session token has expired. Create new temporary credentials, or use a permanent access key.",
                List.of("ExpiredToken", "ExpiredTokenException"));
        add(
                known,
                ErrorCode.FORBIDDEN,
                "Grant the identity of the access key the permission in the message. See docs/providers/aws.md for a policy.",
                List.of(
                        "UnauthorizedOperation",
                        "AccessDenied",
                        "AccessDeniedException",
                        "OptInRequired",
                        "Blocked",
                        "PendingVerification"));
        add(
                known,
                ErrorCode.THROTTLED,
                ErrorCode.THROTTLED.remedy(),
                List.of(
                        "RequestLimitExceeded",
                        "RequestThrottled",
                        "TooManyRequestsException",
                        "ConcurrentLimitExceededException",
                        "BandwidthLimitExceeded"));
        quotas(known);
        add(
                known,
                ErrorCode.PROVIDER_TROUBLED,
                "AWS has no capacity for this instance type in any of the zones. Butler retries automatically. Use another instanceType or more subnets.",
                List.of("InsufficientInstanceCapacity", "InsufficientHostCapacity", "InsufficientAddressCapacity"));
        add(
                known,
                ErrorCode.NOT_READY,
                "The instance is not running yet. Butler retries automatically.",
                List.of("InvalidTarget", "IncorrectInstanceState", "IncorrectState"));
        add(
                known,
                ErrorCode.CONFLICT,
                "The resource is still in use. Butler retries automatically.",
                List.of(
                        "IdempotentParameterMismatch",
                        "ResourceInUse",
                        "VolumeInUse",
                        "InvalidSnapshot.InUse",
                        "DependencyViolation",
                        "InvalidNetworkInterface.InUse",
                        "InvalidParameterValue.InUse",
                        "OperationInProgress"));
        add(
                known,
                ErrorCode.CONFLICT,
                "Another image has this name. Butler checks again; if it is not an image of Butler, set another displayName.",
                List.of("InvalidAMIName.Duplicate"));
        add(
                known,
                ErrorCode.PROVIDER,
                "Termination protection is enabled. Disable it and try again.",
                List.of("OperationNotPermitted"));
        add(
                known,
                ErrorCode.PROVIDER,
                "The zone does not offer this instance type. Set instanceType to an available one, or use subnets in other zones.",
                List.of("Unsupported"));
        return Map.copyOf(known);
    }

    private static void quotas(Map<String, AwsErrorClassification> known) {
        add(
                known,
                ErrorCode.QUOTA,
                "Request a higher quota of vCPUs (Running On-Demand Standard instances) in Service Quotas for this region, or use smaller or fewer machines.",
                List.of("VcpuLimitExceeded", "InstanceLimitExceeded", "InstanceTypeLimitExceeded"));
        add(
                known,
                ErrorCode.QUOTA,
                "Request a higher quota of Spot instances in Service Quotas for this region.",
                List.of("MaxSpotInstanceCountExceeded"));
        add(
                known,
                ErrorCode.QUOTA,
                "Release unused Elastic IP addresses, or request a higher quota in Service Quotas.",
                List.of("AddressLimitExceeded"));
        add(
                known,
                ErrorCode.QUOTA,
                "Delete unused volumes, use smaller disks, or request a higher quota of gp3 storage in Service Quotas.",
                List.of("VolumeLimitExceeded", "MaxIOPSLimitExceeded", "Client.VolumeLimitExceeded"));
        add(
                known,
                ErrorCode.QUOTA,
                "Delete unused snapshots, or request a higher quota of snapshots in Service Quotas.",
                List.of("ServiceQuotaExceededException"));
        add(
                known,
                ErrorCode.QUOTA,
                "The subnets have no free addresses. Use larger subnets, or more of them.",
                List.of("InsufficientFreeAddressesInSubnet"));
    }

    private static void add(
            Map<String, AwsErrorClassification> known, ErrorCode code, String hint, List<String> awsCodes) {
        awsCodes.forEach(awsCode -> known.put(awsCode, of(code, hint)));
    }

    private static AwsErrorClassification of(ErrorCode code, String hint) {
        return new AwsErrorClassification(code, hint);
    }
}
