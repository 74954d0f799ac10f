package dev.butlerlabs.adm.init;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.cli.Terminal;
import dev.butlerlabs.core.cli.testing.Tool;
import dev.butlerlabs.core.cli.testing.ToolRun;
import dev.butlerlabs.core.error.ErrorKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The machine type of a bootstrap file: chosen from what a simulated cloud offers, or entered. */
@Tag("slow")
class InitMachineTypeTest {
    @TempDir
    private Path home;

    @ParameterizedTest
    @CsvSource({
        "aws, instanceType, t3.large, t3.large",
        "gcp, machineType, n2-standard-4, n2-standard-4",
        "gcp, machineType, n2-custom-4-8192, n2-custom-4-8192",
        "azure, vmSize, Standard_D4s_v5, Standard_D4s_v5",
        "azure, vmSize, standard_e4s_V5, Standard_E4s_v5"
    })
    void acceptsWhatTheCloudOffers(String provider, String key, String given, String written) throws IOException {
        try (InitBench bench = InitBench.start(provider, home)) {
            ToolRun run = init(bench.tool(), bench, provider, "--set", key + "=" + given);

            assertThat(run.exitCode()).as(run.err()).isZero();
            assertThat(Files.readString(bench.file())).containsPattern("\n *%s: \"?%s\"?\n".formatted(key, written));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "gcp, machineType, n2-standard-5, 'e2-highmem-4 (4 vCPUs, 32 GiB)'",
        "azure, vmSize, Standard_D5s_v5, 'Standard_D4s_v5 (4 vCPUs, 16 GiB)'"
    })
    void rejectsWhatTheCloudDoesNotOffer(String provider, String key, String given, String proposal) {
        try (InitBench bench = InitBench.start(provider, home)) {
            ToolRun run = init(bench.tool(), bench, provider, "--set", key + "=" + given);

            assertThat(run.exitCode()).isEqualTo(ErrorKind.INVALID.exitCode());
            assertThat(run.err())
                    .contains("providerConfig.%s.%s: \"%s\" does not exist".formatted(provider, key, given))
                    .contains(proposal, " more");
            assertThat(bench.file()).doesNotExist();
        }
    }

    @ParameterizedTest
    @CsvSource({"gcp, machineType, compute.machineTypes.list", "azure, vmSize, Microsoft.Compute/skus/read"})
    void warnsInScriptsIfTheListIsNotPermitted(String provider, String key, String permission) throws IOException {
        try (InitBench bench = InitBench.start(provider, home)) {
            bench.deny(permission);
            ToolRun run = init(bench.tool(), bench, provider);

            assertThat(run.exitCode()).as(run.err()).isZero();
            assertThat(run.err()).contains("warning: ", permission);
            assertThat(Files.readString(bench.file())).doesNotContainPattern("\n *" + key + ":");
        }
    }

    @Test
    void listsMachineTypesAtATerminalAndFindsCustomOnes() throws IOException {
        try (InitBench bench = InitBench.start("gcp", home)) {
            ToolRun run = atTerminal(
                    bench,
                    "gcp",
                    "", // region
                    "europe-west3-b",
                    "butler-subnet",
                    "", // image
                    "n2-standard-5", // does not exist
                    "n2-custom-4-8192",
                    "demo",
                    "",
                    "1");

            assertThat(run.exitCode()).as(run.err()).isZero();
            assertThat(run.err())
                    .contains(
                            "Machine type of every machine; none to match CPU and memory:",
                            " 1) e2-highmem-4, 4 vCPUs, 32 GiB",
                            " more; type a value",
                            "Number or value [none]:",
                            "Not a number or a value of the list: n2-standard-5");
            assertThat(Files.readString(bench.file())).contains("machineType: n2-custom-4-8192");
        }
    }

    @Test
    void promptsAtATerminalIfTheListIsNotPermitted() throws IOException {
        try (InitBench bench = InitBench.start("azure", home)) {
            bench.deny("Microsoft.Compute/skus/read");
            ToolRun run = atTerminal(
                    bench,
                    "azure",
                    "", // tenant, client and secret are references to the environment
                    "",
                    "",
                    "", // resource group
                    "", // region
                    "", // virtual network
                    "", // subnet
                    "1", // security group
                    "", // zones
                    "", // image
                    "four cores", // not the form of a VM size
                    "Standard_D4s_v5",
                    "demo",
                    "",
                    "1");

            assertThat(run.exitCode()).as(run.err()).isZero();
            assertThat(run.err())
                    .contains(
                            "warning: ",
                            "Microsoft.Compute/skus/read",
                            "VM size of every machine; none to match CPU and memory: ",
                            "a VM size such as Standard_D4s_v5");
            assertThat(Files.readString(bench.file())).contains("vmSize: Standard_D4s_v5");
        }
    }

    private static ToolRun atTerminal(InitBench bench, String provider, String... lines) {
        String typed = String.join("\n", lines) + "\n";
        return init(bench.tool().onTerminal(typed, Terminal.Stream.IN, Terminal.Stream.ERR), bench, provider);
    }

    private static ToolRun init(Tool tool, InitBench bench, String provider, String... more) {
        List<String> words =
                new ArrayList<>(List.of("init", provider, bench.file().toString()));
        words.addAll(bench.options());
        words.addAll(List.of(more));
        return tool.run(words.toArray(String[]::new));
    }
}
