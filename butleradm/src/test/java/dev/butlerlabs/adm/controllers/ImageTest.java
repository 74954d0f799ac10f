package dev.butlerlabs.adm.controllers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.adm.Butleradm;
import dev.butlerlabs.core.cli.testing.Tool;
import dev.butlerlabs.core.cli.testing.ToolRun;
import dev.butlerlabs.core.testing.ProjectRoot;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The image and the Deployment of the controllers fit the program. */
class ImageTest {
    private static final Tool BUTLERADM = Tool.of("butleradm", Butleradm.class, Butleradm::commands);
    private static final Path FOLDER = ProjectRoot.find().resolve("manifests/controllers");

    private static PodSpec pod() throws IOException {
        return Serialization.unmarshal(Files.readString(FOLDER.resolve("deployment.yaml")), Deployment.class)
                .getSpec()
                .getTemplate()
                .getSpec();
    }

    @Test
    void theProgramUnderstandsTheArgumentsOfTheDeployment() throws IOException {
        List<String> words = new ArrayList<>(pod().getContainers().getFirst().getArgs());
        words.add("--kubeconfig");
        words.add("/nonexistent/kubeconfig");

        ToolRun run = BUTLERADM.run(words.toArray(String[]::new));

        assertThat(run.exitCode()).isNotIn(0, 2);
        assertThat(run.err()).contains("/nonexistent/kubeconfig");
    }

    @Test
    void theImageStartsTheProgramAsSomebodyWhoIsNotRoot() throws Exception {
        String text = Files.readString(FOLDER.resolve("Containerfile"));
        Matcher start = Pattern.compile("ENTRYPOINT \\[.*\"([\\w.]+)\"\\]").matcher(text);
        assertThat(start.find()).isTrue();
        assertThat(start.group(1)).isEqualTo(Butleradm.class.getName());
        assertThat(Class.forName(start.group(1)).getMethod("main", String[].class))
                .isNotNull();
        // runAsNonRoot is refused where the user is a name, since nobody can tell who that is.
        assertThat(text).containsPattern("(?m)^USER [1-9][0-9]*(:[0-9]+)?$");
        assertThat(pod().getSecurityContext().getRunAsNonRoot()).isTrue();
    }

    /** Maven puts the program and its libraries where the image takes them from. */
    @Test
    void theImageHoldsWhatIsPackaged() throws IOException {
        String image = Files.readString(FOLDER.resolve("Containerfile"));
        String build = Files.readString(ProjectRoot.find().resolve("butleradm/pom.xml"));
        assertThat(build).contains("<finalName>${project.artifactId}</finalName>", "${project.build.directory}/lib");
        assertThat(image).contains("COPY butleradm/target/lib /opt/butler/lib", "COPY butleradm/target/butleradm.jar");
        assertThat(image).contains("\"-cp\", \"/opt/butler/lib/*\"");
    }

    /** Java and the program write temporary files; nothing else of the container can be written to. */
    @Test
    void temporaryFilesHaveAPlace() throws IOException {
        Container container = pod().getContainers().getFirst();
        assertThat(container.getSecurityContext().getReadOnlyRootFilesystem()).isTrue();
        assertThat(container.getVolumeMounts())
                .extracting(VolumeMount::getMountPath)
                .contains("/tmp");
    }
}
