package dev.butlerlabs.core.server.rest;

import dev.butlerlabs.core.api.ApiGroup;
import dev.butlerlabs.core.api.Namespaces;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.machine.ProviderConfigClient;
import dev.butlerlabs.core.server.http.WebResponse;
import dev.butlerlabs.core.server.rest.PlatformRequests.ResourceManifest;
import dev.butlerlabs.core.server.route.ApiCall;
import dev.butlerlabs.core.server.view.ItemLists.ProviderList;
import dev.butlerlabs.core.server.view.PlatformRowBuilder;
import dev.butlerlabs.core.server.view.PlatformViews.ProviderRow;
import dev.butlerlabs.core.tenant.change.TenantClusterClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/**
 * The operations on infrastructures. This server never connects to an infrastructure, so that no user can make it request an address: it reads
 * and writes objects, and the controllers check them.
 */
public final class ProviderHandlers {
    /** Asks the controllers to check an infrastructure again. */
    private static final String CHECK_REQUESTED = ApiGroup.NAME + "/check-requested";

    private final Clock clock;

    public ProviderHandlers(Clock clock) {
        this.clock = clock;
    }

    public ProviderList list(ApiCall call) {
        List<ProviderConfig> configs = new ProviderConfigClient(call.kubernetes())
                .list(call.query("namespace"))
                .items();
        Optional<List<TenantCluster>> clusters =
                ClusterHandlers.unlessDenied(() -> new TenantClusterClient(call.kubernetes())
                        .list(Optional.empty())
                        .complete());
        return new ProviderList(configs.stream()
                .map(config -> PlatformRowBuilder.provider(config, clusters.map(all -> usedBy(config, all))))
                .toList());
    }

    private static int usedBy(ProviderConfig config, List<TenantCluster> clusters) {
        return (int) clusters.stream()
                .filter(cluster -> cluster.getSpec().providerConfigRef() != null)
                .filter(cluster -> config.getMetadata()
                                .getName()
                                .equals(cluster.getSpec().providerConfigRef().name())
                        && config.getMetadata()
                                .getNamespace()
                                .equals(Optional.ofNullable(cluster.getSpec()
                                                .providerConfigRef()
                                                .namespace())
                                        .orElse(Namespaces.SYSTEM)))
                .count();
    }

    public ProviderRow get(ApiCall call) {
        return PlatformRowBuilder.provider(config(call), Optional.empty());
    }

    private static ProviderConfig config(ApiCall call) {
        ObjectName name = call.object();
        return KubeErrorMapper.askingForKind(
                        call.kubernetes(),
                        "ProviderConfigs",
                        "reading ProviderConfig " + name,
                        () -> Optional.ofNullable(call.kubernetes()
                                .resources(ProviderConfig.class)
                                .inNamespace(call.path("ns"))
                                .withName(call.path("name"))
                                .get()))
                .orElseThrow(
                        () -> new ButlerException(ErrorCode.NOT_FOUND, "ProviderConfig %s not found.".formatted(name)));
    }

    /** Creates a ProviderConfig. Its credentials are in a Secret that has to exist; they never pass through the console. */
    public WebResponse create(ApiCall call) {
        ManifestClient<ProviderConfig> manifests = new ManifestClient<>(call.kubernetes(), ProviderConfig.class);
        ProviderConfig created = manifests.create(manifests.object(call.body(ResourceManifest.class)));
        return JsonResponse.of(201, PlatformRowBuilder.provider(created, Optional.empty()));
    }

    public WebResponse delete(ApiCall call) {
        Confirmation.require(call, call.path("name"));
        ProviderConfig config = config(call);
        KubeErrorMapper.translating(
                call.kubernetes(),
                "deleting ProviderConfig " + call.object(),
                () -> call.kubernetes().resource(config).delete());
        return WebResponse.empty(202);
    }

    /** Asks the controllers to check the infrastructure; the result appears in the conditions. */
    public WebResponse validate(ApiCall call) {
        ProviderConfig config = config(call);
        String patch = "{\"metadata\":{\"annotations\":{\"%s\":\"%s\"}}}"
                .formatted(CHECK_REQUESTED, clock.instant().truncatedTo(ChronoUnit.SECONDS));
        ProviderConfig requested = KubeErrorMapper.translating(
                call.kubernetes(),
                "changing ProviderConfig " + call.object(),
                () -> call.kubernetes().resource(config).patch(PatchContext.of(PatchType.JSON_MERGE), patch));
        return JsonResponse.of(202, PlatformRowBuilder.provider(requested, Optional.empty()));
    }
}
