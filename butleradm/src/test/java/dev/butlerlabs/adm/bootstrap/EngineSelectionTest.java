package dev.butlerlabs.adm.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.core.bootstrap.state.EngineType;
import dev.butlerlabs.core.bootstrap.state.PreviousEngineRecord;
import dev.butlerlabs.core.docker.DockerAvailability;
import dev.butlerlabs.core.docker.DockerEngineInfo;
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

class EngineSelectionTest {
    private static final DockerEngineInfo FACTS =
            new DockerEngineInfo("2", "overlay2", "extfs", List.of(), 4, 8L << 30, "");

    @TempDir
    private Path folder;

    private static DockerAvailability notAsked() {
        throw new AssertionError("Docker is not to be asked");
    }

    private static Supplier<DockerAvailability> docker(String host, String api, DockerEngineInfo facts) {
        return () -> new DockerAvailability.Answers(URI.create(host), new DockerVersion("20.10.24", api), facts);
    }

    private static EngineSelection auto(Supplier<DockerAvailability> docker) {
        return EngineSelection.of(EngineType.AUTO, false, Optional.empty(), docker);
    }

    @Test
    void takesKindWhereDockerAnswers() {
        assertThat(auto(docker("unix:///var/run/docker.sock", "1.41", FACTS)))
                .hasToString("Using engine kind: Docker 20.10.24 is running at unix:///var/run/docker.sock.");
        assertThat(auto(docker("tcp://127.0.0.1:2375", "1.45", FACTS)).kind()).isEqualTo(EngineType.KIND);
    }

    @Test
    void takesTheEmbeddedOneWhereDockerIsSilentOrOfNoUse() {
        assertThat(auto(() -> new DockerAvailability.Silent("Nobody answers.")))
                .hasToString("Using engine embedded: no Docker engine found. Nobody answers.");
        assertThat(auto(docker("tcp://192.0.2.7:2375", "1.41", FACTS)))
                .hasToString("Using engine embedded: the Docker engine at tcp://192.0.2.7:2375 is on another machine.");
        assertThat(auto(docker("unix:///x", "1.40", FACTS)).kind()).isEqualTo(EngineType.EMBEDDED);
        DockerEngineInfo rootless =
                new DockerEngineInfo("2", "overlay2", "extfs", List.of("name=rootless"), 4, 8L << 30, "");
        assertThat(auto(docker("unix:///x", "1.41", rootless)).kind()).isEqualTo(EngineType.EMBEDDED);
    }

    @Test
    void takesWhatIsAskedForWithoutLookingForDocker() {
        for (EngineType kind : List.of(EngineType.KIND, EngineType.EMBEDDED, EngineType.EXISTING)) {
            assertThat(EngineSelection.of(kind, false, Optional.empty(), EngineSelectionTest::notAsked))
                    .hasToString("Using engine %s: selected with --engine.".formatted(kind));
        }
        assertThat(EngineSelection.of(EngineType.AUTO, true, Optional.empty(), EngineSelectionTest::notAsked))
                .hasToString("Using engine existing: --engine-kubeconfig is set.");
    }

    @Test
    void goesOnWithTheEngineOfAnEarlierRun() {
        Optional<PreviousEngineRecord> begun =
                Optional.of(new PreviousEngineRecord(EngineType.EMBEDDED, Optional.empty()));
        assertThat(EngineSelection.of(EngineType.AUTO, false, begun, EngineSelectionTest::notAsked))
                .hasToString("Using engine embedded: started by an earlier run of this cluster.");
        assertThatThrownBy(() -> EngineSelection.of(EngineType.KIND, false, begun, EngineSelectionTest::notAsked))
                .isInstanceOfSatisfying(
                        ButlerException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFLICT));
    }

    @Test
    void seesInTheFolderWhichEngineBegan() throws IOException {
        Path engine = folder.resolve("engine");
        assertThat(PreviousEngineRecord.in(engine)).isEmpty();
        Files.createDirectories(engine);
        assertThat(PreviousEngineRecord.in(engine)).isEmpty();
        Files.writeString(engine.resolve("kind"), "butler-demo id unix:///x\n");
        assertThat(PreviousEngineRecord.in(engine))
                .as("a KIND cluster that was never whole")
                .isEmpty();
        Files.writeString(engine.resolve("kind-kubeconfig"), "");
        assertThat(PreviousEngineRecord.in(engine))
                .map(PreviousEngineRecord::kind)
                .contains(EngineType.KIND);
        Files.delete(engine.resolve("kind"));
        assertThat(PreviousEngineRecord.in(engine))
                .map(PreviousEngineRecord::kind)
                .contains(EngineType.EMBEDDED);
    }

    @Test
    void remembersWhichEngineOfSomebodyElseItWas() {
        PreviousEngineRecord.rememberExisting(folder, Path.of("/somewhere/config"));
        assertThat(PreviousEngineRecord.in(folder))
                .contains(new PreviousEngineRecord(EngineType.EXISTING, Optional.of(Path.of("/somewhere/config"))));
    }

    @Test
    void readsCertificatesAndNothingElse() throws IOException {
        Files.writeString(folder.resolve("a.crt"), "-----BEGIN CERTIFICATE-----\nAQID\n-----END CERTIFICATE-----\n");
        Files.writeString(folder.resolve("readme.txt"), "nothing");
        Map<String, String> environment = Map.of("BUTLER_CA_CERT_PATH", folder.toString());
        assertThat(AuthorityFilesReader.of(environment)).hasSize(1);
        Files.writeString(folder.resolve("b.pem"), "-----BEGIN PRIVATE KEY-----\n");
        assertThatThrownBy(() -> AuthorityFilesReader.of(environment)).hasMessageContaining("b.pem");
        Files.writeString(folder.resolve("b.pem"), "-----BEGIN CERTIFICATE-----\nAQID\n");
        assertThatThrownBy(() -> AuthorityFilesReader.of(environment)).hasMessageContaining("b.pem");
        assertThat(AuthorityFilesReader.of(Map.of())).isEmpty();
    }
}
