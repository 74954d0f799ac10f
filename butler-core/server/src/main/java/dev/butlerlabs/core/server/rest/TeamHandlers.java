package dev.butlerlabs.core.server.rest;

import dev.butlerlabs.core.api.Team;
import dev.butlerlabs.core.api.TeamSpec.Role;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorKind;
import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.identity.change.TeamClient;
import dev.butlerlabs.core.identity.change.TeamLimit;
import dev.butlerlabs.core.identity.change.TeamMember;
import dev.butlerlabs.core.identity.change.TeamSettings;
import dev.butlerlabs.core.server.access.NamespaceFinder;
import dev.butlerlabs.core.server.http.WebResponse;
import dev.butlerlabs.core.server.rest.PlatformRequests.MemberRequest;
import dev.butlerlabs.core.server.rest.PlatformRequests.TeamChange;
import dev.butlerlabs.core.server.rest.PlatformRequests.TeamCreation;
import dev.butlerlabs.core.server.route.ApiCall;
import dev.butlerlabs.core.server.view.ClusterList;
import dev.butlerlabs.core.server.view.ClusterRow;
import dev.butlerlabs.core.server.view.ClusterRowBuilder;
import dev.butlerlabs.core.server.view.ItemLists.MemberList;
import dev.butlerlabs.core.server.view.ItemLists.TeamList;
import dev.butlerlabs.core.server.view.PlatformRowBuilder;
import dev.butlerlabs.core.server.view.PlatformViews.TeamDetail;
import dev.butlerlabs.core.server.view.StoredObject;
import dev.butlerlabs.core.tenant.change.TenantClusterClient;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The operations on teams. */
public final class TeamHandlers {
    private final NamespaceFinder namespaces;

    public TeamHandlers(NamespaceFinder namespaces) {
        this.namespaces = namespaces;
    }

    public TeamList list(ApiCall call) {
        return new TeamList(new TeamClient(call.kubernetes())
                .list().items().stream().map(PlatformRowBuilder::team).toList());
    }

    /** Members of a team may read their own team only, which has the name of its namespace unless it says otherwise. */
    public TeamList own(ApiCall call) {
        TeamClient teams = new TeamClient(call.kubernetes());
        List<Team> visible = ClusterHandlers.unlessDenied(() -> teams.list().items())
                .orElseGet(() -> namespaces.candidates(call.access()).stream()
                        .flatMap(name -> readable(teams, name))
                        .toList());
        return new TeamList(visible.stream().map(PlatformRowBuilder::team).toList());
    }

    private static Stream<Team> readable(TeamClient teams, String name) {
        try {
            return Stream.of(teams.get(name));
        } catch (ButlerException e) {
            if (e.kind() == ErrorKind.DENIED || e.kind() == ErrorKind.NOT_FOUND) {
                return Stream.of();
            }
            throw e;
        }
    }

    public TeamDetail get(ApiCall call) {
        return detail(call, new TeamClient(call.kubernetes()).get(call.path("name")));
    }

    @SuppressWarnings("unchecked") // an object is converted to a map with text keys
    private static TeamDetail detail(ApiCall call, Team team) {
        Map<String, Object> tree =
                call.kubernetes().getKubernetesSerialization().convertValue(team, Map.class);
        return new TeamDetail(
                PlatformRowBuilder.team(team),
                PlatformRowBuilder.members(team),
                PlatformRowBuilder.conditions(team),
                StoredObject.shown(tree).path("spec"));
    }

    public WebResponse create(ApiCall call) {
        TeamCreation body = call.body(TeamCreation.class);
        TeamSettings settings = settings(body.displayName(), body.description(), body.limits());
        List<TeamMember> members = body.members().orElse(List.of()).stream()
                .map(TeamHandlers::member)
                .toList();
        Team team = new TeamClient(call.kubernetes()).create(body.name(), settings, members);
        return JsonResponse.of(201, detail(call, team));
    }

    public TeamDetail change(ApiCall call) {
        TeamChange body = call.body(TeamChange.class);
        TeamSettings settings = settings(body.displayName(), body.description(), body.limits());
        return detail(call, new TeamClient(call.kubernetes()).change(call.path("name"), settings));
    }

    /** Limits are named as in the table of quotas: clusters, nodes, cpu, memory, storage. */
    private static TeamSettings settings(
            Optional<String> displayName, Optional<String> description, Optional<Map<String, String>> limits) {
        Map<TeamLimit, String> known = new EnumMap<>(TeamLimit.class);
        List<InputProblem> problems = new ArrayList<>();
        limits.orElse(Map.of()).forEach((name, value) -> {
            Optional<TeamLimit> limit = Stream.of(TeamLimit.values())
                    .filter(one ->
                            one.name().toLowerCase(Locale.ROOT).replace("_", "").equals(name.toLowerCase(Locale.ROOT)))
                    .findFirst();
            limit.ifPresentOrElse(
                    found -> known.put(found, value),
                    () -> problems.add(new InputProblem("limits." + name, "is not a known limit")));
        });
        if (!problems.isEmpty()) {
            throw ButlerException.invalid("Invalid team:", problems);
        }
        return new TeamSettings(displayName, description, known, Map.of());
    }

    public WebResponse delete(ApiCall call) {
        Confirmation.require(call, call.path("name"));
        TeamClient teams = new TeamClient(call.kubernetes());
        Team team = teams.get(call.path("name"));
        teams.requireWithoutClusters(team);
        teams.delete(team);
        return WebResponse.empty(202);
    }

    public MemberList members(ApiCall call) {
        return new MemberList(PlatformRowBuilder.members(new TeamClient(call.kubernetes()).get(call.path("name"))));
    }

    public MemberList addMember(ApiCall call) {
        TeamMember member = member(call.body(MemberRequest.class));
        return new MemberList(
                PlatformRowBuilder.members(new TeamClient(call.kubernetes()).addMember(call.path("name"), member)));
    }

    private static TeamMember member(MemberRequest request) {
        return new TeamMember(
                request.name(),
                request.group().orElse(false),
                Role.valueOf(request.role().toUpperCase(Locale.ROOT)));
    }

    public WebResponse removeMember(ApiCall call) {
        Confirmation.require(call, call.path("user"));
        boolean group = call.query("kind").filter("group"::equals).isPresent();
        new TeamClient(call.kubernetes()).removeMember(call.path("name"), call.path("user"), group);
        return WebResponse.empty(202);
    }

    public ClusterList clusters(ApiCall call) {
        Team team = new TeamClient(call.kubernetes()).get(call.path("name"));
        List<ClusterRow> rows = new TenantClusterClient(call.kubernetes())
                .list(Optional.of(TeamClient.namespace(team))).items().stream()
                        .map(ClusterRowBuilder::row)
                        .toList();
        return new ClusterList(rows, Optional.empty(), "");
    }
}
