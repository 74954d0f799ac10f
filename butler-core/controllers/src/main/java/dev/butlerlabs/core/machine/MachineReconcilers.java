package dev.butlerlabs.core.machine;

import dev.butlerlabs.core.boundary.ProviderAccessPolicy;
import dev.butlerlabs.core.boundary.TeamReader;
import dev.butlerlabs.core.provider.ProviderRegistry;
import dev.butlerlabs.core.reconcile.ReconcilerDefinition;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.InstantSource;
import java.util.List;

/**
 * Creates the reconcilers of MachineRequests, LoadBalancerRequests and ProviderConfigs with their shared connections. Close it after the
 * host that runs them.
 *
 * <p>The reconcilers are thread-safe.
 */
public final class MachineReconcilers implements AutoCloseable {
    private final ProviderConnectionCache sessions;
    private final List<ReconcilerDefinition<?, ?, ?>> all;

    /** @param providers the installed providers; objects of other providers are ignored */
    public MachineReconcilers(
            KubernetesClient client, ProviderRegistry providers, MachineOptions options, InstantSource clock) {
        ProviderConfigReader reader = new ProviderConfigReader(client);
        ProviderAccessPolicy access = new ProviderAccessPolicy(new TeamReader(client));
        this.sessions = new ProviderConnectionCache(reader, providers, options, clock);
        this.all = List.of(
                new MachineReconciler(reader, sessions, access, providers, options, clock),
                new LoadBalancerReconciler(client, sessions, access, providers, options),
                new ProviderConfigReconciler(client, sessions, access, providers, options));
    }

    public List<ReconcilerDefinition<?, ?, ?>> all() {
        return all;
    }

    @Override
    public void close() {
        sessions.close();
    }
}
