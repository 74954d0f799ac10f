package dev.butlerlabs.core.kube;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.CustomResourceDefinitionContext;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;

/** Installs the custom resource definitions of Butler. Thread-safe, and safe to use by several processes at the same time. */
public final class CustomResourceDefinitions {
    private static final Duration SERVED_POLL = Duration.ofMillis(50);

    private final KubernetesClient client;

    public CustomResourceDefinitions(KubernetesClient client) {
        this.client = client;
    }

    /** Applies every definition in the YAML texts and waits until the API serves all of them. Idempotent. */
    public void ensureYaml(List<String> yaml, Duration limit) {
        List<GenericKubernetesResource> definitions = yaml.stream()
                .flatMap(text -> ResourceTrees.documents(text).stream())
                .toList();
        definitions.forEach(CustomResourceDefinitions::requireDefinition);
        ensure(definitions, limit);
    }

    /** Applies the definitions and waits until the API serves all of them. Idempotent. */
    public void ensure(List<? extends HasMetadata> definitions, Duration limit) {
        inParallel(definitions.stream()
                .<Callable<Void>>map(definition -> () -> {
                    ensure(definition, limit);
                    return null;
                })
                .toList());
    }

    private void ensure(HasMetadata definition, Duration limit) {
        ServerSideApply.asButlerForced().apply(client, definition);
        String name = definition.getMetadata().getName();
        ObjectWaiter.silent()
                .await(
                        client.apiextensions().v1().customResourceDefinitions().withName(name),
                        "CustomResourceDefinition " + name,
                        WaitCondition.<CustomResourceDefinition>condition("Established"),
                        limit)
                .ifPresent(established -> awaitServed(established, limit));
    }

    /** Waits until requests succeed: a server reports Established slightly earlier. */
    private void awaitServed(CustomResourceDefinition definition, Duration limit) {
        ResourceDefinitionContext kind = CustomResourceDefinitionContext.fromCrd(definition);
        long deadline = System.nanoTime() + limit.toNanos();
        while (!isServed(kind)) {
            if (System.nanoTime() - deadline > 0) {
                throw new ButlerException(
                        ErrorCode.TIMEOUT,
                        "Timed out after %d s waiting for the API to serve %s. Last observed state: not found."
                                .formatted(
                                        limit.toSeconds(),
                                        definition.getMetadata().getName()));
            }
            LockSupport.parkNanos(SERVED_POLL.toNanos());
        }
    }

    private boolean isServed(ResourceDefinitionContext kind) {
        try {
            client.genericKubernetesResources(kind)
                    .inAnyNamespace()
                    .list(new ListOptionsBuilder().withLimit(1L).build());
            return true;
        } catch (KubernetesClientException e) {
            if (KubeErrorMapper.isNotFound(e)) {
                return false;
            }
            throw KubeErrorMapper.translate("listing " + kind.getPlural(), e);
        }
    }

    private static void requireDefinition(GenericKubernetesResource document) {
        if (!"CustomResourceDefinition".equals(document.getKind())) {
            throw new ButlerException(
                    ErrorCode.INVALID_INPUT,
                    "Expected a CustomResourceDefinition but found %s.".formatted(document.getKind()));
        }
    }

    private static void inParallel(List<Callable<Void>> tasks) {
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<Void> done : executor.invokeAll(tasks)) {
                done.get();
            }
        } catch (ExecutionException e) {
            throw KubeErrorMapper.translate("installing custom resource definitions", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw KubeErrorMapper.translate("installing custom resource definitions", e);
        }
    }
}
