package dev.butlerlabs.sim.cluster.control;

import dev.butlerlabs.core.net.IpAddress;
import dev.butlerlabs.core.net.IpRange;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.LoadBalancerIngressBuilder;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.net.HttpURLConnection;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Simulates MetalLB: assigns addresses from its pools to Services of type LoadBalancer. */
final class LoadBalancerController implements SimulatedController {
    private static final ResourceDefinitionContext POOLS = new ResourceDefinitionContext.Builder()
            .withGroup("metallb.io")
            .withVersion("v1beta1")
            .withKind("IPAddressPool")
            .withPlural("ipaddresspools")
            .withNamespaced(true)
            .build();

    @Override
    public void reconcile(ClusterView view) {
        List<Service> waiting = view.services().stream()
                .filter(service -> "LoadBalancer".equals(service.getSpec().getType())
                        && addresses(service).isEmpty())
                .toList();
        if (waiting.isEmpty() || !runs(view)) {
            return;
        }
        List<IpRange> ranges = ranges(view);
        Set<String> taken = view.services().stream()
                .flatMap(service -> addresses(service).stream())
                .collect(Collectors.toCollection(HashSet::new));
        for (Service service : waiting) {
            Optional<String> address = choose(service, ranges, taken);
            address.ifPresent(found -> {
                taken.add(found);
                view.writes().status(with(service, found));
            });
        }
        // Services are checked again when a pool is added.
        view.checkAgainIn(view.delays().retry());
    }

    private static boolean runs(ClusterView view) {
        return view.deployments().stream()
                .filter(deployment -> {
                    String name = deployment.getMetadata().getName();
                    return name.endsWith("controller")
                            && (name.contains("metallb")
                                    || deployment.getMetadata().getNamespace().contains("metallb"));
                })
                .anyMatch(deployment -> deployment.getStatus() != null
                        && Objects.requireNonNullElse(deployment.getStatus().getAvailableReplicas(), 0) > 0);
    }

    private static List<IpRange> ranges(ClusterView view) {
        try {
            return view.client().genericKubernetesResources(POOLS).inAnyNamespace().list().getItems().stream()
                    .flatMap(pool -> texts(pool).stream())
                    .flatMap(text -> IpRange.tryParse(text).stream())
                    .filter(range -> range.first().isIpv4())
                    .toList();
        } catch (KubernetesClientException e) {
            if (e.getCode() == HttpURLConnection.HTTP_NOT_FOUND) {
                return List.of();
            }
            throw e;
        }
    }

    private static List<String> texts(GenericKubernetesResource pool) {
        return pool.get("spec", "addresses") instanceof List<?> list
                ? list.stream().map(String::valueOf).toList()
                : List.of();
    }

    private static Optional<String> choose(Service service, List<IpRange> ranges, Set<String> taken) {
        Optional<String> wanted =
                Optional.ofNullable(service.getSpec().getLoadBalancerIP()).filter(address -> !address.isEmpty());
        return ranges.stream()
                .flatMap(IpRange::stream)
                .map(IpAddress::toString)
                .filter(address -> wanted.map(address::equals).orElse(true))
                .filter(address -> !taken.contains(address))
                .findFirst();
    }

    static List<String> addresses(Service service) {
        if (service.getStatus() == null || service.getStatus().getLoadBalancer() == null) {
            return List.of();
        }
        return service.getStatus().getLoadBalancer().getIngress().stream()
                .map(ingress -> ingress.getIp())
                .filter(Objects::nonNull)
                .toList();
    }

    private static Service with(Service service, String address) {
        return new ServiceBuilder(service)
                .withNewStatus()
                .withNewLoadBalancer()
                .withIngress(new LoadBalancerIngressBuilder()
                        .withIp(address)
                        .withIpMode("VIP")
                        .build())
                .endLoadBalancer()
                .endStatus()
                .build();
    }
}
