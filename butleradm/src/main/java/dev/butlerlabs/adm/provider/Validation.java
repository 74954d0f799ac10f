package dev.butlerlabs.adm.provider;

import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.machine.ProviderValidation;
import dev.butlerlabs.core.machine.ProviderVerdict;
import dev.butlerlabs.core.provider.Providers;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Clock;
import java.util.concurrent.Callable;

/** Work of the validate command, in a class of its own: the parser looks into commands, and would load the client for every one. */
record Validation(KubernetesClient client, ProviderConfig config, Clock clock) implements Callable<ProviderVerdict> {
    @Override
    public ProviderVerdict call() {
        return new ProviderValidation(client, Providers.load(), clock).validate(config);
    }
}
