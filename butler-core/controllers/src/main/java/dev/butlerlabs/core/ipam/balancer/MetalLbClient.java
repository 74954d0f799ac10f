package dev.butlerlabs.core.ipam.balancer;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorKind;
import dev.butlerlabs.core.ipam.elastic.AddressDemand;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.ServerSideApply;
import dev.butlerlabs.core.net.IpAddress;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceList;
import io.fabric8.kubernetes.api.model.LoadBalancerIngress;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.MixedOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads and writes the MetalLB configuration and the LoadBalancer Services of a tenant cluster. */
final class MetalLbClient {
    static final String NAMESPACE = "metallb-system";
    static final String POOL = "default-pool";
    private static final String API = "metallb.io/v1beta1";
    private static final String ADVERTISEMENT = "default";
    /** The annotations with which a Service selects an address pool or an address. */
    private static final List<String> CHOICES = List.of(
            "metallb.io/address-pool",
            "metallb.universe.tf/address-pool",
            "metallb.io/loadBalancerIPs",
            "metallb.universe.tf/loadBalancerIPs");

    private final KubernetesClient tenant;

    MetalLbClient(KubernetesClient tenant) {
        this.tenant = tenant;
    }

    /**
     * The IPAddressPool at one point in time.
     *
     * @param object empty if it does not exist yet
     */
    record Offer(Optional<GenericKubernetesResource> object) {
        List<String> addresses() {
            return object.map(pool -> pool.<Object>get("spec", "addresses"))
                    .filter(List.class::isInstance)
                    .map(list -> ((List<?>) list).stream().map(String::valueOf).toList())
                    .orElse(List.of());
        }
    }

    /** Returns the current IPAddressPool; empty while MetalLB is not installed. */
    Optional<Offer> offer() {
        boolean known = KubeErrorMapper.translating(
                "reading the MetalLB API resources",
                () -> Optional.ofNullable(tenant.getApiResources(API)).isPresent());
        return known ? Optional.of(new Offer(find(pools(), POOL))) : Optional.empty();
    }

    private static Optional<GenericKubernetesResource> find(
            MixedOperation<
                            GenericKubernetesResource,
                            GenericKubernetesResourceList,
                            Resource<GenericKubernetesResource>>
                    kind,
            String name) {
        return KubeErrorMapper.translating(
                "reading " + name,
                () -> Optional.ofNullable(
                        kind.inNamespace(NAMESPACE).withName(name).get()));
    }

    /** Writes the addresses of the IPAddressPool if it has not changed since it was read; returns whether it was written. */
    boolean offer(Offer read, List<String> addresses) {
        GenericKubernetesResource wanted = read.object().orElseGet(() -> empty("IPAddressPool", POOL));
        wanted.setAdditionalProperty("spec", with(wanted, "addresses", addresses));
        try {
            KubeErrorMapper.translating(
                    "writing the MetalLB IPAddressPool",
                    () -> read.object().isPresent()
                            ? tenant.resource(wanted).update()
                            : tenant.resource(wanted).create());
            return true;
        } catch (ButlerException e) {
            if (e.kind() != ErrorKind.CONFLICT) {
                throw e;
            }
            return false;
        }
    }

    /** Creates the L2Advertisement, without which the addresses are not reachable. */
    void advertise() {
        if (find(advertisements(), ADVERTISEMENT).isEmpty()) {
            GenericKubernetesResource wanted = empty("L2Advertisement", ADVERTISEMENT);
            wanted.setAdditionalProperty("spec", Map.of("ipAddressPools", List.of(POOL)));
            ServerSideApply.asButlerForced().apply(tenant, wanted);
        }
    }

    private static GenericKubernetesResource empty(String kind, String name) {
        GenericKubernetesResource object = new GenericKubernetesResource();
        object.setApiVersion(API);
        object.setKind(kind);
        object.setMetadata(
                new ObjectMetaBuilder().withNamespace(NAMESPACE).withName(name).build());
        return object;
    }

    private static Map<String, Object> with(GenericKubernetesResource object, String field, Object value) {
        Map<String, Object> spec = new LinkedHashMap<>();
        if (object.get("spec") instanceof Map<?, ?> before) {
            before.forEach((key, old) -> spec.put(String.valueOf(key), old));
        }
        spec.put(field, value);
        return spec;
    }

    private MixedOperation<
                    GenericKubernetesResource, GenericKubernetesResourceList, Resource<GenericKubernetesResource>>
            pools() {
        return kind("IPAddressPool", "ipaddresspools");
    }

    private MixedOperation<
                    GenericKubernetesResource, GenericKubernetesResourceList, Resource<GenericKubernetesResource>>
            advertisements() {
        return kind("L2Advertisement", "l2advertisements");
    }

    private MixedOperation<
                    GenericKubernetesResource, GenericKubernetesResourceList, Resource<GenericKubernetesResource>>
            kind(String kind, String plural) {
        return tenant.genericKubernetesResources(new ResourceDefinitionContext.Builder()
                .withGroup("metallb.io")
                .withVersion("v1beta1")
                .withKind(kind)
                .withPlural(plural)
                .withNamespaced(true)
                .build());
    }

    /** Returns the demand of the LoadBalancer Services in the cluster. */
    AddressDemand need() {
        List<Service> balanced =
                KubeErrorMapper.translating(
                                "listing Services",
                                () -> tenant.services().inAnyNamespace().list().getItems())
                        .stream()
                        .filter(service ->
                                "LoadBalancer".equals(service.getSpec().getType()))
                        .toList();
        Set<IpAddress> used = balanced.stream()
                .flatMap(MetalLbClient::addresses)
                .map(IpAddress::parse)
                .collect(Collectors.toSet());
        List<Instant> waiting = balanced.stream()
                .filter(service -> addresses(service).findAny().isEmpty())
                .filter(MetalLbClient::takesAnyAddress)
                .map(service -> Instant.parse(service.getMetadata().getCreationTimestamp()))
                .toList();
        return new AddressDemand(used, waiting);
    }

    private static Stream<String> addresses(Service service) {
        return Optional.ofNullable(service.getStatus())
                .flatMap(status -> Optional.ofNullable(status.getLoadBalancer()))
                .map(balancer -> balancer.getIngress().stream()
                        .map(LoadBalancerIngress::getIp)
                        .filter(Objects::nonNull))
                .orElseGet(Stream::empty);
    }

    /**
     * Returns whether more addresses would help a Service: not if it requests a specific address, another pool, or another load balancer
     * class.
     */
    private static boolean takesAnyAddress(Service service) {
        Map<String, String> annotations =
                Optional.ofNullable(service.getMetadata().getAnnotations()).orElse(Map.of());
        String wanted = Objects.requireNonNullElse(service.getSpec().getLoadBalancerIP(), "");
        return service.getSpec().getLoadBalancerClass() == null
                && wanted.isEmpty()
                && CHOICES.stream()
                        .filter(annotations::containsKey)
                        .allMatch(choice -> annotations.get(choice).equals(POOL));
    }
}
