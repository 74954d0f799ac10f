package dev.butlerlabs.core.server.route;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PathTemplateTest {
    private static final PathTemplate CLUSTER = PathTemplate.parse("/api/clusters/{ns}/{name}");

    @Test
    void readsTheParameters() {
        assertThat(CLUSTER.match("/api/clusters/team-a/web")).contains(Map.of("ns", "team-a", "name", "web"));
        assertThat(PathTemplate.parse("/api/teams/{name}/members/{user}")
                        .match("/api/teams/a/members/ada%40example.com"))
                .contains(Map.of("name", "a", "user", "ada@example.com"));
    }

    @Test
    void matchesNothingElse() {
        for (String path : List.of(
                "/api/clusters/team-a",
                "/api/clusters/team-a/web/",
                "/api/clusters//web",
                "/api/clusters/team-a/..",
                "/api/clusters/team-a/%2e%2e",
                "/api/clusters/team-a/a%2Fb",
                "/api/clusters/team-a/a%00b",
                "/api/clusters/team-a/%zz",
                "/api/clusters/team-a/" + "a".repeat(300))) {
            assertThat(CLUSTER.match(path)).as(path).isEmpty();
        }
    }

    @Test
    void fixedPathsPrecedeParameters() {
        Route parameter = Route.of("GET", "/api/x/{name}", "one", "t", "s", _ -> null);
        Route fixed = Route.of("GET", "/api/x/all", "all", "t", "s", _ -> null);
        RouteTable table = RouteTable.of(List.of(parameter, fixed));

        assertThat(table.match("GET", "/api/x/all")).isEqualTo(new RouteTable.Match.Found(fixed, Map.of()));
        assertThat(table.match("HEAD", "/api/x/b"))
                .isEqualTo(new RouteTable.Match.Found(parameter, Map.of("name", "b")));
        assertThat(table.match("POST", "/api/x/b")).isEqualTo(new RouteTable.Match.OtherMethods(List.of("GET")));
        assertThat(table.match("GET", "/api/y")).isEqualTo(new RouteTable.Match.None());
    }
}
