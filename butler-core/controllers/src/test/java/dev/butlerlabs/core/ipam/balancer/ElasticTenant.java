package dev.butlerlabs.core.ipam.balancer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.embedded.EmbeddedApiOptions;
import dev.butlerlabs.core.embedded.EmbeddedApiServer;
import dev.butlerlabs.core.ipam.elastic.AllocatedRange;
import dev.butlerlabs.core.net.IpRange;
import dev.butlerlabs.core.reconcile.StepResult;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.LoadBalancerIngressBuilder;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** A tenant cluster of its own, whose load balancers are looked after by a process that may be killed, at hours of a test's choice. */
final class ElasticTenant implements AutoCloseable {
    private final ManagementCluster management;
    private final EmbeddedApiServer server;
    private final boolean isServerShared;
    private final KubernetesClient client;
    private final TenantCluster cluster;
    private Mortality mortality;
    private Instant now = Instant.now();

    private ElasticTenant(
            ManagementCluster management,
            String name,
            Mortality mortality,
            EmbeddedApiServer server,
            boolean isServerShared) {
        this.management = management;
        this.mortality = mortality;
        this.server = server;
        this.isServerShared = isServerShared;
        this.client = Mortality.none().connect(server.kubeconfig());
        this.cluster = management.tenant(name);
    }

    /** Creates a tenant cluster without MetalLB on a server of its own, which is closed with it. */
    static ElasticTenant alone(ManagementCluster management, String name) {
        EmbeddedApiServer server = EmbeddedApiServer.start(EmbeddedApiOptions.inMemory());
        ElasticTenant tenant = new ElasticTenant(management, name, Mortality.none(), server, false);
        MetalLbKinds.openNamespace(tenant.client);
        return tenant;
    }

    /** Creates a tenant cluster on a server that has MetalLB. Its objects are deleted on close, and the server is left open. */
    static ElasticTenant on(EmbeddedApiServer server, ManagementCluster management, String name, Mortality mortality) {
        return new ElasticTenant(management, name, mortality, server, true);
    }

    void installMetalLb() {
        MetalLbKinds.define(client);
    }

    void service(String name) {
        client.resource(new ServiceBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .withNamespace("default")
                        .endMetadata()
                        .withNewSpec()
                        .withType("LoadBalancer")
                        .addNewPort()
                        .withPort(80)
                        .endPort()
                        .endSpec()
                        .build())
                .create();
    }

    void deleteService(String name) {
        client.services().inNamespace("default").withName(name).delete();
    }

    /** What MetalLB does: each Service without an address gets a free one of its pool. */
    void serve() {
        Set<String> free = new TreeSet<>();
        offered()
                .forEach(range -> free.addAll(
                        IpRange.between(range.substring(0, range.indexOf('-')), range.substring(range.indexOf('-') + 1))
                                .addresses(1000)));
        free.removeAll(used());
        List<String> left = new ArrayList<>(free);
        for (Service service : services()) {
            if (address(service).isEmpty() && !left.isEmpty()) {
                client.resource(new ServiceBuilder(service)
                                .editOrNewStatus()
                                .editOrNewLoadBalancer()
                                .addToIngress(new LoadBalancerIngressBuilder()
                                        .withIp(left.removeFirst())
                                        .build())
                                .endLoadBalancer()
                                .endStatus()
                                .build())
                        .updateStatus();
            }
        }
    }

    private List<Service> services() {
        return client.services().inNamespace("default").list().getItems();
    }

    private static Optional<String> address(Service service) {
        return Optional.ofNullable(service.getStatus())
                .flatMap(status -> Optional.ofNullable(status.getLoadBalancer()))
                .flatMap(balancer -> balancer.getIngress().stream().findFirst())
                .map(ingress -> ingress.getIp());
    }

    List<String> used() {
        return services().stream()
                .flatMap(service -> address(service).stream())
                .sorted()
                .toList();
    }

    /** What MetalLB may hand out. */
    List<String> offered() {
        return new MetalLbClient(client)
                .offer()
                .map(MetalLbClient.Offer::addresses)
                .orElse(List.of());
    }

    List<GenericKubernetesResource> advertisements() {
        return client.genericKubernetesResources("metallb.io/v1beta1", "L2Advertisement")
                .inNamespace(MetalLbClient.NAMESPACE)
                .list()
                .getItems();
    }

    List<AllocatedRange> pieces() {
        return management.held(cluster).pieces();
    }

    long asked() {
        return management.held(cluster).all().size();
    }

    /** Somebody takes the cluster away; this process has not heard of it yet. */
    void vanish() {
        management.client().resource(cluster).delete();
    }

    /** Some time later: a look, and when the process was killed over it another one by its successor. */
    Optional<StepResult> lookAfter(Duration time) {
        now = now.plus(time);
        Optional<StepResult> result = look();
        if (mortality.isDead()) {
            assertSafe();
            mortality = Mortality.none();
            result = look();
        }
        management.awaitAllocated(cluster);
        assertSafe();
        return result;
    }

    private Optional<StepResult> look() {
        try (KubernetesClient here = mortality.connect(management.kubeconfig())) {
            return Optional.of(
                    new MetalLbPoolSynchronizer(here, ways(), LoadBalancerOptions.standard(), () -> now).run(cluster));
        } catch (RuntimeException e) {
            if (!mortality.isDead()) {
                throw e;
            }
            return Optional.empty();
        }
    }

    private TenantClusterConnector ways() {
        return new TenantClusterConnector() {
            @Override
            public Optional<ProviderConfig> provider(TenantCluster asked) {
                return management.provider();
            }

            @Override
            public KubernetesClient enter(TenantCluster asked) {
                return mortality.connect(server.kubeconfig());
            }
        };
    }

    /** Whatever may be handed out, and whatever was, is the tenant's. */
    private void assertSafe() {
        List<IpRange> held = pieces().stream().map(AllocatedRange::block).toList();
        List<String> own =
                held.stream().flatMap(block -> block.addresses(1000).stream()).toList();
        offered()
                .forEach(range -> assertThat(own)
                        .containsAll(IpRange.between(
                                        range.substring(0, range.indexOf('-')), range.substring(range.indexOf('-') + 1))
                                .addresses(1000)));
        assertThat(own).containsAll(used());
    }

    @Override
    public void close() {
        if (isServerShared) {
            deleteObjects();
        }
        client.close();
        if (!isServerShared) {
            server.close();
        }
    }

    private void deleteObjects() {
        client.services().inNamespace("default").delete();
        for (String kind : List.of("IPAddressPool", "L2Advertisement")) {
            client.genericKubernetesResources("metallb.io/v1beta1", kind)
                    .inNamespace(MetalLbClient.NAMESPACE)
                    .delete();
        }
    }
}
