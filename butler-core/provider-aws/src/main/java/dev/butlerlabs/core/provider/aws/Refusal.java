package dev.butlerlabs.core.provider.aws;

import dev.butlerlabs.core.error.ErrorCode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What an error code of AWS means for Butler, and what to do about it. */
record Refusal(ErrorCode code, String hint) {
    private static final int NOT_KNOWN = 401;
    private static final int NOT_ALLOWED = 403;
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int SERVER_ERRORS = 500;

    private static final Map<String, Refusal> KNOWN = known();

    /** The zone has no room for this type of machine; another zone may have. */
    private static final Set<String> NO_ROOM_IN_ZONE = Set.of(
            "InsufficientInstanceCapacity",
            "InsufficientHostCapacity",
            "InsufficientReservedInstanceCapacity",
            "InsufficientFreeAddressesInSubnet",
            "Unsupported");

    static Refusal of(String awsCode, int status) {
        Refusal known = KNOWN.get(awsCode);
        return known != null ? known : byForm(awsCode, status);
    }

    /** The JDK keeps the body of a 401 to itself, so that the status is all there is. */
    private static Refusal byForm(String awsCode, int status) {
        if (status == NOT_KNOWN) {
            return KNOWN.get("AuthFailure");
        }
        if (status == NOT_ALLOWED) {
            return KNOWN.get("AccessDenied");
        }
        if (isNotFound(awsCode)) {
            return of(
                    ErrorCode.NOT_FOUND,
                    "Check the id in the settings, the region, and the account of the credentials.");
        }
        if (status == TOO_MANY_REQUESTS || awsCode.contains("Throttl")) {
            return of(ErrorCode.THROTTLED, ErrorCode.THROTTLED.remedy());
        }
        if (awsCode.endsWith("LimitExceeded") || awsCode.startsWith("TooMany")) {
            return of(
                    ErrorCode.QUOTA,
                    "Ask for a higher quota in Service Quotas for this region, or remove what is not needed.");
        }
        return status >= SERVER_ERRORS
                ? of(ErrorCode.PROVIDER_TROUBLED, ErrorCode.PROVIDER_TROUBLED.remedy())
                : of(ErrorCode.PROVIDER, ErrorCode.PROVIDER.remedy());
    }

    static boolean isNotFound(String awsCode) {
        return awsCode.endsWith("NotFound") || awsCode.endsWith(".Unavailable") || awsCode.endsWith("ID.Malformed");
    }

    static boolean isNoRoomInZone(String awsCode) {
        return NO_ROOM_IN_ZONE.contains(awsCode);
    }

    private static Map<String, Refusal> known() {
        Map<String, Refusal> known = new HashMap<>();
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
                "The session token has expired: make a new temporary key, or use one that lasts.",
                List.of("ExpiredToken", "ExpiredTokenException"));
        add(
                known,
                ErrorCode.FORBIDDEN,
                "Give the identity of the access key the permission that the message names; docs/providers/aws.md has a policy.",
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
                        "BandwidthLimitExceeded"));
        quotas(known);
        add(
                known,
                ErrorCode.PROVIDER_TROUBLED,
                "Amazon has no such machine free in any of the zones. Butler asks again by itself; another instanceType or more subnets help sooner.",
                List.of("InsufficientInstanceCapacity", "InsufficientHostCapacity", "InsufficientAddressCapacity"));
        add(
                known,
                ErrorCode.NOT_READY,
                "The instance is not running yet; Butler asks again by itself.",
                List.of("InvalidTarget", "IncorrectInstanceState", "IncorrectState"));
        add(
                known,
                ErrorCode.CONFLICT,
                "Something else still uses it; Butler asks again by itself.",
                List.of(
                        "IdempotentParameterMismatch",
                        "ResourceInUse",
                        "VolumeInUse",
                        "DependencyViolation",
                        "InvalidNetworkInterface.InUse",
                        "InvalidParameterValue.InUse",
                        "OperationInProgress"));
        add(
                known,
                ErrorCode.PROVIDER,
                "Somebody protected the machine: take its termination protection away, then try again.",
                List.of("OperationNotPermitted"));
        add(
                known,
                ErrorCode.PROVIDER,
                "The zone does not offer this instance type: set instanceType to one it offers, or use subnets in other zones.",
                List.of("Unsupported"));
        return Map.copyOf(known);
    }

    private static void quotas(Map<String, Refusal> known) {
        add(
                known,
                ErrorCode.QUOTA,
                "Ask for a higher quota of vCPUs (Running On-Demand Standard instances) in Service Quotas for this region, or use smaller or fewer machines.",
                List.of("VcpuLimitExceeded", "InstanceLimitExceeded", "InstanceTypeLimitExceeded"));
        add(
                known,
                ErrorCode.QUOTA,
                "Ask for a higher quota of Spot instances in Service Quotas for this region.",
                List.of("MaxSpotInstanceCountExceeded"));
        add(
                known,
                ErrorCode.QUOTA,
                "Release Elastic IP addresses nobody uses, or ask for a higher quota in Service Quotas.",
                List.of("AddressLimitExceeded"));
        add(
                known,
                ErrorCode.QUOTA,
                "Remove volumes nobody uses, use smaller disks, or ask for a higher quota of gp3 storage in Service Quotas.",
                List.of("VolumeLimitExceeded", "MaxIOPSLimitExceeded", "Client.VolumeLimitExceeded"));
        add(
                known,
                ErrorCode.QUOTA,
                "The subnets have no free addresses: name larger ones, or more of them.",
                List.of("InsufficientFreeAddressesInSubnet"));
    }

    private static void add(Map<String, Refusal> known, ErrorCode code, String hint, List<String> awsCodes) {
        awsCodes.forEach(awsCode -> known.put(awsCode, of(code, hint)));
    }

    private static Refusal of(ErrorCode code, String hint) {
        return new Refusal(code, hint);
    }
}
