package dev.butlerlabs.adm.provider;

import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.machine.ProviderValidation;
import dev.butlerlabs.core.machine.ProviderValidationResult;
import dev.butlerlabs.core.provider.ProviderRegistry;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Clock;
import java.util.concurrent.Callable;

/**
 * Runs the checks of the validate command. A class of its own, because picocli inspects command classes and would load
 * the provider clients for every command.
 */
record ProviderValidateAction(KubernetesClient client, ProviderConfig config, Clock clock)
        implements Callable<ProviderValidationResult> {
    @Override
    public ProviderValidationResult call() {
        return new ProviderValidation(client, ProviderRegistry.load(), clock).validate(config);
    }
}
