package dev.butlerlabs.core.tenant.expiry;

import dev.butlerlabs.core.api.Annotations;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.api.TenantClusterSpec;
import dev.butlerlabs.core.api.TenantClusterSpecBuilder;
import dev.butlerlabs.core.embedded.testing.CrashPositions;
import dev.butlerlabs.core.embedded.testing.EffectLog;
import dev.butlerlabs.core.embedded.testing.InMemoryKubernetes;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.tenant.access.GrantIssuer;
import dev.butlerlabs.core.tenant.access.GrantTerms;
import dev.butlerlabs.core.tenant.access.TenantAccessClient;
import dev.butlerlabs.core.tenant.access.TenantAccessEntry;
import dev.butlerlabs.core.tenant.access.TenantAccessGrant;
import dev.butlerlabs.core.testing.SteppedClock;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A management cluster with TenantCluster team-a/demo, and the tenant cluster with the roles view and edit, in memory. */
final class GrantWorld implements CrashPositions.World {
    static final ObjectName CLUSTER = new ObjectName("team-a", "demo");

    private static final Duration TOKEN = Duration.ofMinutes(10);

    final SteppedClock clock = new SteppedClock();
    private final EffectLog effects = new EffectLog();
    final InMemoryKubernetes management = InMemoryKubernetes.open(clock, effects);
    final InMemoryKubernetes tenant = InMemoryKubernetes.open(clock, effects);

    GrantWorld() {
        namespace(management, "team-a");
        namespace(tenant, "apps");
        List.of("view", "edit").forEach(this::role);
        TenantCluster cluster = new TenantCluster();
        cluster.setMetadata(
                new ObjectMetaBuilder().withName("demo").withNamespace("team-a").build());
        cluster.setSpec(TenantClusterSpecBuilder.builder()
                .kubernetesVersion("v1.31.0")
                .workers(new TenantClusterSpec.Workers(1, null))
                .build());
        management.client().resource(cluster).create();
    }

    private static void namespace(InMemoryKubernetes api, String name) {
        api.client()
                .resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .endMetadata()
                        .build())
                .create();
    }

    private void role(String name) {
        tenant.client()
                .resource(new ClusterRoleBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .endMetadata()
                        .build())
                .create();
    }

    static TenantAccessGrant token(String name, String role, String within) {
        return new TenantAccessGrant(
                TenantAccessGrant.Kind.TOKEN,
                name,
                role,
                Optional.of(within).filter(namespace -> !namespace.isEmpty()));
    }

    static TenantAccessGrant user(String name, String role) {
        return new TenantAccessGrant(TenantAccessGrant.Kind.USER, name, role, Optional.empty());
    }

    Optional<String> grant(TenantAccessGrant grant, Instant until) {
        return new GrantIssuer(management.client(), tenant.client())
                .issue(CLUSTER, grant, new GrantTerms(Optional.of(until), Optional.of("ada")), TOKEN);
    }

    Optional<String> grantForever(TenantAccessGrant grant) {
        return new GrantIssuer(management.client(), tenant.client())
                .issue(CLUSTER, grant, new GrantTerms(Optional.empty(), Optional.of("ada")), TOKEN);
    }

    /** Runs the step of the controllers as often as a check is due. */
    void expire() {
        new GrantExpiryStep(management.client(), cluster -> tenant.client(), clock).run(cluster());
    }

    void revoke(String name) {
        new TenantAccessClient(tenant.client()).revoke(name, Optional.empty());
    }

    List<TenantAccessEntry> grants() {
        return new TenantAccessClient(tenant.client()).list();
    }

    List<String> accounts() {
        return tenant.client().serviceAccounts().inNamespace(TenantAccessClient.NAMESPACE).list().getItems().stream()
                .map(account -> account.getMetadata().getName())
                .toList();
    }

    TenantCluster cluster() {
        return management
                .client()
                .resources(TenantCluster.class)
                .inNamespace("team-a")
                .withName("demo")
                .get();
    }

    Optional<String> checks() {
        return Optional.ofNullable(cluster().getMetadata().getAnnotations())
                .map(annotations -> annotations.get(Annotations.ACCESS_CHECKS));
    }

    @Override
    public EffectLog effects() {
        return effects;
    }

    @Override
    public Map<String, ?> state() {
        return Map.of("management", management.objects(), "tenant", tenant.objects());
    }

    @Override
    public void close() {
        management.close();
        tenant.close();
    }
}
