package dev.butlerlabs.core.provider.azure;

import dev.butlerlabs.core.error.ErrorCode;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Maps error codes of Azure Resource Manager to error codes and hints. */
record AzureErrorClassification(ErrorCode code, String hint) {
    private static final int UNAUTHENTICATED = 401;
    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;
    private static final int CONFLICT = 409;
    private static final int PRECONDITION_FAILED = 412;
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int SERVER_ERRORS = 500;

    /** The region or zone has no capacity for the size at the moment; another zone can have some. */
    private static final Set<String> NO_CAPACITY = Set.of(
            "AllocationFailed",
            "ZonalAllocationFailed",
            "OverconstrainedAllocationRequest",
            "OverconstrainedZonalAllocationRequest");

    private static final Map<String, AzureErrorClassification> KNOWN = known();

    static AzureErrorClassification of(String armCode, String message, int status) {
        if (armCode.equals("OperationNotAllowed")
                && message.toLowerCase(Locale.ROOT).contains("quota")) {
            return KNOWN.get("QuotaExceeded");
        }
        AzureErrorClassification found = KNOWN.get(armCode);
        return found != null ? found : byStatus(armCode, status);
    }

    private static AzureErrorClassification byStatus(String armCode, int status) {
        return switch (status) {
            case UNAUTHENTICATED -> KNOWN.get("InvalidAuthenticationToken");
            case FORBIDDEN -> KNOWN.get("AuthorizationFailed");
            case NOT_FOUND -> KNOWN.get("ResourceNotFound");
            case CONFLICT, PRECONDITION_FAILED -> KNOWN.get("Conflict");
            case TOO_MANY_REQUESTS -> of(ErrorCode.THROTTLED, ErrorCode.THROTTLED.remedy());
            default -> other(armCode, status);
        };
    }

    private static AzureErrorClassification other(String armCode, int status) {
        if (armCode.endsWith("NotFound")) {
            return KNOWN.get("ResourceNotFound");
        }
        if (armCode.contains("Quota") || armCode.endsWith("LimitReached") || armCode.endsWith("LimitExceeded")) {
            return KNOWN.get("QuotaExceeded");
        }
        return status >= SERVER_ERRORS
                ? of(ErrorCode.PROVIDER_TROUBLED, ErrorCode.PROVIDER_TROUBLED.remedy())
                : of(
                        ErrorCode.PROVIDER,
                        "See the message of Azure. The settings are described in docs/providers/azure.md.");
    }

    /** Returns whether another zone, or a later attempt, can succeed. */
    static boolean isNoCapacity(String armCode) {
        return NO_CAPACITY.contains(armCode);
    }

    /** Returns whether a request that names a zone is worth another attempt in another zone. */
    static boolean isWorthAnotherZone(String armCode) {
        return isNoCapacity(armCode) || armCode.equals("SkuNotAvailable");
    }

    private static Map<String, AzureErrorClassification> known() {
        Map<String, AzureErrorClassification> known = new HashMap<>();
        add(
                known,
                ErrorCode.UNAUTHENTICATED,
                "Check tenantID, clientID and clientSecret, that the subscription belongs to the tenant, and the clock of this machine.",
                List.of(
                        "InvalidAuthenticationToken",
                        "InvalidAuthenticationTokenTenant",
                        "ExpiredAuthenticationToken",
                        "AuthenticationFailed",
                        "AuthenticationFailedMissingToken",
                        "InvalidAuthenticationInfo"));
        add(
                known,
                ErrorCode.FORBIDDEN,
                "Assign the role in configs/permissions/azure-role.json to the identity for the resource group. A new assignment is effective after some minutes.",
                List.of(
                        "AuthorizationFailed",
                        "LinkedAuthorizationFailed",
                        "LinkedAccessCheckFailed",
                        "RequestDisallowedByPolicy",
                        "ReadOnlyDisabledSubscription"));
        add(
                known,
                ErrorCode.NOT_FOUND,
                "Check subscriptionID, resourceGroup, vnetName, subnetName and the image in the settings.",
                List.of(
                        "ResourceNotFound",
                        "NotFound",
                        "ResourceGroupNotFound",
                        "SubscriptionNotFound",
                        "ParentResourceNotFound",
                        "InvalidResourceReference",
                        "LinkedInvalidPropertyId"));
        add(
                known,
                ErrorCode.NOT_FOUND,
                "Check imageURN or imageID. A managed image and a gallery version must exist in the region of the machines.",
                List.of("ImageNotFound", "PlatformImageNotFound", "GalleryImageNotFound"));
        add(
                known,
                ErrorCode.PROVIDER,
                "Accept the terms of the Marketplace image for this subscription: az vm image terms accept --urn URN",
                List.of("MarketplacePurchaseEligibilityFailed", "ResourcePurchaseValidationFailed"));
        capacity(known);
        passing(known);
        return Map.copyOf(known);
    }

    private static void capacity(Map<String, AzureErrorClassification> known) {
        add(
                known,
                ErrorCode.QUOTA,
                "Request a higher vCPU quota of the VM family for this region in the Azure portal, use another vmSize, or delete unused machines.",
                List.of("QuotaExceeded", "ResourceQuotaExceeded"));
        add(
                known,
                ErrorCode.QUOTA,
                "Release unused public IP addresses, or request a higher quota in the Azure portal.",
                List.of("PublicIPCountLimitReached", "StaticPublicIPCountLimitReached"));
        add(
                known,
                ErrorCode.QUOTA,
                "The subnet has no free addresses. Use a larger subnet.",
                List.of("SubnetIsFull", "SubnetAddressesExhausted"));
        add(
                known,
                ErrorCode.PROVIDER,
                "The subscription cannot use this VM size in this region or zone. Set vmSize to another size, or use other zones.",
                List.of("SkuNotAvailable"));
        add(
                known,
                ErrorCode.PROVIDER_TROUBLED,
                "Azure has no capacity for this VM size at the moment. Butler retries automatically. Use another vmSize or more zones.",
                List.copyOf(NO_CAPACITY));
    }

    private static void passing(Map<String, AzureErrorClassification> known) {
        add(
                known,
                ErrorCode.THROTTLED,
                ErrorCode.THROTTLED.remedy(),
                List.of(
                        "TooManyRequests",
                        "SubscriptionRequestsThrottled",
                        "ResourceRequestsThrottled",
                        "OperationPreempted"));
        add(
                known,
                ErrorCode.CONFLICT,
                "Azure is still changing the resource. Butler retries automatically.",
                List.of(
                        "Conflict",
                        "PreconditionFailed",
                        "AnotherOperationInProgress",
                        "RetryableError",
                        "RetryableErrorDueToAnotherOperation",
                        "ReferencedResourceNotProvisioned",
                        "CanceledAndSupersededDueToAnotherOperation",
                        "NicReservedForAnotherVm",
                        "NicInUse",
                        "AttachDiskWhileBeingDetached",
                        "PublicIPAddressCannotBeDeleted",
                        "PublicIPAddressInUse",
                        "InUseSubnetCannotBeDeleted"));
        add(
                known,
                ErrorCode.PROVIDER_TROUBLED,
                ErrorCode.PROVIDER_TROUBLED.remedy(),
                List.of("InternalServerError", "InternalExecutionError", "ServerTimeout", "OperationTimedOut"));
    }

    private static void add(
            Map<String, AzureErrorClassification> known, ErrorCode code, String hint, List<String> armCodes) {
        armCodes.forEach(armCode -> known.put(armCode, of(code, hint)));
    }

    private static AzureErrorClassification of(ErrorCode code, String hint) {
        return new AzureErrorClassification(code, hint);
    }
}
