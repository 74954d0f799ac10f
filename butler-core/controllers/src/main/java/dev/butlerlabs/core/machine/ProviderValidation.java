package dev.butlerlabs.core.machine;

import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.api.ProviderConfigStatus;
import dev.butlerlabs.core.api.ProviderConfigStatusBuilder;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.kube.ServerSideApply;
import dev.butlerlabs.core.provider.Infrastructure;
import dev.butlerlabs.core.provider.Providers;
import dev.butlerlabs.core.provider.Trouble;
import dev.butlerlabs.core.reconcile.Conditions;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** Validates a ProviderConfig immediately and writes the result to its status. Thread-safe; idempotent. */
public final class ProviderValidation {
    private final KubernetesClient client;
    private final Providers providers;
    private final InstantSource clock;
    private final ProviderReader reader;

    public ProviderValidation(KubernetesClient client, Providers providers, InstantSource clock) {
        this.client = client;
        this.providers = providers;
        this.clock = clock;
        this.reader = new ProviderReader(client);
    }

    /**
     * Connects to the infrastructure and runs its checks. Failed checks are part of the result.
     *
     * @throws ButlerException if the infrastructure is not reachable; the status records that too
     */
    public ProviderVerdict validate(ProviderConfig config) {
        try (Infrastructure infrastructure = reader.connect(config, providers)) {
            ProviderVerdict verdict = ProviderVerdict.of(infrastructure);
            write(config, verdict.isGood(), true, Optional.of(verdict), String.join(" ", verdict.failures()));
            return verdict;
        } catch (ButlerException e) {
            write(config, false, Trouble.of(e) == Trouble.LASTING, Optional.empty(), Sentences.whole(e));
            throw e;
        }
    }

    private void write(
            ProviderConfig config,
            boolean good,
            boolean conclusive,
            Optional<ProviderVerdict> verdict,
            String message) {
        Instant now = clock.instant();
        ProviderConfigStatus before = Optional.ofNullable(config.getStatus())
                .orElseGet(() -> ProviderConfigStatusBuilder.builder().build());
        List<Condition> conditions = Conditions.set(
                Optional.ofNullable(before.conditions()).orElse(List.of()),
                Conditions.READY,
                good ? Conditions.TRUE : Conditions.FALSE,
                good ? ProviderStatuses.SUCCEEDED : ProviderStatuses.FAILED,
                message,
                config.getMetadata().getGeneration(),
                now);
        ProviderConfig document = new ProviderConfig();
        document.setMetadata(new ObjectMetaBuilder()
                .withNamespace(config.getMetadata().getNamespace())
                .withName(config.getMetadata().getName())
                .build());
        document.setStatus(ProviderStatuses.judged(before, good, conclusive, verdict, now, conditions));
        ServerSideApply.asButlerForced().applyStatus(client, document);
    }
}
