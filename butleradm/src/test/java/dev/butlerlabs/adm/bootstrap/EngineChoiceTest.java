package dev.butlerlabs.adm.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.core.bootstrap.BegunEngine;
import dev.butlerlabs.core.bootstrap.EngineKind;
import dev.butlerlabs.core.docker.DockerFacts;
import dev.butlerlabs.core.docker.DockerPresence;
import dev.butlerlabs.core.docker.DockerVersion;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EngineChoiceTest {
    private static final DockerFacts FACTS = new DockerFacts("2", "overlay2", "extfs", List.of());

    @TempDir
    private Path folder;

    private static DockerPresence notAsked() {
        throw new AssertionError("Docker is not to be asked");
    }

    private static Supplier<DockerPresence> docker(String host, String api, DockerFacts facts) {
        return () -> new DockerPresence.Answers(URI.create(host), new DockerVersion("20.10.24", api), facts);
    }

    private static EngineChoice auto(Supplier<DockerPresence> docker) {
        return EngineChoice.of(EngineKind.AUTO, false, Optional.empty(), docker);
    }

    @Test
    void takesKindWhereDockerAnswers() {
        assertThat(auto(docker("unix:///var/run/docker.sock", "1.41", FACTS)))
                .hasToString("Using engine kind: Docker 20.10.24 is running at unix:///var/run/docker.sock.");
        assertThat(auto(docker("tcp://127.0.0.1:2375", "1.45", FACTS)).kind()).isEqualTo(EngineKind.KIND);
    }

    @Test
    void takesTheEmbeddedOneWhereDockerIsSilentOrOfNoUse() {
        assertThat(auto(() -> new DockerPresence.Silent("Nobody answers.")))
                .hasToString("Using engine embedded: no Docker engine found. Nobody answers.");
        assertThat(auto(docker("tcp://192.0.2.7:2375", "1.41", FACTS)))
                .hasToString("Using engine embedded: the Docker engine at tcp://192.0.2.7:2375 is on another machine.");
        assertThat(auto(docker("unix:///x", "1.40", FACTS)).kind()).isEqualTo(EngineKind.EMBEDDED);
        DockerFacts rootless = new DockerFacts("2", "overlay2", "extfs", List.of("name=rootless"));
        assertThat(auto(docker("unix:///x", "1.41", rootless)).kind()).isEqualTo(EngineKind.EMBEDDED);
    }

    @Test
    void takesWhatIsAskedForWithoutLookingForDocker() {
        for (EngineKind kind : List.of(EngineKind.KIND, EngineKind.EMBEDDED, EngineKind.EXISTING)) {
            assertThat(EngineChoice.of(kind, false, Optional.empty(), EngineChoiceTest::notAsked))
                    .hasToString("Using engine %s: selected with --engine.".formatted(kind));
        }
        assertThat(EngineChoice.of(EngineKind.AUTO, true, Optional.empty(), EngineChoiceTest::notAsked))
                .hasToString("Using engine existing: --engine-kubeconfig is set.");
    }

    @Test
    void goesOnWithTheEngineOfAnEarlierRun() {
        Optional<BegunEngine> begun = Optional.of(new BegunEngine(EngineKind.EMBEDDED, Optional.empty()));
        assertThat(EngineChoice.of(EngineKind.AUTO, false, begun, EngineChoiceTest::notAsked))
                .hasToString("Using engine embedded: started by an earlier run of this cluster.");
        assertThatThrownBy(() -> EngineChoice.of(EngineKind.KIND, false, begun, EngineChoiceTest::notAsked))
                .isInstanceOfSatisfying(
                        ButlerException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFLICT));
    }

    @Test
    void seesInTheFolderWhichEngineBegan() throws IOException {
        Path engine = folder.resolve("engine");
        assertThat(BegunEngine.in(engine)).isEmpty();
        Files.createDirectories(engine);
        assertThat(BegunEngine.in(engine)).isEmpty();
        Files.writeString(engine.resolve("kind"), "butler-demo id unix:///x\n");
        assertThat(BegunEngine.in(engine))
                .as("a KIND cluster that was never whole")
                .isEmpty();
        Files.writeString(engine.resolve("kind-kubeconfig"), "");
        assertThat(BegunEngine.in(engine)).map(BegunEngine::kind).contains(EngineKind.KIND);
        Files.delete(engine.resolve("kind"));
        assertThat(BegunEngine.in(engine)).map(BegunEngine::kind).contains(EngineKind.EMBEDDED);
    }

    @Test
    void remembersWhichEngineOfSomebodyElseItWas() {
        BegunEngine.rememberExisting(folder, Path.of("/somewhere/config"));
        assertThat(BegunEngine.in(folder))
                .contains(new BegunEngine(EngineKind.EXISTING, Optional.of(Path.of("/somewhere/config"))));
    }

    @Test
    void readsCertificatesAndNothingElse() throws IOException {
        Files.writeString(folder.resolve("a.crt"), "-----BEGIN CERTIFICATE-----\nA\n-----END CERTIFICATE-----\n");
        Files.writeString(folder.resolve("readme.txt"), "nothing");
        Map<String, String> environment = Map.of("BUTLER_CA_CERT_PATH", folder.toString());
        assertThat(Authorities.of(environment)).hasSize(1);
        Files.writeString(folder.resolve("b.pem"), "-----BEGIN PRIVATE KEY-----\n");
        assertThatThrownBy(() -> Authorities.of(environment)).hasMessageContaining("b.pem");
        assertThat(Authorities.of(Map.of())).isEmpty();
    }
}
