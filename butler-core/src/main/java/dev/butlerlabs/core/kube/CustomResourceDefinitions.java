package dev.butlerlabs.core.kube;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Brings a Kubernetes API to know our kinds. */
public final class CustomResourceDefinitions {
    private final KubernetesClient client;

    public CustomResourceDefinitions(KubernetesClient client) {
        this.client = client;
    }

    /** Applies every definition in the given YAML texts and returns once the API serves them all. Safe to call any time. */
    public void ensure(List<String> yaml, Duration limit) {
        List<GenericKubernetesResource> definitions =
                yaml.stream().flatMap(text -> Trees.documents(text).stream()).toList();
        definitions.forEach(CustomResourceDefinitions::requireDefinition);
        inParallel(definitions.stream()
                .<Callable<Void>>map(definition -> () -> {
                    ensure(definition, limit);
                    return null;
                })
                .toList());
    }

    private void ensure(GenericKubernetesResource definition, Duration limit) {
        ServerSideApply.asButlerForced().apply(client, definition);
        String name = definition.getMetadata().getName();
        Waiter.silent()
                .await(
                        client.apiextensions().v1().customResourceDefinitions().withName(name),
                        "CustomResourceDefinition " + name,
                        Awaited.<CustomResourceDefinition>condition("Established"),
                        limit);
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
            throw KubeErrors.translate("installing custom resource definitions", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw KubeErrors.translate("installing custom resource definitions", e);
        }
    }
}
