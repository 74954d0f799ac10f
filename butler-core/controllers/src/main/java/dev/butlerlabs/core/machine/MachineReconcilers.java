package dev.butlerlabs.core.machine;

import dev.butlerlabs.core.boundary.ProviderAccessPolicy;
import dev.butlerlabs.core.boundary.TeamReader;
import dev.butlerlabs.core.image.ImageFactoryClient;
import dev.butlerlabs.core.image.ImageFactorySettingsReader;
import dev.butlerlabs.core.provider.ProviderRegistry;
import dev.butlerlabs.core.reconcile.ReconcilerDefinition;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Creates the reconcilers of MachineRequests, LoadBalancerRequests, ImageSyncs and ProviderConfigs with their shared connections. Close it
 * after the host that runs them.
 *
 * <p>The reconcilers are thread-safe.
 */
public final class MachineReconcilers implements AutoCloseable {
    private final ProviderConnectionCache sessions;
    private final ExecutorService uploads = Executors.newVirtualThreadPerTaskExecutor();
    private final List<ReconcilerDefinition<?, ?, ?>> all;

    /** @param providers the installed providers; objects of other providers are ignored */
    public MachineReconcilers(
            KubernetesClient client, ProviderRegistry providers, MachineOptions options, InstantSource clock) {
        this(client, providers, options, ImageSyncOptions.standard(), clock);
    }

    /** @param providers the installed providers; objects of other providers are ignored */
    public MachineReconcilers(
            KubernetesClient client,
            ProviderRegistry providers,
            MachineOptions options,
            ImageSyncOptions imageOptions,
            InstantSource clock) {
        ProviderConfigReader reader = new ProviderConfigReader(client);
        ProviderAccessPolicy access = new ProviderAccessPolicy(new TeamReader(client));
        this.sessions = new ProviderConnectionCache(reader, providers, options, clock);
        this.all = List.of(
                new MachineReconciler(reader, sessions, access, providers, options, clock),
                new LoadBalancerReconciler(client, sessions, access, providers, options),
                images(client, new ProviderConnector(sessions, access, options), providers, imageOptions, clock),
                new ProviderConfigReconciler(client, sessions, access, providers, options));
    }

    private ImageSyncReconciler images(
            KubernetesClient client,
            ProviderConnector connector,
            ProviderRegistry providers,
            ImageSyncOptions options,
            InstantSource clock) {
        ImageFactorySettingsReader settings = new ImageFactorySettingsReader(client);
        ImageSyncRetries retries = new ImageSyncRetries(options.retries(), clock);
        ImageSyncSteps steps = new ImageSyncSteps(
                connector,
                providers,
                () -> new ImageFactoryClient(options.factory().orElseGet(settings::read), options.factoryTimeout()),
                new ImageUploads(uploads),
                new ImageUsageFinder(client),
                retries,
                options);
        return new ImageSyncReconciler(connector, steps, new FormerImages(client), retries, options);
    }

    public List<ReconcilerDefinition<?, ?, ?>> all() {
        return all;
    }

    @Override
    public void close() {
        uploads.shutdownNow();
        sessions.close();
    }
}
