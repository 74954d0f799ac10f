package dev.butlerlabs.core.ipam.balancer;

import dev.butlerlabs.core.api.IPAllocation;
import dev.butlerlabs.core.ipam.TenantAddressAllocator;
import dev.butlerlabs.core.ipam.TenantAddressDefaults;
import dev.butlerlabs.core.ipam.TenantAddressRequest;
import dev.butlerlabs.core.ipam.elastic.AddressDemand;
import dev.butlerlabs.core.ipam.elastic.AddressDemandHistory;
import dev.butlerlabs.core.ipam.elastic.AllocatedRange;
import dev.butlerlabs.core.ipam.elastic.PoolScalingAction;
import dev.butlerlabs.core.ipam.elastic.PoolScalingOptions;
import dev.butlerlabs.core.ipam.elastic.PoolScalingPolicy;
import dev.butlerlabs.core.net.IpRange;
import dev.butlerlabs.core.reconcile.StepResult;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** Adjusts the number of a cluster's addresses to its demand, one change at a time, once MetalLB offers the recorded addresses. */
final class LoadBalancerPoolScaler {
    private final AllocationRepository records;
    private final TenantAddressAllocator claims;
    private final LoadBalancerOptions options;
    private final InstantSource clock;

    LoadBalancerPoolScaler(
            AllocationRepository records,
            TenantAddressAllocator claims,
            LoadBalancerOptions options,
            InstantSource clock) {
        this.records = records;
        this.claims = claims;
        this.options = options;
        this.clock = clock;
    }

    /**
     * Makes no more than one change.
     *
     * @param settled the result if there is nothing to change
     * @return empty if something was changed
     */
    Optional<StepResult> run(
            TenantAddressDefaults amounts,
            AllocatedLoadBalancerAddresses held,
            List<AllocatedRange> pieces,
            MetalLbClient metalLb,
            StepResult settled) {
        AddressDemand need = metalLb.need();
        Instant now = clock.instant();
        if (noteUse(held, pieces, need, now) || noteNeed(held, need, now)) {
            return Optional.empty();
        }
        PoolScalingOptions limits = options.of(amounts);
        PoolScalingAction action = new PoolScalingPolicy(limits).decide(pieces, Optional.of(need), held.history(), now);
        Optional<IPAllocation> pending = held.pending();
        if (pending.isPresent() && !(action instanceof PoolScalingAction.Grow)) {
            records.giveBack(pending.get());
        }
        return act(action, amounts, held, pending, now, settled);
    }

    /** Records since when each growth range is unused; returns whether something was recorded. */
    private boolean noteUse(
            AllocatedLoadBalancerAddresses held, List<AllocatedRange> pieces, AddressDemand need, Instant now) {
        List<AllocatedRange> changed = pieces.stream()
                .filter(AllocatedRange::grown)
                .filter(piece ->
                        need.isUsed(piece.block()) == piece.unusedSince().isPresent())
                .toList();
        changed.forEach(piece -> records.note(
                held.named(piece.name()),
                AllocatedLoadBalancerAddresses.UNUSED,
                piece.unusedSince().isPresent() ? Optional.empty() : Optional.of(now.toString())));
        return !changed.isEmpty();
    }

    private boolean noteNeed(AllocatedLoadBalancerAddresses held, AddressDemand need, Instant now) {
        AddressDemandHistory history =
                held.history().with(now, need.total(), options.elastic().horizon());
        Optional<IPAllocation> initial = held.initial().filter(there -> !history.equals(held.history()));
        initial.ifPresent(
                there -> records.note(there, AllocatedLoadBalancerAddresses.HISTORY, Optional.of(history.text())));
        return initial.isPresent();
    }

    private Optional<StepResult> act(
            PoolScalingAction action,
            TenantAddressDefaults amounts,
            AllocatedLoadBalancerAddresses held,
            Optional<IPAllocation> pending,
            Instant now,
            StepResult settled) {
        return switch (action) {
            case PoolScalingAction.Stay stay -> Optional.of(settled);
            case PoolScalingAction.Grow(int count, Optional<IpRange> beside) ->
                grow(
                        amounts,
                        pending.map(AllocatedLoadBalancerAddresses::number).orElseGet(held::nextNumber),
                        count,
                        beside);
            case PoolScalingAction.Limited(int missing) -> Optional.of(limited(amounts, missing));
            case PoolScalingAction.Withdraw(AllocatedRange piece) -> note(held, piece, Optional.of(now.toString()));
            case PoolScalingAction.Restore(AllocatedRange piece) -> note(held, piece, Optional.empty());
            case PoolScalingAction.GiveBack(AllocatedRange piece) -> giveBack(held, piece);
        };
    }

    /** Requests growth. A pending request is repeated, which moves it to a pool with enough free addresses. */
    private Optional<StepResult> grow(TenantAddressDefaults amounts, int number, int count, Optional<IpRange> beside) {
        TenantAddressRequest wish = amounts.growth(count, new TenantAddressRequest.Growth(number, beside));
        TenantAddressAllocator.Answer answer = claims.provide(wish);
        if (!records.isWanted(amounts.cluster())) {
            // The deletion of the cluster may have listed its IPAllocations before this one was created.
            records.forget(wish.allocationName());
        }
        return switch (answer) {
            case TenantAddressAllocator.Answer.Granted granted -> Optional.empty();
            case TenantAddressAllocator.Answer.Waiting(String reason, String message) ->
                Optional.of(StepResult.waiting(reason, message, options.pace()));
            case TenantAddressAllocator.Answer.Refused(String reason, String message) ->
                Optional.of(StepResult.failed(reason, message));
        };
    }

    private StepResult limited(TenantAddressDefaults amounts, int missing) {
        return StepResult.waiting(
                "QuotaReached",
                "%d Services have no address, and the quota limits the cluster to %d addresses."
                        .formatted(missing, amounts.mostBalancers().orElse(0)),
                options.pace());
    }

    private Optional<StepResult> note(
            AllocatedLoadBalancerAddresses held, AllocatedRange piece, Optional<String> withdrawnSince) {
        records.note(held.named(piece.name()), AllocatedLoadBalancerAddresses.WITHDRAWN, withdrawnSince);
        return Optional.empty();
    }

    private Optional<StepResult> giveBack(AllocatedLoadBalancerAddresses held, AllocatedRange piece) {
        records.giveBack(held.named(piece.name()));
        return Optional.empty();
    }
}
