package dev.butlerlabs.core.boundary;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.api.CustomResourceDefinitionFiles;
import dev.butlerlabs.core.api.Labels;
import dev.butlerlabs.core.api.Team;
import dev.butlerlabs.core.api.TeamSpec;
import dev.butlerlabs.core.embedded.EmbeddedApiOptions;
import dev.butlerlabs.core.embedded.EmbeddedApiServer;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.Kubeconfig;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TeamReaderTest {
    private final EmbeddedApiServer server = EmbeddedApiServer.start(EmbeddedApiOptions.inMemory()
            .withDefinitions(new EmbeddedApiOptions.Definitions("butler", CustomResourceDefinitionFiles.texts())));
    private final KubernetesClient client =
            new KubeConnector("test").connect(Kubeconfig.parse(server.kubeconfig(), "test"));
    private final TeamReader reader = new TeamReader(client);

    @BeforeAll
    void create() {
        namespace("labelled", Map.of(Labels.TEAM, "red"));
        namespace("claimed", Map.of());
        namespace("blue", Map.of());
        namespace("free", Map.of());
        team("red");
        team("blue");
        team("green");
        client.resources(Team.class)
                .withName("green")
                .subresource("status")
                .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"status\":{\"namespace\":\"claimed\"}}");
    }

    @AfterAll
    void close() {
        client.close();
        server.close();
    }

    private void namespace(String name, Map<String, String> labels) {
        client.resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .withLabels(labels)
                        .endMetadata()
                        .build())
                .create();
    }

    private void team(String name) {
        Team team = new Team();
        team.setMetadata(new ObjectMetaBuilder().withName(name).build());
        team.setSpec(client.getKubernetesSerialization().convertValue(Map.of("displayName", name), TeamSpec.class));
        client.resource(team).create();
    }

    @Test
    void readsTheTeamFromTheLabelThenTheStatusThenTheName() {
        assertThat(reader.teamOf("labelled")).contains("red");
        assertThat(reader.teamOf("claimed")).contains("green");
        assertThat(reader.teamOf("blue")).contains("blue");
    }

    @Test
    void findsNoTeamForOtherNamespaces() {
        assertThat(reader.teamOf("free")).isEmpty();
        assertThat(reader.teamOf("absent")).isEmpty();
        assertThat(reader.teamOf("green")).isEmpty();
    }
}
