package dev.butlerlabs.core.machine;

import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.api.ProviderConfigStatus;
import dev.butlerlabs.core.api.ProviderConfigStatusBuilder;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.kube.ServerSideApply;
import dev.butlerlabs.core.provider.ConnectedInfrastructure;
import dev.butlerlabs.core.provider.FailureClassifier;
import dev.butlerlabs.core.provider.ProviderRegistry;
import dev.butlerlabs.core.reconcile.ConditionEditor;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** Validates a ProviderConfig immediately. Thread-safe; idempotent. */
public final class ProviderValidation {
    private final KubernetesClient client;
    private final ProviderRegistry providers;
    private final InstantSource clock;
    private final ProviderConfigReader reader;

    public ProviderValidation(KubernetesClient client, ProviderRegistry providers, InstantSource clock) {
        this.client = client;
        this.providers = providers;
        this.clock = clock;
        this.reader = new ProviderConfigReader(client);
    }

    /**
     * Connects to the infrastructure, runs its checks and writes the result to the status. Failed checks are part of the result.
     *
     * @throws ButlerException if the infrastructure is not reachable; the status records that too
     */
    public ProviderValidationResult validate(ProviderConfig config) {
        try (ConnectedInfrastructure infrastructure = reader.connect(config, providers)) {
            ProviderValidationResult verdict = ProviderValidationResult.of(infrastructure);
            write(config, verdict.isGood(), true, Optional.of(verdict), String.join(" ", verdict.failures()));
            return verdict;
        } catch (ButlerException e) {
            write(
                    config,
                    false,
                    FailureClassifier.of(e) == FailureClassifier.LASTING,
                    Optional.empty(),
                    FailureMessages.whole(e));
            throw e;
        }
    }

    /**
     * Connects to the infrastructure and runs its checks, without changing the status of the ProviderConfig.
     *
     * @throws ButlerException if the infrastructure is not reachable
     */
    public ProviderValidationResult probe(ProviderConfig config) {
        try (ConnectedInfrastructure infrastructure = reader.connect(config, providers)) {
            return ProviderValidationResult.of(infrastructure);
        }
    }

    private void write(
            ProviderConfig config,
            boolean good,
            boolean conclusive,
            Optional<ProviderValidationResult> verdict,
            String message) {
        Instant now = clock.instant();
        ProviderConfigStatus before = Optional.ofNullable(config.getStatus())
                .orElseGet(() -> ProviderConfigStatusBuilder.builder().build());
        List<Condition> conditions = ConditionEditor.set(
                Optional.ofNullable(before.conditions()).orElse(List.of()),
                ConditionEditor.READY,
                good ? ConditionEditor.TRUE : ConditionEditor.FALSE,
                good ? ProviderStatusRenderer.SUCCEEDED : ProviderStatusRenderer.FAILED,
                message,
                config.getMetadata().getGeneration(),
                now);
        ProviderConfig document = new ProviderConfig();
        document.setMetadata(new ObjectMetaBuilder()
                .withNamespace(config.getMetadata().getNamespace())
                .withName(config.getMetadata().getName())
                .build());
        document.setStatus(ProviderStatusRenderer.judged(before, good, conclusive, verdict, now, conditions));
        ServerSideApply.asButlerForced().applyStatus(client, document);
    }
}
