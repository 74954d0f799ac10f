package dev.butlerlabs.core.server.rest;

import dev.butlerlabs.core.addon.change.AddonDefinitionRepository;
import dev.butlerlabs.core.addon.change.AddonRequest;
import dev.butlerlabs.core.addon.change.ManagementAddonClient;
import dev.butlerlabs.core.addon.change.TenantAddonClient;
import dev.butlerlabs.core.api.AddonDefinition;
import dev.butlerlabs.core.api.ManagementAddon;
import dev.butlerlabs.core.api.TenantAddon;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.server.http.WebResponse;
import dev.butlerlabs.core.server.rest.PlatformRequests.AddonChange;
import dev.butlerlabs.core.server.rest.PlatformRequests.AddonInstallation;
import dev.butlerlabs.core.server.route.ApiCall;
import dev.butlerlabs.core.server.view.ItemLists.AddonList;
import dev.butlerlabs.core.server.view.ItemLists.CatalogList;
import dev.butlerlabs.core.server.view.PlatformRowBuilder;
import dev.butlerlabs.core.server.view.PlatformViews.AddonRow;
import dev.butlerlabs.core.server.view.PlatformViews.CatalogEntry;
import dev.butlerlabs.core.tenant.change.TenantClusterClient;
import java.util.List;
import java.util.Optional;

/** The operations on the catalog and on addons. */
public final class AddonHandlers {
    public CatalogList catalog(ApiCall call) {
        return new CatalogList(
                definitions(call).stream().map(PlatformRowBuilder::catalogEntry).toList());
    }

    public CatalogEntry catalogEntry(ApiCall call) {
        return definitions(call).stream()
                .filter(definition -> definition.getMetadata().getName().equals(call.path("name")))
                .findFirst()
                .map(PlatformRowBuilder::catalogEntry)
                .orElseThrow(() -> new ButlerException(
                        ErrorCode.NOT_FOUND, "The catalog has no addon %s.".formatted(call.path("name"))));
    }

    private static List<AddonDefinition> definitions(ApiCall call) {
        return new AddonDefinitionRepository(call.kubernetes()).list();
    }

    public AddonList managementAddons(ApiCall call) {
        return new AddonList(new ManagementAddonClient(call.kubernetes())
                .list().stream().map(PlatformRowBuilder::addon).toList());
    }

    public AddonRow managementAddon(ApiCall call) {
        return PlatformRowBuilder.addon(new ManagementAddonClient(call.kubernetes()).get(call.path("name")));
    }

    public WebResponse installManagementAddon(ApiCall call) {
        ManagementAddon addon =
                new ManagementAddonClient(call.kubernetes()).install(request(call.body(AddonInstallation.class)));
        return JsonResponse.of(201, PlatformRowBuilder.addon(addon));
    }

    public AddonRow changeManagementAddon(ApiCall call) {
        return PlatformRowBuilder.addon(new ManagementAddonClient(call.kubernetes())
                .change(call.path("name"), request(call.path("name"), call.body(AddonChange.class))));
    }

    public WebResponse deleteManagementAddon(ApiCall call) {
        String name = call.path("name");
        Confirmation.require(call, name);
        ManagementAddonClient addons = new ManagementAddonClient(call.kubernetes());
        addons.requireUnneeded(name);
        addons.delete(name);
        return WebResponse.empty(202);
    }

    public AddonList tenantAddons(ApiCall call) {
        return new AddonList(
                tenant(call).list().stream().map(PlatformRowBuilder::addon).toList());
    }

    public AddonRow tenantAddon(ApiCall call) {
        return PlatformRowBuilder.addon(tenant(call).get(call.path("addon")));
    }

    public WebResponse installTenantAddon(ApiCall call) {
        TenantAddon addon = tenant(call).enable(request(call.body(AddonInstallation.class)));
        return JsonResponse.of(201, PlatformRowBuilder.addon(addon));
    }

    public AddonRow changeTenantAddon(ApiCall call) {
        TenantAddonClient addons = tenant(call);
        addons.get(call.path("addon"));
        return PlatformRowBuilder.addon(addons.enable(request(call.path("addon"), call.body(AddonChange.class))));
    }

    public WebResponse deleteTenantAddon(ApiCall call) {
        Confirmation.require(call, call.path("addon"));
        TenantAddonClient addons = tenant(call);
        TenantAddon addon = addons.get(call.path("addon"));
        addons.requireUnneeded(addon);
        addons.delete(addon);
        return WebResponse.empty(202);
    }

    private static TenantAddonClient tenant(ApiCall call) {
        return new TenantAddonClient(call.kubernetes(), new TenantClusterClient(call.kubernetes()).get(call.object()));
    }

    private static AddonRequest request(AddonInstallation body) {
        return new AddonRequest(body.addon(), body.version(), body.values(), Optional.empty(), List.of());
    }

    private static AddonRequest request(String name, AddonChange body) {
        return new AddonRequest(name, body.version(), body.values(), Optional.empty(), List.of());
    }
}
