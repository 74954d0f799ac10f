package dev.butlerlabs.core.embedded.patch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatObject;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.butlerlabs.core.jsonpatch.JsonValueComparator;
import dev.butlerlabs.core.testing.apiserver.ApiServerTarget;
import dev.butlerlabs.core.testing.apiserver.RealApiServer;
import dev.butlerlabs.core.testing.apiserver.TestBench;
import java.net.http.HttpClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The same requests to the patches under test and to a real API server; skipped where that is not on the machine. */
@Tag("process")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RealApiComparisonTest {
    private static final int SEQUENCES = Integer.getInteger("butler.patch.sequences", 40);
    private static final int STEPS = 12;

    private Optional<RealApiServer> real = Optional.empty();

    @BeforeAll
    void start() throws InterruptedException {
        real = RealApiServer.shared();
        assumeTrue(real.isPresent(), TestBench.ABSENT);
        server().install();
    }

    private RealApi.Server server() {
        ApiServerTarget target = real.orElseThrow().target();
        HttpClient http = HttpClient.newBuilder()
                .sslContext(target.trust())
                .version(HttpClient.Version.HTTP_1_1)
                .build();
        return new RealApi.Server(http, target.server(), target.token());
    }

    static List<GoldenFolder> cases() {
        return ApplyCases.all();
    }

    static List<Long> seeds() {
        long first = Long.getLong("butler.patch.seed", 1L);
        return java.util.stream.LongStream.range(first, first + SEQUENCES)
                .boxed()
                .toList();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void theRealServerBehavesAsTheFolderTells(GoldenFolder folder) {
        String name = "case-" + folder.folder().getFileName().toString();
        assertThatObject(ApplyCases.play(folder, name, new RealApi(server(), name)))
                .usingComparator((one, other) -> JsonValueComparator.equal(one, other) ? 0 : 1)
                .isEqualTo(folder.file("result"));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void randomRequestsGetTheSameAnswers(long seed) {
        String name = "random-" + seed;
        RealApi real = new RealApi(server(), name);
        ModelApi model = new ModelApi(name);
        RandomSteps random = new RandomSteps(seed);
        List<String> history = new ArrayList<>();
        for (int i = 0; i < STEPS; i++) {
            Step step = random.next();
            history.add(step.toString());
            Answer expected = real.send(step);
            Answer actual = model.send(step);
            String told = String.join("\n", history);
            assertThat(actual.status())
                    .as("%s\nreal: %s\nours: %s", told, expected, actual)
                    .isEqualTo(expected.status());
            assertThatObject(actual.body())
                    .as(told)
                    .usingComparator((one, other) -> JsonValueComparator.equal(one, other) ? 0 : 1)
                    .isEqualTo(expected.body());
        }
    }
}
