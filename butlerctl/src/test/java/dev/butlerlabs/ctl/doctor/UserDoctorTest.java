package dev.butlerlabs.ctl.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.cli.testing.Tool;
import dev.butlerlabs.core.cli.testing.ToolRun;
import dev.butlerlabs.ctl.cluster.ClusterBench;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The doctor of users with an embedded API as the management cluster. */
@Tag("slow")
class UserDoctorTest {
    @TempDir
    private static Path folder;

    private static ClusterBench bench;

    @BeforeAll
    static void start() {
        bench = ClusterBench.start(folder);
    }

    @AfterAll
    static void stop() {
        bench.close();
    }

    @Test
    void findsNothingWrongWithAPlatform() {
        ToolRun run = doctor(ClusterBench.BUTLERCTL);

        assertThat(run.exitCode()).as(run.out()).isZero();
        assertThat(run.out())
                .contains(
                        "because --kubeconfig is specified",
                        "The first of these decides: --kubeconfig, --context, BUTLER_CONTEXT, KUBECONFIG, ",
                        "is a Butler management cluster.",
                        "The clocks of this machine and of the server agree.",
                        "The certificate of the server is valid until ",
                        "The server runs Kubernetes v",
                        "You have all 4 permissions that were checked.",
                        "0 problems, ")
                .doesNotContain("Docker");
    }

    @Test
    void namesAProxyInTheWay() {
        ToolRun run =
                doctor(ClusterBench.BUTLERCTL.with("HTTPS_PROXY", "http://ada:hunter2@127.0.0.1:1"), "-o", "json");

        assertThat(run.out())
                .contains("Requests to the cluster address 127.0.0.1 use the proxy 127.0.0.1:1")
                .doesNotContain("hunter2");
    }

    private static ToolRun doctor(Tool tool, String... more) {
        String[] words = new String[more.length + 3];
        words[0] = "doctor";
        words[1] = "--kubeconfig";
        words[2] = bench.kubeconfig().toString();
        System.arraycopy(more, 0, words, 3, more.length);
        return tool.with("BUTLER_HOME", folder.resolve("home").toString()).run(words);
    }
}
