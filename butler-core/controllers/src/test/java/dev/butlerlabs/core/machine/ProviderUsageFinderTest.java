package dev.butlerlabs.core.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.api.Namespaces;
import dev.butlerlabs.core.api.ObjectReference;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.api.TenantClusterSpec;
import dev.butlerlabs.core.api.TenantClusterSpecBuilder;
import dev.butlerlabs.core.kube.ObjectName;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A tenant cluster is bound to the infrastructure it would find, not only to the one it spells out. */
@Tag("slow")
class ProviderUsageFinderTest {
    private static final String TENANT = "TenantCluster team-a/shop";

    private final MachineWorld world = new MachineWorld();

    @BeforeEach
    void openANamespace() {
        world.openNamespace("team-a");
    }

    @AfterEach
    void close() {
        world.close();
    }

    @Test
    void findsTheClusterThatNamesItWithoutANamespace() {
        create(new ObjectReference("rack", null));

        assertThat(uses(Namespaces.SYSTEM, "rack")).containsExactly(TENANT);
        assertThat(uses("team-a", "rack")).containsExactly(TENANT);
        assertThat(uses(Namespaces.SYSTEM, "other")).isEmpty();
        assertThat(uses("team-b", "rack")).isEmpty();
    }

    @Test
    void findsTheClusterThatNamesItWhole() {
        create(new ObjectReference("rack", Namespaces.SYSTEM));

        assertThat(uses(Namespaces.SYSTEM, "rack")).containsExactly(TENANT);
        assertThat(uses("team-a", "rack")).isEmpty();
    }

    @Test
    void ignoresAReferenceThatIsNeverFollowed() {
        create(new ObjectReference("rack", "team-b"));

        assertThat(uses("team-b", "rack")).isEmpty();
    }

    @Test
    void findsTheClusterThatNamesNoneAndTakesWhatThePlatformHas() {
        create(null);

        assertThat(uses(Namespaces.SYSTEM, "rack")).containsExactly(TENANT);
        assertThat(uses("team-a", "rack")).isEmpty();
    }

    private List<String> uses(String namespace, String name) {
        return new ProviderUsageFinder(world.client).of(new ObjectName(namespace, name));
    }

    private void create(ObjectReference provider) {
        TenantCluster cluster = new TenantCluster();
        cluster.setMetadata(
                new ObjectMetaBuilder().withNamespace("team-a").withName("shop").build());
        cluster.setSpec(TenantClusterSpecBuilder.builder()
                .kubernetesVersion("v1.31.4")
                .workers(new TenantClusterSpec.Workers(1, null))
                .providerConfigRef(provider)
                .build());
        world.client.resource(cluster).create();
    }
}
