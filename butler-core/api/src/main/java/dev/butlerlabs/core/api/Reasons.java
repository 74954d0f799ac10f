package dev.butlerlabs.core.api;

/** Condition reasons that several custom resources use. */
public final class Reasons {
    public static final String PENDING = "Pending";
    public static final String CREATING = "Creating";
    public static final String CREATED = "Created";
    public static final String WAITING_FOR_IP = "WaitingForIP";
    public static final String WAITING_FOR_DEPENDENCIES = "WaitingForDependencies";
    public static final String RUNNING = "Running";
    public static final String RECONCILING = "Reconciling";
    public static final String READY = "Ready";
    public static final String DELETING = "Deleting";
    public static final String DELETED = "Deleted";
    public static final String FAILED = "Failed";

    public static final String PROVIDER_ERROR = "ProviderError";
    public static final String PROVIDER_ACCESS_DENIED = "ProviderAccessDenied";
    public static final String CREDENTIALS_INVALID = "CredentialsInvalid";
    public static final String INVALID_CONFIGURATION = "InvalidConfiguration";
    public static final String VALIDATION_FAILED = "ValidationFailed";

    public static final String NETWORK_REACHABLE = "NetworkReachable";
    public static final String NETWORK_NOT_READY = "NetworkNotReady";
    public static final String POOL_AVAILABLE = "PoolAvailable";
    public static final String POOL_EXHAUSTED = "PoolExhausted";
    public static final String ALLOCATION_FAILED = "AllocationFailed";

    public static final String QUOTA_EXCEEDED = "QuotaExceeded";
    public static final String ENVIRONMENT_QUOTA_EXCEEDED = "EnvQuotaExceeded";
    public static final String PER_MEMBER_CAP_EXCEEDED = "PerMemberCapExceeded";

    public static final String IMAGE_BUILDING = "ImageBuilding";
    public static final String IMAGE_DOWNLOADING = "ImageDownloading";
    public static final String IMAGE_UPLOADING = "ImageUploading";
    public static final String IMAGE_READY = "ImageReady";
    public static final String IMAGE_SYNC_FAILED = "ImageSyncFailed";

    private Reasons() {}
}
