package dev.butlerlabs.core.node;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.progress.CountFormatter;
import dev.butlerlabs.core.reconcile.StepResult;
import dev.butlerlabs.core.retry.Sleeper;
import io.fabric8.kubernetes.api.model.DeleteOptionsBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.api.model.StatusCause;
import io.fabric8.kubernetes.api.model.policy.v1.EvictionBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Evicts the pods of a node through the eviction API, which respects PodDisruptionBudgets. Pods that are created later stay: a pod that
 * tolerates all taints can return to a cordoned node. Idempotent. Use one instance for one node; not thread-safe.
 */
public final class NodeDrainer {
    private static final Duration POLL = Duration.ofSeconds(2);
    private static final int TOO_MANY_REQUESTS = 429;

    private final KubernetesClient client;
    private final InstantSource clock;
    private final Sleeper sleeper;
    /** The uids of the pods at the start. */
    private Optional<Set<String>> initial = Optional.empty();

    public NodeDrainer(KubernetesClient client, InstantSource clock, Sleeper sleeper) {
        this.client = client;
        this.clock = clock;
        this.sleeper = sleeper;
    }

    /** Reads which pods of the node would be evicted. Changes nothing. */
    public DrainPlan plan(String node, DrainOptions options) {
        return DrainPlan.of(pods(node), options);
    }

    /**
     * Fails if a pod needs an option to be evicted.
     *
     * @throws ButlerException with every such pod
     */
    public static void requireEvictable(String node, DrainPlan plan) {
        if (!plan.problems().isEmpty()) {
            throw ButlerException.invalid("Cannot drain node %s:".formatted(node), plan.problems());
        }
    }

    /**
     * Evicts all pods and waits until they are gone.
     *
     * @param waiting receives what the call waits for
     * @throws ButlerException with the remaining pods and the PodDisruptionBudgets if they are not gone in time
     */
    public void drain(String node, DrainOptions options, Consumer<String> waiting) {
        Instant end = clock.instant().plus(options.limit());
        StepResult result = attempt(node, options);
        while (!(result instanceof StepResult.Done)) {
            if (!clock.instant().isBefore(end)) {
                throw new ButlerException(
                        ErrorCode.TIMEOUT,
                        "Node %s was not drained within %d s: %s"
                                .formatted(node, options.limit().toSeconds(), result.message()),
                        "Check the PodDisruptionBudgets and the pods named above, then run the command again with a longer --timeout.");
            }
            waiting.accept(result.message());
            sleeper.pause(POLL, "Cancelled while draining node %s; it stays cordoned.".formatted(node));
            result = attempt(node, options);
        }
    }

    /** Evicts each pod of the first attempt once. Done if none of them is left. */
    StepResult attempt(String node, DrainOptions options) {
        List<Pod> present = plan(node, options).evicted();
        Set<String> scope =
                initial.orElseGet(() -> present.stream().map(NodeDrainer::uid).collect(Collectors.toSet()));
        initial = Optional.of(scope);
        List<Pod> pods =
                present.stream().filter(pod -> scope.contains(uid(pod))).toList();
        if (pods.isEmpty()) {
            return StepResult.done("No pods left to evict.");
        }
        List<String> blocked = pods.stream()
                .filter(pod -> !pod.isMarkedForDeletion())
                .flatMap(pod -> evict(pod) instanceof EvictionResult.Blocked(String reason)
                        ? Stream.of("%s: %s".formatted(DrainPlan.name(pod), reason))
                        : Stream.empty())
                .toList();
        return StepResult.waiting("WaitingForPods", text(pods, blocked), POLL);
    }

    private static String uid(Pod pod) {
        return pod.getMetadata().getUid();
    }

    private static String text(List<Pod> pods, List<String> blocked) {
        return blocked.isEmpty()
                ? "%s to terminate: %s"
                        .formatted(
                                CountFormatter.of(pods.size(), "pod"),
                                pods.stream().map(DrainPlan::name).limit(3).collect(Collectors.joining(", ")))
                : "%s to evict; %s".formatted(CountFormatter.of(pods.size(), "pod"), blocked.getFirst());
    }

    private List<Pod> pods(String node) {
        return KubeErrorMapper.translating(
                "listing the pods of node " + node,
                () -> client.pods()
                        .inAnyNamespace()
                        .withField("spec.nodeName", node)
                        .list()
                        .getItems());
    }

    private EvictionResult evict(Pod pod) {
        String path = "/api/v1/namespaces/%s/pods/%s/eviction"
                .formatted(pod.getMetadata().getNamespace(), pod.getMetadata().getName());
        try {
            client.raw(path, "POST", eviction(pod));
            return new EvictionResult.Accepted();
        } catch (KubernetesClientException e) {
            return switch (e.getCode()) {
                case HttpURLConnection.HTTP_NOT_FOUND -> new EvictionResult.Accepted();
                case TOO_MANY_REQUESTS -> new EvictionResult.Blocked(reason(e));
                default -> throw KubeErrorMapper.translate("evicting pod " + DrainPlan.name(pod), e);
            };
        }
    }

    private static Object eviction(Pod pod) {
        return new EvictionBuilder()
                .withNewMetadata()
                .withNamespace(pod.getMetadata().getNamespace())
                .withName(pod.getMetadata().getName())
                .endMetadata()
                .withDeleteOptions(new DeleteOptionsBuilder()
                        .withNewPreconditions()
                        .withUid(pod.getMetadata().getUid())
                        .endPreconditions()
                        .build())
                .build();
    }

    /** The cause names the PodDisruptionBudget; the message does not. */
    private static String reason(KubernetesClientException e) {
        return Optional.ofNullable(e.getStatus())
                .map(Status::getDetails)
                .flatMap(details -> details.getCauses().stream()
                        .map(StatusCause::getMessage)
                        .findFirst())
                .or(() -> Optional.ofNullable(e.getStatus()).map(Status::getMessage))
                .orElse("a PodDisruptionBudget does not allow the eviction");
    }
}
