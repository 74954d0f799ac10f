package dev.butlerlabs.core.reconcile;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseSpec;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Objects;
import java.util.Optional;

/**
 * The rules of holding a lease, as pure functions. Whether another's lease has run out is judged by how long this process has seen
 * it unchanged, never by comparing the holder's clock with ours.
 */
final class LeaseClaim {
    private final LeaderElection election;

    LeaseClaim(LeaderElection election) {
        this.election = election;
    }

    boolean isOurs(Lease lease) {
        return holder(lease).equals(Optional.of(election.identity()));
    }

    /** Whether we may write ourselves into a lease that has looked the same for so long. */
    boolean mayTake(Lease lease, Duration unchangedFor) {
        return isOurs(lease) || holder(lease).isEmpty() || unchangedFor.compareTo(duration(lease)) >= 0;
    }

    /** Tells one renewal from the next. */
    static String version(Lease lease) {
        LeaseSpec spec = Objects.requireNonNullElseGet(lease.getSpec(), LeaseSpec::new);
        return spec.getHolderIdentity() + "@" + spec.getRenewTime();
    }

    Lease fresh(Instant now) {
        return new LeaseBuilder()
                .withNewMetadata()
                .withNamespace(election.namespace())
                .withName(election.leaseName())
                .endMetadata()
                .withNewSpec()
                .withHolderIdentity(election.identity())
                .withLeaseDurationSeconds(
                        Math.toIntExact(election.leaseDuration().toSeconds()))
                .withAcquireTime(utc(now))
                .withRenewTime(utc(now))
                .withLeaseTransitions(0)
                .endSpec()
                .build();
    }

    /** The lease held by us from now on; it keeps its resourceVersion, so that of two who take it one fails. */
    Lease taken(Lease lease, Instant now) {
        LeaseBuilder builder = new LeaseBuilder(lease);
        if (!isOurs(lease)) {
            int transitions = Optional.ofNullable(lease.getSpec())
                    .map(LeaseSpec::getLeaseTransitions)
                    .orElse(0);
            builder.editOrNewSpec()
                    .withHolderIdentity(election.identity())
                    .withAcquireTime(utc(now))
                    .withLeaseTransitions(transitions + 1)
                    .endSpec();
        }
        return builder.editOrNewSpec()
                .withLeaseDurationSeconds(
                        Math.toIntExact(election.leaseDuration().toSeconds()))
                .withRenewTime(utc(now))
                .endSpec()
                .build();
    }

    Lease released(Lease lease, Instant now) {
        return new LeaseBuilder(lease)
                .editSpec()
                .withHolderIdentity("")
                .withLeaseDurationSeconds(1)
                .withRenewTime(utc(now))
                .endSpec()
                .build();
    }

    private static Optional<String> holder(Lease lease) {
        return Optional.ofNullable(lease.getSpec())
                .map(LeaseSpec::getHolderIdentity)
                .filter(name -> !name.isEmpty());
    }

    private Duration duration(Lease lease) {
        return Optional.ofNullable(lease.getSpec())
                .map(LeaseSpec::getLeaseDurationSeconds)
                .map(Duration::ofSeconds)
                .orElse(election.leaseDuration());
    }

    private static ZonedDateTime utc(Instant time) {
        return time.atZone(ZoneOffset.UTC);
    }
}
