package dev.butlerlabs.core.server.rest;

import dev.butlerlabs.core.api.NetworkPool;
import dev.butlerlabs.core.ipam.IpAllocationClient;
import dev.butlerlabs.core.ipam.NetworkPoolClient;
import dev.butlerlabs.core.ipam.PoolSpecReader;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.server.http.WebResponse;
import dev.butlerlabs.core.server.rest.PlatformRequests.ResourceManifest;
import dev.butlerlabs.core.server.route.ApiCall;
import dev.butlerlabs.core.server.view.ItemLists.AllocationList;
import dev.butlerlabs.core.server.view.ItemLists.PoolList;
import dev.butlerlabs.core.server.view.PlatformViews.PoolDetail;
import dev.butlerlabs.core.server.view.PoolRowBuilder;
import dev.butlerlabs.core.server.view.StoredObject;
import java.util.Map;
import java.util.Optional;

/** The operations on address pools and allocations. */
public final class NetworkHandlers {
    public PoolList list(ApiCall call) {
        return new PoolList(new NetworkPoolClient(call.kubernetes())
                .list(call.query("namespace")).items().stream()
                        .map(PoolRowBuilder::row)
                        .toList());
    }

    public PoolDetail get(ApiCall call) {
        return detail(call, call.object());
    }

    @SuppressWarnings("unchecked") // an object is converted to a map with text keys
    private static PoolDetail detail(ApiCall call, ObjectName name) {
        NetworkPoolClient pools = new NetworkPoolClient(call.kubernetes());
        NetworkPool pool = pools.get(name);
        Map<String, Object> tree =
                call.kubernetes().getKubernetesSerialization().convertValue(pool, Map.class);
        return new PoolDetail(
                PoolRowBuilder.row(pool),
                PoolRowBuilder.segments(pools.usage(name)),
                StoredObject.shown(tree).path("spec"));
    }

    public WebResponse create(ApiCall call) {
        NetworkPool pool = manifests(call).object(call.body(ResourceManifest.class));
        ObjectName name = ObjectName.from(pool);
        new NetworkPoolClient(call.kubernetes()).create(name, pool.getSpec());
        return JsonResponse.of(201, detail(call, name));
    }

    public PoolDetail change(ApiCall call) {
        ManifestClient<NetworkPool> manifests = manifests(call);
        ResourceManifest manifest = call.body(ResourceManifest.class);
        PoolSpecReader.of(manifests.object(manifest).getSpec());
        manifests.replaceSpec(call.object(), manifest);
        return detail(call, call.object());
    }

    public WebResponse delete(ApiCall call) {
        Confirmation.require(call, call.path("name"));
        new NetworkPoolClient(call.kubernetes()).delete(call.object());
        return WebResponse.empty(202);
    }

    public AllocationList allocationsOfPool(ApiCall call) {
        new NetworkPoolClient(call.kubernetes()).get(call.object());
        return allocations(call, call.query("namespace"), Optional.of(call.path("name")));
    }

    public AllocationList allocations(ApiCall call) {
        return allocations(call, call.query("namespace"), Optional.empty());
    }

    private static AllocationList allocations(ApiCall call, Optional<String> namespace, Optional<String> pool) {
        return new AllocationList(new IpAllocationClient(call.kubernetes())
                .list(namespace, pool).items().stream()
                        .map(PoolRowBuilder::allocation)
                        .toList());
    }

    public WebResponse release(ApiCall call) {
        Confirmation.require(call, call.path("name"));
        IpAllocationClient allocations = new IpAllocationClient(call.kubernetes());
        allocations.get(call.object());
        allocations.release(call.object());
        return WebResponse.empty(202);
    }

    private static ManifestClient<NetworkPool> manifests(ApiCall call) {
        return new ManifestClient<>(call.kubernetes(), NetworkPool.class);
    }
}
