package dev.butlerlabs.operator;

import dev.butlerlabs.core.identity.ButlerConfigReconciler;
import dev.butlerlabs.core.identity.IdentityProviderReconciler;
import dev.butlerlabs.core.identity.UserReconciler;
import dev.butlerlabs.core.ipam.IpamOptions;
import dev.butlerlabs.core.ipam.IpamReconcilers;
import dev.butlerlabs.core.ipam.balancer.LoadBalancerOptions;
import dev.butlerlabs.core.ipam.balancer.LoadBalancerPoolReconciler;
import dev.butlerlabs.core.provider.ProviderRegistry;
import dev.butlerlabs.core.quota.PolicyReconciler;
import dev.butlerlabs.core.reconcile.ReconcilerDefinition;
import dev.butlerlabs.core.team.TeamReconciler;
import dev.butlerlabs.core.tenant.ProviderConfigFinder;
import dev.butlerlabs.core.tenant.TenantOptions;
import dev.butlerlabs.core.tenant.TenantReconciler;
import dev.butlerlabs.core.tenant.expiry.GrantExpiryReconciler;
import dev.butlerlabs.core.tenant.gitops.GitOpsReconciler;
import dev.butlerlabs.core.tenant.image.UnusedImageReconciler;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.List;

/**
 * Creates the reconcilers of teams, users, identity providers, platform settings, policies, tenant clusters, their images, addresses, access grants and
 * Git repositories, for management clusters and for rehearsals.
 */
public final class TenantReconcilers {
    private TenantReconcilers() {}

    public static List<ReconcilerDefinition<?, ?, ?>> all(
            KubernetesClient client, TenantOptions tenants, IpamOptions addresses, LoadBalancerOptions balancers) {
        List<ReconcilerDefinition<?, ?, ?>> all = new ArrayList<>();
        all.addAll(ofClusters(client, tenants, balancers));
        all.addAll(ofPlatform(client, tenants, addresses));
        return all;
    }

    /**
     * Creates the reconcilers of TenantClusters. Those of different namespaces can run in different processes: what they share is reserved in the API with
     * optimistic locking, and what a process remembers is verified against the API or its caches.
     */
    static List<ReconcilerDefinition<?, ?, ?>> ofClusters(
            KubernetesClient client, TenantOptions tenants, LoadBalancerOptions balancers) {
        TenantConnectionResolver connector = new TenantConnectionResolver(client);
        return List.of(
                new TenantReconciler(client, new PoolAddressProvider(client), ProviderRegistry.load(), tenants),
                new LoadBalancerPoolReconciler(client, connector, balancers, tenants.clock()),
                new GrantExpiryReconciler(client, connector::enter, tenants.clock()),
                new GitOpsReconciler(client, connector::enter, balancers.pace()));
    }

    /** Creates the reconcilers of everything that tenant clusters of all namespaces share. */
    static List<ReconcilerDefinition<?, ?, ?>> ofPlatform(
            KubernetesClient client, TenantOptions tenants, IpamOptions addresses) {
        List<ReconcilerDefinition<?, ?, ?>> all = new ArrayList<>();
        all.add(new UnusedImageReconciler(client, new ProviderConfigFinder(client)));
        all.add(new TeamReconciler(client));
        all.add(new UserReconciler(client, tenants.clock()));
        all.add(IdentityProviderReconciler.overHttp(client));
        all.add(new ButlerConfigReconciler(client));
        all.add(new PolicyReconciler(client));
        all.addAll(new IpamReconcilers(client, addresses, tenants.clock()).all());
        return all;
    }
}
