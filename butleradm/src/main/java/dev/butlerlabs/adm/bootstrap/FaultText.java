package dev.butlerlabs.adm.bootstrap;

import dev.butlerlabs.sim.fault.FaultKind;

/** Describes an injected fault. */
final class FaultText {
    private FaultText() {}

    /** @param target the machine or other object that the fault concerns */
    static String of(FaultKind kind, String target) {
        String pattern = switch (kind) {
            case REFUSE -> "connection closed before the request for %s";
            case DELAY -> "response delayed for %s";
            case LOST_RESPONSE -> "response lost for %s";
            case THROTTLE -> "request throttled for %s";
            case ERROR_STORM -> "server errors for %s";
            case UNAUTHORIZED -> "credentials rejected for %s";
            case QUOTA -> "no capacity for %s";
            case NO_ADDRESS -> "no address for %s";
            case SLOW_BOOT -> "slow boot of %s";
            case VANISH -> "%s disappears after it was running";
            case STOP -> "%s stops after it was running";
            case PROVISIONING_TIMEOUT -> "start of %s reported as timed out";
            case TRUNCATED_BODY -> "image transfer cut off for %s";
            case IGNORES_USER_DATA -> "user data ignored by %s";
            case UPGRADE_HANG -> "installer hangs on %s";
            case UPGRADE_FALLBACK, UPGRADE_NO_BOOT -> "new version does not boot on %s";
            case DISK_FULL -> "disk full on %s";
            case KUBELET_HANG -> "kubelet does not start on %s";
            case STUCK_LEARNER -> "etcd of %s stays a learner";
            case ETCD_STOPPED -> "etcd of %s does not start";
            case IMAGE_NOT_FOUND -> "image not found for %s";
            case JOB_FAILURE -> "job failed for %s";
            case CHART_ERROR -> "chart of %s cannot be rendered";
            case HOOK_HANG -> "chart hook hangs for %s";
            case NODE_FULL -> "no node has capacity for %s";
        };
        return pattern.formatted(target);
    }
}
