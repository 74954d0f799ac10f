package dev.butlerlabs.core.tenant.render;

import dev.butlerlabs.core.api.ButlerConfigSpec;
import dev.butlerlabs.core.api.ControlPlaneExposure;
import dev.butlerlabs.core.api.ControlPlaneExposure.ControllerType;
import dev.butlerlabs.core.api.ControlPlaneExposure.Mode;
import dev.butlerlabs.core.api.TenantClusterSpec.ControlPlane;
import dev.butlerlabs.core.api.TenantClusterSpec.ControlPlane.ServiceType;
import dev.butlerlabs.core.provider.clusterapi.BlankTextFilter;
import dev.butlerlabs.core.provider.clusterapi.RenderProblemCollector;
import dev.butlerlabs.core.provider.clusterapi.TenantRenderInput;
import dev.butlerlabs.core.provider.clusterapi.UnstructuredFieldMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** Renders how a control plane is exposed: at its own address, or by host name through a shared Ingress or Gateway. */
final class ControlPlaneExposureRenderer {
    private static final String WILDCARD = "*.";

    private final TenantRenderInput plan;
    private final Optional<ControlPlaneExposure> shared;

    ControlPlaneExposureRenderer(TenantRenderInput plan) {
        this.plan = plan;
        this.shared = plan.platform().map(ButlerConfigSpec::controlPlaneExposure);
    }

    private Mode mode() {
        return shared.map(ControlPlaneExposure::mode).orElse(Mode.LOAD_BALANCER);
    }

    UnstructuredFieldMap network(RenderProblemCollector findings) {
        UnstructuredFieldMap network = UnstructuredFieldMap.of("serviceType", serviceType());
        switch (mode()) {
            case LOAD_BALANCER -> {}
            case INGRESS -> network.put("ingress", ingress(host(findings)));
            case GATEWAY -> network.put("gateway", gateway(host(findings), findings));
        }
        return network.put("certSANs", names());
    }

    private String serviceType() {
        return Optional.ofNullable(plan.spec().controlPlane())
                .map(ControlPlane::serviceType)
                .map(ControlPlaneExposureRenderer::word)
                .orElseGet(() -> mode() == Mode.LOAD_BALANCER ? "LoadBalancer" : "ClusterIP");
    }

    private static String word(ServiceType type) {
        return switch (type) {
            case LOAD_BALANCER -> "LoadBalancer";
            case NODE_PORT -> "NodePort";
            case CLUSTER_IP -> "ClusterIP";
        };
    }

    /** Returns the host name. With {@code *.example.org} every control plane gets its own name; any other name is used as it is. */
    private String host(RenderProblemCollector findings) {
        String pattern = findings.require(
                shared.map(ControlPlaneExposure::hostname).flatMap(BlankTextFilter::given),
                "ButlerConfig spec.controlPlaneExposure.hostname",
                "Control planes behind a shared Ingress or Gateway need a host name.");
        return pattern.startsWith(WILDCARD)
                ? "%s.%s.%s".formatted(plan.name(), plan.namespace(), pattern.substring(WILDCARD.length()))
                : pattern;
    }

    private UnstructuredFieldMap ingress(String host) {
        return UnstructuredFieldMap.of("hostname", host)
                .put(
                        "className",
                        shared.map(ControlPlaneExposure::ingressClassName).flatMap(BlankTextFilter::given))
                .put(
                        "controllerType",
                        shared.map(ControlPlaneExposure::controllerType).map(ControlPlaneExposureRenderer::word));
    }

    private static String word(ControllerType type) {
        return type.name().toLowerCase(Locale.ROOT);
    }

    private UnstructuredFieldMap gateway(String host, RenderProblemCollector findings) {
        String gateway = findings.require(
                shared.map(ControlPlaneExposure::gatewayRef).flatMap(BlankTextFilter::given),
                "ButlerConfig spec.controlPlaneExposure.gatewayRef",
                "The Gateway for control planes is missing.");
        int slash = gateway.indexOf('/');
        return UnstructuredFieldMap.of("hostname", host)
                .put(
                        "parentRefs",
                        List.of(UnstructuredFieldMap.of("name", gateway.substring(slash + 1))
                                .put(
                                        "namespace",
                                        slash < 0 ? Optional.empty() : Optional.of(gateway.substring(0, slash)))));
    }

    private List<String> names() {
        List<String> wanted = Optional.ofNullable(plan.spec().controlPlane())
                .map(ControlPlane::certSANs)
                .orElse(List.of());
        if (mode() == Mode.LOAD_BALANCER) {
            return wanted;
        }
        return Stream.concat(wanted.stream(), Stream.of(host(new RenderProblemCollector())))
                .distinct()
                .toList();
    }
}
