package dev.butlerlabs.core.status;

import dev.butlerlabs.core.upgrade.AddonVersions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Finds problems of addons, controllers, providers, pools and tenant clusters. */
final class PlatformEvaluator {
    private static final String CONTROLLERS = "controllers";
    /** A tenant cluster that changes for longer than this is probably stuck. */
    private static final Duration LONGEST_CHANGE = Duration.ofHours(1);
    /** A pool with less than this percentage of free addresses needs attention. */
    private static final int FEW_PERCENT = 10;

    private final NextCommands commands;
    private final Instant now;

    PlatformEvaluator(NextCommands commands, Instant now) {
        this.commands = commands;
        this.now = now;
    }

    List<StatusProblem> addons(List<AddonObservation> addons) {
        List<StatusProblem> problems = new ArrayList<>();
        for (AddonObservation addon : addons) {
            String subject = "addon " + addon.name();
            addon.missing()
                    .ifPresent(missing -> problems.add(StatusProblem.warning(
                            subject,
                            (addon.isFailed() ? "failed: " : "not ready: ") + missing,
                            commands.butleradm("addon get " + addon.name()))));
            addon.deployed()
                    .filter(version -> new AddonVersions(addon.name(), version, addon.target()).isChanged())
                    .ifPresent(version -> problems.add(StatusProblem.notice(
                            subject,
                            "version %s is deployed instead of %s".formatted(version, addon.target()),
                            commands.butleradm("upgrade plan --platform"))));
        }
        return problems;
    }

    List<StatusProblem> controllers(ControllersObservation controllers) {
        List<StatusProblem> problems = new ArrayList<>();
        if (controllers.desired().isEmpty()) {
            problems.add(StatusProblem.warning(
                    CONTROLLERS,
                    "not installed: Deployment butler-system/butler-controllers does not exist",
                    commands.butleradm("addon list")));
            return problems;
        }
        int desired = controllers.desired().get();
        if (controllers.ready() < desired) {
            String counts = "%d/%d replicas ready".formatted(controllers.ready(), desired);
            String pods =
                    commands.kubectl("describe pods -n butler-system -l app.kubernetes.io/name=butler-controllers");
            problems.add(
                    controllers.ready() == 0
                            ? StatusProblem.critical(CONTROLLERS, counts, pods)
                            : StatusProblem.warning(CONTROLLERS, counts, pods));
        }
        leader(controllers.leader()).ifPresent(problems::add);
        controllers.shards().flatMap(this::freeShards).ifPresent(problems::add);
        return problems;
    }

    private Optional<StatusProblem> freeShards(ShardsObservation shards) {
        return shards.free().isEmpty()
                ? Optional.empty()
                : Optional.of(StatusProblem.warning(
                        CONTROLLERS,
                        "%d/%d shards without a holder: the tenant clusters of their namespaces are not reconciled"
                                .formatted(shards.free().size(), shards.count()),
                        commands.kubectl("get leases -n butler-system")));
    }

    private Optional<StatusProblem> leader(Optional<ControllersObservation.Leader> leader) {
        String logs = commands.kubectl("logs -n butler-system deployment/butler-controllers --tail 50");
        if (leader.isEmpty()) {
            return Optional.of(StatusProblem.critical(
                    CONTROLLERS, "no leader: no process holds Lease butler-system/butler-controllers", logs));
        }
        return leader.filter(ControllersObservation.Leader::isExpired)
                .map(held -> StatusProblem.critical(
                        CONTROLLERS,
                        "no leader: %s has not renewed the Lease for more than %d s"
                                .formatted(held.identity(), held.lease().toSeconds()),
                        logs));
    }

    List<StatusProblem> providers(List<ProviderObservation> providers) {
        List<StatusProblem> problems = new ArrayList<>();
        for (ProviderObservation provider : providers) {
            String subject = "provider " + provider.name();
            String validate =
                    commands.butleradm("provider validate %s -n %s".formatted(provider.name(), provider.namespace()));
            provider.notReady()
                    .ifPresent(
                            reason -> problems.add(StatusProblem.warning(subject, "not ready: " + reason, validate)));
            provider.probe().value().map(ProviderObservation.Probe::failures).orElse(List.of()).stream()
                    .map(failure -> StatusProblem.warning(subject, "check failed: " + failure, validate))
                    .forEach(problems::add);
            if (provider.notReady().isEmpty() && provider.probe().isUnknown()) {
                problems.add(StatusProblem.notice(
                        subject,
                        "reachability from this machine " + provider.probe().absence(),
                        validate));
            }
        }
        return problems;
    }

    List<StatusProblem> pools(List<PoolObservation> pools) {
        List<StatusProblem> problems = new ArrayList<>();
        for (PoolObservation pool : pools) {
            String subject = "pool " + pool.name();
            String usage = commands.butleradm("pool usage %s -n %s".formatted(pool.name(), pool.namespace()));
            if (pool.usage().isEmpty()) {
                problems.add(StatusProblem.warning(subject, "its usage has not been determined yet", usage));
            }
            pool.usage().ifPresent(counts -> {
                String text = "%d of %d addresses free".formatted(counts.free(), counts.total());
                if (counts.free() <= 0) {
                    problems.add(StatusProblem.warning(subject, text, usage));
                } else if ((long) counts.free() * 100 < (long) counts.total() * FEW_PERCENT) {
                    problems.add(StatusProblem.notice(subject, text, usage));
                }
            });
        }
        return problems;
    }

    List<StatusProblem> tenants(List<TenantObservation> tenants) {
        List<StatusProblem> problems = new ArrayList<>();
        for (TenantObservation tenant : tenants) {
            String subject = "tenant cluster %s/%s".formatted(tenant.namespace(), tenant.name());
            String describe =
                    commands.butlerctl("cluster describe %s -n %s".formatted(tenant.name(), tenant.namespace()));
            String message = tenant.message().isEmpty() ? "" : ": " + tenant.message();
            if (tenant.phase().equals("Failed")) {
                problems.add(StatusProblem.warning(subject, "failed" + message, describe));
            } else if (isStuck(tenant)) {
                problems.add(StatusProblem.warning(
                        subject,
                        "%s since %s%s".formatted(tenant.phase(), tenant.since().orElseThrow(), message),
                        describe));
            }
        }
        return problems;
    }

    private boolean isStuck(TenantObservation tenant) {
        return !tenant.phase().equals("Ready")
                && !tenant.phase().equals("Hibernated")
                && tenant.since()
                        .filter(since -> since.plus(LONGEST_CHANGE).isBefore(now))
                        .isPresent();
    }
}
