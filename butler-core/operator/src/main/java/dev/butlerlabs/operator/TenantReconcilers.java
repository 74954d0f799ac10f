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
        ProviderRegistry providers = ProviderRegistry.load();
        List<ReconcilerDefinition<?, ?, ?>> all = new ArrayList<>();
        all.add(new TenantReconciler(client, new PoolAddressProvider(client), providers, tenants));
        all.add(new UnusedImageReconciler(client, new ProviderConfigFinder(client)));
        all.add(new TeamReconciler(client));
        all.add(new UserReconciler(client, tenants.clock()));
        all.add(IdentityProviderReconciler.overHttp(client));
        all.add(new ButlerConfigReconciler(client));
        all.add(new PolicyReconciler(client));
        all.addAll(new IpamReconcilers(client, addresses, tenants.clock()).all());
        TenantConnectionResolver connector = new TenantConnectionResolver(client);
        all.add(new LoadBalancerPoolReconciler(client, connector, balancers, tenants.clock()));
        all.add(new GrantExpiryReconciler(client, connector::enter, tenants.clock()));
        all.add(new GitOpsReconciler(client, connector::enter, balancers.pace()));
        return all;
    }
}
