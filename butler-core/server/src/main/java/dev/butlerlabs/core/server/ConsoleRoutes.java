package dev.butlerlabs.core.server;

import dev.butlerlabs.core.server.http.WebResponse;
import dev.butlerlabs.core.server.json.RecordJsonWriter;
import dev.butlerlabs.core.server.rest.AuthViews.LoginMethods;
import dev.butlerlabs.core.server.rest.AuthViews.Me;
import dev.butlerlabs.core.server.rest.AuthViews.NamespaceNames;
import dev.butlerlabs.core.server.rest.AuthViews.Permissions;
import dev.butlerlabs.core.server.rest.AuthViews.TokenLogin;
import dev.butlerlabs.core.server.rest.ClusterHandlers;
import dev.butlerlabs.core.server.rest.ClusterRequests.PauseRequest;
import dev.butlerlabs.core.server.rest.ClusterRequests.ScaleRequest;
import dev.butlerlabs.core.server.rest.ClusterRequests.TenantClusterManifest;
import dev.butlerlabs.core.server.rest.ClusterRequests.UpgradeRequest;
import dev.butlerlabs.core.server.rest.PermissionHandlers;
import dev.butlerlabs.core.server.rest.SessionHandlers;
import dev.butlerlabs.core.server.route.OpenApiDocument;
import dev.butlerlabs.core.server.route.RequestParameter;
import dev.butlerlabs.core.server.route.Route;
import dev.butlerlabs.core.server.route.RouteHandler;
import dev.butlerlabs.core.server.route.RouteTable;
import dev.butlerlabs.core.server.stream.StreamHandlers;
import dev.butlerlabs.core.server.view.ClusterDetail;
import dev.butlerlabs.core.server.view.ClusterList;
import dev.butlerlabs.core.server.view.ItemLists.CertificateList;
import dev.butlerlabs.core.server.view.ItemLists.EventList;
import dev.butlerlabs.core.server.view.ItemLists.MachineList;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/** The declaration of all routes of the API. Requests are dispatched by it, and the OpenAPI document is generated from it. */
final class ConsoleRoutes {
    static final String NAME = "[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?";
    private static final String TOKEN = "[A-Za-z0-9._~+/=-]{1,4096}";
    static final RequestParameter NAMESPACE =
            RequestParameter.query("namespace", NAME, "Only objects in this namespace.");
    static final RequestParameter LIMIT =
            RequestParameter.query("limit", "[1-9][0-9]{0,4}", "Maximum number of items.");
    static final RequestParameter CONTINUE =
            RequestParameter.query("continue", TOKEN, "The field continue of the previous page.");
    private static final RequestParameter DRY_RUN =
            RequestParameter.query("dryRun", "All", "Checks the request and stores nothing.");
    static final RequestParameter CONFIRMATION = new RequestParameter(
            ClusterHandlers.CONFIRMATION, "header", NAME, true, "The name of the object, to confirm its deletion.");

    private final ConsoleHandlers handlers;
    private final List<Route> routes = new ArrayList<>();

    private ConsoleRoutes(ConsoleHandlers handlers) {
        this.handlers = handlers;
    }

    /** Returns the routes with their handlers. */
    static RouteTable table(ConsoleHandlers handlers) {
        AtomicReference<RouteTable> table = new AtomicReference<>();
        ConsoleRoutes declaration = new ConsoleRoutes(handlers);
        declaration.add(
                get("/api/openapi.json", "getDocument", "health", "Get this document.", _ -> document(table.get()))
                        .open()
                        .sends("application/json"));
        declaration.health();
        declaration.authentication();
        declaration.permissions();
        declaration.clusters();
        declaration.clusterParts();
        declaration.stream();
        declaration.routes.addAll(PlatformRoutes.of(handlers.resources()));
        table.set(RouteTable.of(declaration.routes));
        return table.get();
    }

    private static WebResponse document(RouteTable table) {
        return WebResponse.of(200, "application/json", RecordJsonWriter.write(OpenApiDocument.of(table)));
    }

    private void add(Route route) {
        routes.add(route);
    }

    static Route get(String path, String operation, String tag, String summary, RouteHandler handler) {
        return Route.of("GET", path, operation, tag, summary, handler);
    }

    static Route post(String path, String operation, String tag, String summary, RouteHandler handler) {
        return Route.of("POST", path, operation, tag, summary, handler);
    }

    static Route patch(String path, String operation, String tag, String summary, RouteHandler handler) {
        return Route.of("PATCH", path, operation, tag, summary, handler);
    }

    static Route put(String path, String operation, String tag, String summary, RouteHandler handler) {
        return Route.of("PUT", path, operation, tag, summary, handler);
    }

    static Route delete(String path, String operation, String tag, String summary, RouteHandler handler) {
        return Route.of("DELETE", path, operation, tag, summary, handler)
                .with(CONFIRMATION)
                .status(202);
    }

    private void health() {
        for (String path : List.of("healthz", "readyz")) {
            add(get(
                            "/" + path,
                            path,
                            "health",
                            "Check that the server runs.",
                            _ -> WebResponse.text(200, "text/plain; charset=utf-8", "ok\n"))
                    .open()
                    .sends("text/plain"));
        }
    }

    private void authentication() {
        SessionHandlers sessions = handlers.sessions();
        add(get(
                        "/api/auth/providers",
                        "listLoginMethods",
                        "auth",
                        "List how users can log in.",
                        handlers.logins()::methods)
                .open()
                .returns(LoginMethods.class));
        add(get("/api/auth/link", "openLink", "auth", "Log in with a one-time link.", sessions::link)
                .open()
                .with(RequestParameter.query("code", "[A-Za-z0-9_-]{1,128}", "The code of the link."))
                .status(302)
                .also(401, 502, 503, 504));
        add(get("/api/auth/login/sso", "startLogin", "auth", "Log in at an identity provider.", handlers.logins()::sso)
                .open()
                .with(RequestParameter.query("provider", NAME, "The name of the provider; optional if there is one."))
                .with(RequestParameter.query("returnTo", "/.{0,511}", "The page to open after the login."))
                .status(302)
                .also(401, 404, 422, 502, 503, 504));
        add(get(
                        "/api/auth/callback",
                        "finishLogin",
                        "auth",
                        "Finish a login at an identity provider.",
                        handlers.logins()::callback)
                .open()
                .with(RequestParameter.query("code", ".{1,4096}", "The authorization code."))
                .with(RequestParameter.query("state", ".{1,512}", "The state of the login."))
                .with(RequestParameter.query("iss", ".{1,2048}", "The issuer."))
                .with(RequestParameter.query("session_state", ".{1,2048}", "Not used."))
                .with(RequestParameter.query("scope", ".{1,2048}", "Not used."))
                .with(RequestParameter.query("error", ".{1,512}", "The error of the provider."))
                .with(RequestParameter.query("error_description", ".{1,4096}", "The description of the error."))
                .status(302));
        add(post(
                        "/api/auth/login",
                        "loginWithToken",
                        "auth",
                        "Log in with a bearer token of the Kubernetes API.",
                        handlers.logins()::token)
                .open()
                .accepts(TokenLogin.class)
                .status(204)
                .also(401, 404, 502, 503, 504));
        add(get("/api/auth/me", "getMe", "auth", "Get the session.", sessions::me)
                .returns(Me.class));
        add(post("/api/auth/logout", "logout", "auth", "End the session.", sessions::logout)
                .status(204));
        add(post("/api/auth/refresh", "refresh", "auth", "Refresh the login and extend the session.", sessions::refresh)
                .status(204));
    }

    private void permissions() {
        PermissionHandlers permissions = handlers.permissions();
        add(get(
                        "/api/auth/permissions",
                        "getPermissions",
                        "auth",
                        "Get what the user may do.",
                        permissions::permissions)
                .with(NAMESPACE)
                .returns(Permissions.class));
        add(get(
                        "/api/namespaces",
                        "listNamespaces",
                        "auth",
                        "List the namespaces with tenant clusters of the user.",
                        permissions::namespaces)
                .returns(NamespaceNames.class));
    }

    private void clusters() {
        ClusterHandlers clusters = handlers.resources().clusters();
        String one = "/api/clusters/{ns}/{name}";
        add(get("/api/clusters", "listClusters", "clusters", "List tenant clusters.", clusters::list)
                .with(NAMESPACE)
                .with(LIMIT)
                .with(CONTINUE)
                .returns(ClusterList.class)
                .also(409));
        add(post("/api/clusters", "createCluster", "clusters", "Create a tenant cluster.", clusters::create)
                .with(DRY_RUN)
                .accepts(TenantClusterManifest.class)
                .returns(ClusterDetail.class)
                .status(201));
        add(get(one, "getCluster", "clusters", "Get a tenant cluster.", clusters::get)
                .returns(ClusterDetail.class));
        add(put(one, "changeCluster", "clusters", "Replace the spec of a tenant cluster.", clusters::change)
                .with(DRY_RUN)
                .accepts(TenantClusterManifest.class)
                .returns(ClusterDetail.class));
        add(delete(one, "deleteCluster", "clusters", "Delete a tenant cluster.", clusters::delete));
        add(patch(one + "/scale", "scaleCluster", "clusters", "Change the number of workers.", clusters::scale)
                .accepts(ScaleRequest.class)
                .returns(ClusterDetail.class));
        add(patch(one + "/upgrade", "upgradeCluster", "clusters", "Change the Kubernetes version.", clusters::upgrade)
                .accepts(UpgradeRequest.class)
                .returns(ClusterDetail.class));
        add(patch(one + "/pause", "pauseCluster", "clusters", "Pause or resume reconciliation.", clusters::pause)
                .accepts(PauseRequest.class)
                .returns(ClusterDetail.class));
        add(get(
                        one + "/kubeconfig",
                        "getKubeconfig",
                        "clusters",
                        "Download the administrator kubeconfig.",
                        clusters::kubeconfig)
                .sends("application/yaml")
                .also(409));
    }

    private void clusterParts() {
        ClusterHandlers clusters = handlers.resources().clusters();
        String one = "/api/clusters/{ns}/{name}";
        add(get(one + "/nodes", "listClusterNodes", "clusters", "List the worker machines.", clusters::nodes)
                .returns(MachineList.class));
        add(get(one + "/events", "listClusterEvents", "clusters", "List the events.", clusters::events)
                .returns(EventList.class));
        add(get(
                        one + "/certificates",
                        "listClusterCertificates",
                        "clusters",
                        "List the certificates of the kubeconfig.",
                        clusters::certificates)
                .returns(CertificateList.class)
                .also(409));
    }

    private void stream() {
        StreamHandlers stream = handlers.stream();
        add(get("/api/stream", "openStream", "stream", "Receive changes as server-sent events.", stream::open)
                .with(new RequestParameter(
                        "topics", "query", "[a-z]{1,20}(,[a-z]{1,20}){0,9}", true, "Topics, separated by commas."))
                .with(NAMESPACE)
                .with(RequestParameter.query(
                        "since", "[0-9]{1,18}", "The resourceVersion of the lists that the client has."))
                .sends("text/event-stream"));
    }
}
