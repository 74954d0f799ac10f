package dev.butlerlabs.core.provider.gcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.testing.ProjectRoot;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class GcpPermissionsTest {
    /** A test of the simulated project compares the file with the calls that the provider makes. */
    @Test
    void areThoseOfTheRole() throws IOException {
        List<String> role = Files.readAllLines(ProjectRoot.find().resolve("configs/permissions/gcp-role.yaml")).stream()
                .filter(line -> line.startsWith("  - "))
                .map(line -> line.substring("  - ".length()))
                .toList();
        assertThat(Stream.of(
                                GcpPermissions.MACHINES,
                                GcpPermissions.LOAD_BALANCERS,
                                GcpPermissions.IMAGES,
                                GcpPermissions.DISCOVERY)
                        .flatMap(List::stream))
                .containsExactlyInAnyOrderElementsOf(role);
        assertThat(role).isSorted();
    }
}
