package dev.butlerlabs.adm.controllers;

import dev.butlerlabs.core.ipam.IpamOptions;
import dev.butlerlabs.core.ipam.IpamReconcilers;
import dev.butlerlabs.core.ipam.balancer.LoadBalancerOptions;
import dev.butlerlabs.core.ipam.balancer.LoadBalancerPoolReconciliation;
import dev.butlerlabs.core.reconcile.Reconciliation;
import dev.butlerlabs.core.tenant.TenantOptions;
import dev.butlerlabs.core.tenant.TenantReconciliation;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.List;

/** Creates the reconcilers of tenant clusters and their addresses, for management clusters and for rehearsals. */
public final class TenantReconcilers {
    private TenantReconcilers() {}

    public static List<Reconciliation<?, ?, ?>> all(
            KubernetesClient client, TenantOptions tenants, IpamOptions addresses, LoadBalancerOptions balancers) {
        List<Reconciliation<?, ?, ?>> all = new ArrayList<>();
        all.add(new TenantReconciliation(client, new PoolAddressProvider(client), tenants));
        all.addAll(new IpamReconcilers(client, addresses, tenants.clock()).all());
        all.add(new LoadBalancerPoolReconciliation(
                client, new TenantConnectionResolver(client), balancers, tenants.clock()));
        return all;
    }
}
