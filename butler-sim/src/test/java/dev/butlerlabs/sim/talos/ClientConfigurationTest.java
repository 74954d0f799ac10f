package dev.butlerlabs.sim.talos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.talos.client.ClientConfiguration;
import dev.butlerlabs.core.talos.client.NodeAddress;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ClientConfigurationTest {
    private static final String GOOD = SampleCluster.FIRST.talosconfig(List.of("127.0.0.1", "127.0.0.2:6000"));

    @Test
    void readsWhatOurOwnGeneratorWrites() {
        ClientConfiguration.Context context =
                ClientConfiguration.parse("talosconfig", GOOD).context(Optional.empty());
        assertThat(context.targets())
                .containsExactly(new NodeAddress("127.0.0.1", 50_000), new NodeAddress("127.0.0.2", 6000));
        assertThat(context.credentials().authorities()).hasSize(1);
        assertThat(context.credentials().toString()).contains("O=os:admin").doesNotContain("PRIVATE");
    }

    private static ClientConfiguration.Context context(List<String> endpoints, List<String> nodes) {
        return new ClientConfiguration.Context(
                endpoints.stream().map(NodeAddress::parse).toList(),
                nodes.stream().map(NodeAddress::parse).toList(),
                ClientConfiguration.parse("talosconfig", GOOD)
                        .context(Optional.empty())
                        .credentials());
    }

    @Test
    void connectsThroughPublishedPorts() {
        ClientConfiguration.Context published =
                context(List.of("127.0.0.1:20001", "127.0.0.1:20002"), List.of("10.5.0.20", "10.5.0.21"));
        assertThat(published.endpointFor(NodeAddress.parse("10.5.0.21")))
                .contains(NodeAddress.parse("127.0.0.1:20002"));
        assertThat(published.endpointFor(NodeAddress.parse("10.5.0.30")))
                .contains(NodeAddress.parse("127.0.0.1:20001"));
        assertThat(published.endpointFor(NodeAddress.parse("127.0.0.1:20002"))).isEmpty();
    }

    @Test
    void connectsToNodesAtTheirAddresses() {
        ClientConfiguration.Context direct = context(List.of("10.5.0.20"), List.of("10.5.0.20", "10.5.0.30"));
        assertThat(direct.endpointFor(NodeAddress.parse("10.5.0.30"))).isEmpty();
        assertThat(context(List.of(), List.of("10.5.0.20")).endpointFor(NodeAddress.parse("10.5.0.20")))
                .isEmpty();
    }

    @Test
    void namesThePathOfWhatIsDamaged() {
        // The text of a key is longer than what is left here.
        String cut = GOOD.replaceFirst("(key: .{40}).*", "$1");
        assertThatThrownBy(() -> ClientConfiguration.parse("talosconfig", cut))
                .isInstanceOfSatisfying(
                        ButlerException.class,
                        failure -> assertThat(failure.problems())
                                .singleElement()
                                .hasToString("contexts.sample.key: is a truncated or damaged PEM block"));
    }

    @Test
    void tellsEverythingThatIsWrongAtOnce() {
        String bare = "context: a\ncontexts:\n  a:\n    endpoints: ['a b']\n    crt: '%'\n";
        assertThatThrownBy(() -> ClientConfiguration.parse("talosconfig", bare))
                .isInstanceOfSatisfying(
                        ButlerException.class,
                        failure -> assertThat(failure.problems())
                                .extracting(problem -> problem.path())
                                .containsExactly(
                                        "contexts.a.ca", "contexts.a.crt", "contexts.a.key", "contexts.a.endpoints"));
        assertThatThrownBy(() -> ClientConfiguration.parse("talosconfig", "a: ["))
                .isInstanceOf(ButlerException.class)
                .hasMessageContaining("not a valid talosconfig");
    }

    @Test
    void offersTheContextsThereAre() {
        ClientConfiguration configuration = ClientConfiguration.parse("talosconfig", GOOD);
        assertThatThrownBy(() -> configuration.context(Optional.of("other")))
                .isInstanceOfSatisfying(
                        ButlerException.class,
                        failure -> assertThat(failure.hint()).contains("sample"))
                .hasMessageContaining("no context \"other\"");
    }
}
