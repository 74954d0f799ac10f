package dev.butlerlabs.core.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.KubernetesList;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntryBuilder;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class OutputPrinterTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final TableLayout<ConfigMap> listing = ResourceTables.listing(List.of(
            Column.of("name", map -> map.getMetadata().getName()),
            Column.wide("keys", map -> Integer.toString(map.getData().size()))));

    @Test
    void ordersRowsByNamespaceAndName() {
        printer(OutputFormat.NAME).list(listing, List.of(map("b", "x"), map("a", "z"), map("a", "y")));
        assertThat(text()).isEqualTo("configmap/y\nconfigmap/z\nconfigmap/x\n");
    }

    @Test
    void namesCarryTheGroup() {
        HasMetadata deployment = new DeploymentBuilder()
                .withNewMetadata()
                .withName("web")
                .endMetadata()
                .build();
        assertThat(ResourceTables.name(deployment)).isEqualTo("deployment.apps/web");
    }

    @Test
    void showsMoreColumnsWhenWide() {
        printer(OutputFormat.TABLE).list(listing, List.of(map("a", "x")));
        printer(OutputFormat.WIDE).list(listing, List.of(map("a", "x")));
        assertThat(text()).isEqualTo("NAME\nx\nNAME  KEYS\nx     1\n");
    }

    @Test
    void listsAreListObjectsThatCanBeAppliedAgain() {
        for (OutputFormat format : List.of(OutputFormat.JSON, OutputFormat.YAML)) {
            out.reset();
            printer(format).list(listing, List.of(map("a", "y"), map("a", "x")));
            KubernetesList read = Serialization.unmarshal(text(), KubernetesList.class);
            assertThat(read.getItems()).containsExactly(plain("a", "x"), plain("a", "y"));
            assertThat(text()).doesNotContain("managedFields");
        }
    }

    @Test
    void oneObjectIsPrintedAsItself() {
        printer(OutputFormat.YAML).one(listing, map("a", "x"));
        assertThat(text()).startsWith("apiVersion: v1\nkind: ConfigMap\nmetadata:\n");
    }

    @Test
    void anEmptyListIsStillAList() {
        printer(OutputFormat.JSON).list(listing, List.of());
        assertThat(text()).isEqualTo("""
                {
                  "apiVersion": "v1",
                  "kind": "List",
                  "items": []
                }
                """);
    }

    private static ConfigMap map(String namespace, String name) {
        return plain(namespace, name)
                .edit()
                .editMetadata()
                .withManagedFields(
                        new ManagedFieldsEntryBuilder().withManager("someone").build())
                .endMetadata()
                .build();
    }

    private static ConfigMap plain(String namespace, String name) {
        return new ConfigMapBuilder()
                .withNewMetadata()
                .withNamespace(namespace)
                .withName(name)
                .endMetadata()
                .addToData("on", "yes")
                .build();
    }

    private OutputPrinter printer(OutputFormat format) {
        return new OutputPrinter(
                new PrintStream(out, true, StandardCharsets.UTF_8), format, true, TerminalColors.PLAIN);
    }

    private String text() {
        return out.toString(StandardCharsets.UTF_8);
    }
}
