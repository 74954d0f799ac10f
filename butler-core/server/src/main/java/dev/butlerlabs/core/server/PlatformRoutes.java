package dev.butlerlabs.core.server;

import dev.butlerlabs.core.server.rest.AddonHandlers;
import dev.butlerlabs.core.server.rest.ClusterHandlers;
import dev.butlerlabs.core.server.rest.NetworkHandlers;
import dev.butlerlabs.core.server.rest.PlatformRequests.AddonChange;
import dev.butlerlabs.core.server.rest.PlatformRequests.AddonInstallation;
import dev.butlerlabs.core.server.rest.PlatformRequests.MemberRequest;
import dev.butlerlabs.core.server.rest.PlatformRequests.ResourceManifest;
import dev.butlerlabs.core.server.rest.PlatformRequests.TeamChange;
import dev.butlerlabs.core.server.rest.PlatformRequests.TeamCreation;
import dev.butlerlabs.core.server.rest.ProviderHandlers;
import dev.butlerlabs.core.server.rest.SchemaHandlers.OfferedVersions;
import dev.butlerlabs.core.server.rest.SchemaHandlers.ResourceSchema;
import dev.butlerlabs.core.server.rest.TeamHandlers;
import dev.butlerlabs.core.server.route.RequestParameter;
import dev.butlerlabs.core.server.route.Route;
import dev.butlerlabs.core.server.route.RouteHandler;
import dev.butlerlabs.core.server.view.ClusterList;
import dev.butlerlabs.core.server.view.ItemLists.AddonList;
import dev.butlerlabs.core.server.view.ItemLists.AllocationList;
import dev.butlerlabs.core.server.view.ItemLists.AuditList;
import dev.butlerlabs.core.server.view.ItemLists.CatalogList;
import dev.butlerlabs.core.server.view.ItemLists.IdentityProviderList;
import dev.butlerlabs.core.server.view.ItemLists.ManagementCertificateList;
import dev.butlerlabs.core.server.view.ItemLists.MemberList;
import dev.butlerlabs.core.server.view.ItemLists.NodeList;
import dev.butlerlabs.core.server.view.ItemLists.PodList;
import dev.butlerlabs.core.server.view.ItemLists.PoolList;
import dev.butlerlabs.core.server.view.ItemLists.ProviderList;
import dev.butlerlabs.core.server.view.ItemLists.RunList;
import dev.butlerlabs.core.server.view.ItemLists.TeamList;
import dev.butlerlabs.core.server.view.ItemLists.UserList;
import dev.butlerlabs.core.server.view.Overview;
import dev.butlerlabs.core.server.view.PlatformViews.AddonRow;
import dev.butlerlabs.core.server.view.PlatformViews.CatalogEntry;
import dev.butlerlabs.core.server.view.PlatformViews.ManagementView;
import dev.butlerlabs.core.server.view.PlatformViews.PoolDetail;
import dev.butlerlabs.core.server.view.PlatformViews.ProviderRow;
import dev.butlerlabs.core.server.view.PlatformViews.TeamDetail;
import dev.butlerlabs.core.server.view.RunViews.RunDetail;
import java.util.ArrayList;
import java.util.List;

/** The declaration of the routes about addons, the platform, addresses, infrastructures and teams. */
final class PlatformRoutes {
    private final ResourceHandlers handlers;
    private final List<Route> routes = new ArrayList<>();

    private PlatformRoutes(ResourceHandlers handlers) {
        this.handlers = handlers;
    }

    static List<Route> of(ResourceHandlers handlers) {
        PlatformRoutes declaration = new PlatformRoutes(handlers);
        declaration.addons();
        declaration.platform();
        declaration.networks();
        declaration.providers();
        declaration.teams();
        return declaration.routes;
    }

    private void add(Route route) {
        routes.add(route);
    }

    private void addons() {
        AddonHandlers addons = handlers.addons();
        add(ConsoleRoutes.get(
                        "/api/addons/catalog", "listCatalog", "addons", "List the addon catalog.", addons::catalog)
                .returns(CatalogList.class));
        add(ConsoleRoutes.get(
                        "/api/addons/catalog/{name}",
                        "getCatalogEntry",
                        "addons",
                        "Get an addon of the catalog.",
                        addons::catalogEntry)
                .returns(CatalogEntry.class));
        crud(
                "/api/management/addons",
                "{name}",
                "ManagementAddon",
                addons::managementAddons,
                addons::installManagementAddon,
                addons::managementAddon,
                addons::changeManagementAddon,
                addons::deleteManagementAddon);
        crud(
                "/api/clusters/{ns}/{name}/addons",
                "{addon}",
                "TenantAddon",
                addons::tenantAddons,
                addons::installTenantAddon,
                addons::tenantAddon,
                addons::changeTenantAddon,
                addons::deleteTenantAddon);
    }

    private void crud(
            String path,
            String key,
            String kind,
            RouteHandler list,
            RouteHandler install,
            RouteHandler get,
            RouteHandler change,
            RouteHandler delete) {
        add(ConsoleRoutes.get(path, "list" + kind + "s", "addons", "List addons.", list)
                .returns(AddonList.class));
        add(ConsoleRoutes.post(path, "install" + kind, "addons", "Install an addon.", install)
                .accepts(AddonInstallation.class)
                .returns(AddonRow.class)
                .status(201));
        add(ConsoleRoutes.get(path + "/" + key, "get" + kind, "addons", "Get an addon.", get)
                .returns(AddonRow.class));
        add(ConsoleRoutes.put(
                        path + "/" + key,
                        "change" + kind,
                        "addons",
                        "Change the version or values of an addon.",
                        change)
                .accepts(AddonChange.class)
                .returns(AddonRow.class));
        add(ConsoleRoutes.delete(path + "/" + key, "delete" + kind, "addons", "Remove an addon.", delete));
    }

    private void platform() {
        ResourceHandlers all = handlers;
        add(ConsoleRoutes.get(
                        "/api/overview",
                        "getOverview",
                        "platform",
                        "Get the state of the platform, problems first.",
                        all.overview()::overview)
                .returns(Overview.class));
        add(ConsoleRoutes.get(
                        "/api/management",
                        "getManagement",
                        "platform",
                        "Get the state of the management cluster.",
                        all.management()::management)
                .returns(ManagementView.class));
        add(ConsoleRoutes.get(
                        "/api/management/nodes", "listNodes", "platform", "List the nodes.", all.management()::nodes)
                .returns(NodeList.class));
        add(ConsoleRoutes.get(
                        "/api/management/certificates",
                        "listCertificates",
                        "platform",
                        "List the certificates of the management cluster that the Kubernetes API returns to the user.",
                        all.management()::certificates)
                .returns(ManagementCertificateList.class));
        add(ConsoleRoutes.get(
                        "/api/management/pods/{ns}",
                        "listPods",
                        "platform",
                        "List the pods of a namespace.",
                        all.management()::pods)
                .returns(PodList.class));
        add(ConsoleRoutes.get("/api/runs", "listRuns", "platform", "List bootstrap and upgrade runs.", all.runs()::list)
                .returns(RunList.class));
        add(ConsoleRoutes.get("/api/runs/{id}", "getRun", "platform", "Get a run.", all.runs()::get)
                .returns(RunDetail.class));
        add(ConsoleRoutes.get(
                        "/api/schemas/{kind}",
                        "getSchema",
                        "platform",
                        "Get the schema of a resource, such as tenantclusters.",
                        all.schemas()::schema)
                .returns(ResourceSchema.class));
        add(ConsoleRoutes.get(
                        "/api/versions",
                        "listVersions",
                        "platform",
                        "List the Kubernetes releases for tenant clusters.",
                        all.schemas()::versions)
                .returns(OfferedVersions.class));
        add(ConsoleRoutes.get("/api/users", "listUsers", "platform", "List the users.", all.directory()::users)
                .returns(UserList.class));
        add(ConsoleRoutes.get(
                        "/api/admin/identity-providers",
                        "listIdentityProviders",
                        "platform",
                        "List the identity providers.",
                        all.directory()::identityProviders)
                .returns(IdentityProviderList.class));
        add(ConsoleRoutes.get(
                        "/api/audit",
                        "listChanges",
                        "platform",
                        "List who changed what, the newest first.",
                        all.directory()::audit)
                .with(ConsoleRoutes.LIMIT)
                .with(ConsoleRoutes.CONTINUE)
                .with(RequestParameter.query("user", ".{1,253}", "Only changes of this user."))
                .with(RequestParameter.query(
                        "object", ".{1,253}", "Only changes of objects with this name, namespace/name or kind."))
                .with(RequestParameter.query("team", ConsoleRoutes.NAME, "Only changes in this team."))
                .with(RequestParameter.query(
                        "since", "[0-9TZ:.+-]{10,40}", "Only changes since this time; the last week by default."))
                .returns(AuditList.class));
    }

    private void networks() {
        NetworkHandlers networks = handlers.networks();
        String all = "/api/admin/networks";
        String one = all + "/{ns}/{name}";
        add(ConsoleRoutes.get(all, "listNetworks", "networks", "List the address pools.", networks::list)
                .with(ConsoleRoutes.NAMESPACE)
                .returns(PoolList.class));
        add(ConsoleRoutes.post(all, "createNetwork", "networks", "Create an address pool.", networks::create)
                .accepts(ResourceManifest.class)
                .returns(PoolDetail.class)
                .status(201));
        add(ConsoleRoutes.get(one, "getNetwork", "networks", "Get an address pool as a map.", networks::get)
                .returns(PoolDetail.class));
        add(ConsoleRoutes.put(
                        one, "changeNetwork", "networks", "Replace the spec of an address pool.", networks::change)
                .accepts(ResourceManifest.class)
                .returns(PoolDetail.class));
        add(ConsoleRoutes.delete(one, "deleteNetwork", "networks", "Delete an unused address pool.", networks::delete));
        add(ConsoleRoutes.get(
                        one + "/allocations",
                        "listAllocationsOfNetwork",
                        "networks",
                        "List the allocations of a pool.",
                        networks::allocationsOfPool)
                .with(ConsoleRoutes.NAMESPACE)
                .returns(AllocationList.class));
        add(ConsoleRoutes.get(
                        "/api/admin/ipallocations",
                        "listAllocations",
                        "networks",
                        "List the allocations.",
                        networks::allocations)
                .with(ConsoleRoutes.NAMESPACE)
                .returns(AllocationList.class));
        add(ConsoleRoutes.delete(
                "/api/admin/ipallocations/{ns}/{name}",
                "releaseAllocation",
                "networks",
                "Release addresses.",
                networks::release));
    }

    private void providers() {
        ProviderHandlers providers = handlers.providers();
        String one = "/api/providers/{ns}/{name}";
        add(ConsoleRoutes.get(
                        "/api/providers", "listProviders", "providers", "List the infrastructures.", providers::list)
                .with(ConsoleRoutes.NAMESPACE)
                .returns(ProviderList.class));
        add(ConsoleRoutes.post(
                        "/api/providers", "createProvider", "providers", "Create a ProviderConfig.", providers::create)
                .accepts(ResourceManifest.class)
                .returns(ProviderRow.class)
                .status(201));
        add(ConsoleRoutes.get(one, "getProvider", "providers", "Get an infrastructure.", providers::get)
                .returns(ProviderRow.class));
        add(ConsoleRoutes.delete(one, "deleteProvider", "providers", "Delete a ProviderConfig.", providers::delete));
        add(ConsoleRoutes.post(
                        one + "/validate",
                        "validateProvider",
                        "providers",
                        "Ask the controllers to check an infrastructure.",
                        providers::validate)
                .returns(ProviderRow.class)
                .status(202));
    }

    private void teams() {
        TeamHandlers teams = handlers.teams();
        String one = "/api/teams/{name}";
        add(ConsoleRoutes.get(
                        "/api/auth/teams",
                        "listOwnTeams",
                        "teams",
                        "List the teams that the user may read.",
                        teams::own)
                .returns(TeamList.class));
        add(ConsoleRoutes.get("/api/teams", "listTeams", "teams", "List all teams.", teams::list)
                .returns(TeamList.class));
        add(ConsoleRoutes.post("/api/teams", "createTeam", "teams", "Create a team.", teams::create)
                .accepts(TeamCreation.class)
                .returns(TeamDetail.class)
                .status(201));
        add(ConsoleRoutes.get(one, "getTeam", "teams", "Get a team.", teams::get)
                .returns(TeamDetail.class));
        add(ConsoleRoutes.put(one, "changeTeam", "teams", "Change settings and limits of a team.", teams::change)
                .accepts(TeamChange.class)
                .returns(TeamDetail.class));
        add(ConsoleRoutes.delete(one, "deleteTeam", "teams", "Delete a team without clusters.", teams::delete));
        add(ConsoleRoutes.get(
                        one + "/clusters",
                        "listTeamClusters",
                        "teams",
                        "List the tenant clusters of a team.",
                        teams::clusters)
                .returns(ClusterList.class));
        add(ConsoleRoutes.get(one + "/members", "listMembers", "teams", "List the members of a team.", teams::members)
                .returns(MemberList.class));
        add(ConsoleRoutes.post(
                        one + "/members", "addMember", "teams", "Add a member or change its role.", teams::addMember)
                .accepts(MemberRequest.class)
                .returns(MemberList.class));
        add(Route.of(
                        "DELETE",
                        one + "/members/{user}",
                        "removeMember",
                        "teams",
                        "Remove a member.",
                        teams::removeMember)
                .with(new RequestParameter(
                        ClusterHandlers.CONFIRMATION,
                        "header",
                        ".{1,253}",
                        true,
                        "The name of the member, to confirm its removal."))
                .with(RequestParameter.query(
                        "kind", "user|group", "Whether the member is a user or a group; a user by default."))
                .status(202));
    }
}
