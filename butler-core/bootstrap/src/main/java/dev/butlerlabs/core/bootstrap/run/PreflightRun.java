package dev.butlerlabs.core.bootstrap.run;

import dev.butlerlabs.core.api.ClusterBootstrap;
import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.bootstrap.plan.BootstrapPlan;
import dev.butlerlabs.core.bootstrap.plan.ManagementClusterPlan;
import dev.butlerlabs.core.bootstrap.plan.ManagementClusterPlan.PlannedMachine;
import dev.butlerlabs.core.bootstrap.step.ParallelResults;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.provider.ConnectedInfrastructure;
import dev.butlerlabs.core.provider.FailureClassifier;
import dev.butlerlabs.core.provider.LoadBalancerId;
import dev.butlerlabs.core.provider.LoadBalancerSpec;
import dev.butlerlabs.core.provider.MachineId;
import dev.butlerlabs.core.provider.MachineSpec;
import dev.butlerlabs.core.provider.OwnerId;
import dev.butlerlabs.core.provider.PreflightCheck;
import dev.butlerlabs.core.provider.PreflightCheck.Result;
import dev.butlerlabs.core.provider.PreflightInput;
import dev.butlerlabs.core.retry.CallRetrier;
import dev.butlerlabs.core.retry.CallRetryPolicy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Runs the preflight checks of an infrastructure for a plan, in parallel. Changes nothing. */
public final class PreflightRun {
    private static final CallRetrier CHECKS = new CallRetrier(
            CallRetryPolicy.on(FailureClassifier::isTransient).withAttempts(5).withPause(Duration.ofMillis(500)));

    private static final String IMAGE_CHECK = "Image";

    private final BootstrapPlan plan;
    private final OwnerId owner;

    private PreflightRun(BootstrapPlan plan, OwnerId owner) {
        this.plan = plan;
        this.owner = owner;
    }

    /**
     * Creates the checks for a plan.
     *
     * @param owner the owner whose machines do not count as a conflict, if an earlier run has started; otherwise no machine with the
     *     planned names may exist
     */
    public static PreflightRun of(BootstrapPlan plan, Optional<String> owner) {
        return new PreflightRun(
                plan, new OwnerId(owner.orElseGet(() -> UUID.randomUUID().toString())));
    }

    /** The result of one check. */
    public record Finding(PreflightCheck check, Result result) {
        public InputProblem problem() {
            return switch (result) {
                case Result.Passed passed -> new InputProblem(check.name(), passed.seen());
                case Result.Doubtful doubtful -> new InputProblem(check.name(), doubtful.message(), doubtful.hint());
                case Result.Failed failed -> new InputProblem(check.name(), failed.message(), failed.hint());
                case Result.Unknown unknown -> new InputProblem(check.name(), unknown.message());
            };
        }

        @Override
        public String toString() {
            return problem().toString();
        }
    }

    /**
     * Runs the checks.
     *
     * @return the results in the order of the checks
     * @throws ButlerException if the connection to the infrastructure fails
     */
    public List<Finding> findings() {
        try (ConnectedInfrastructure infrastructure = plan.provider().connect(plan.access());
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<PreflightCheck> checks = infrastructure.preflight(wanted()).stream()
                    .filter(check -> !isImageTransferred() || !check.name().equals(IMAGE_CHECK))
                    .toList();
            List<Future<Result>> results = checks.stream()
                    .map(check -> threads.submit(() -> patiently(check)))
                    .toList();
            return java.util.stream.IntStream.range(0, checks.size())
                    .mapToObj(i -> new Finding(checks.get(i), ParallelResults.result(results.get(i))))
                    .toList();
        }
    }

    /** An image that the bootstrap transfers does not exist yet. */
    private boolean isImageTransferred() {
        return plan.config().talos().isImageTransferred();
    }

    /** Retries transient failures, which say nothing about the infrastructure unless they persist. */
    private static Result patiently(PreflightCheck check) {
        try {
            return CHECKS.call(check.body());
        } catch (ButlerException e) {
            return new Result.Failed(e.getMessage(), e.hint());
        }
    }

    private PreflightInput wanted() {
        ClusterBootstrap bootstrap = plan.resources().clusterBootstrap();
        ManagementClusterPlan cluster =
                ManagementClusterPlan.of(bootstrap.getSpec(), plan.provider().profile());
        Optional<LoadBalancerSpec> balancer = cluster.isBalanced()
                ? Optional.of(new LoadBalancerSpec(new LoadBalancerId(cluster.cluster(), owner), 6443, 6443, Set.of()))
                : Optional.empty();
        return new PreflightInput(cluster.machines().stream().map(this::spec).toList(), balancer);
    }

    private MachineSpec spec(PlannedMachine machine) {
        return new MachineSpec(
                new MachineId(machine.name(), owner),
                machine.role(),
                machine.pool().cpu(),
                machine.pool().memoryMB(),
                machine.pool().diskGB(),
                machine.pool().extraDisks(),
                Optional.empty(),
                Optional.<SensitiveText>empty(),
                Optional.<SensitiveText>empty(),
                Optional.empty(),
                Map.of(),
                machine.address());
    }
}
