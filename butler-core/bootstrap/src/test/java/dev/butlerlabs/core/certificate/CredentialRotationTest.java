package dev.butlerlabs.core.certificate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.butlerlabs.core.api.Annotations;
import dev.butlerlabs.core.embedded.testing.CrashPositions;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.talos.client.ClientConfiguration;
import dev.butlerlabs.core.talos.client.TalosconfigEditor;
import dev.butlerlabs.core.talos.secrets.ClientFilesGenerator;
import dev.butlerlabs.core.talos.secrets.SecretsGenerator;
import dev.butlerlabs.core.talos.yaml.YamlWriter;
import dev.butlerlabs.core.version.VersionContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Rotations of client certificates in a cluster in memory, uninterrupted and stopped after each effect. */
@Tag("slow")
final class CredentialRotationTest {
    private static final Set<ClientCredential> BOTH = EnumSet.allOf(ClientCredential.class);
    private static final Set<ClientCredential> TALOSCONFIG = EnumSet.of(ClientCredential.TALOSCONFIG);
    private static final Set<ClientCredential> KUBECONFIG = EnumSet.of(ClientCredential.KUBECONFIG);

    private static ButlerException rejected(Runnable operation) {
        return catchThrowableOfType(ButlerException.class, operation::run);
    }

    private static ButlerException failure(ErrorCode code) {
        return new ButlerException(code, "no access");
    }

    @Test
    void renewsTheStoredAndTheLocalCredentials() throws IOException {
        try (RotationWorld world = new RotationWorld()) {
            Map<String, String> before = world.serials();

            List<RenewedCredential> renewed = world.rotation().run(BOTH);

            Map<String, String> after = world.serials();
            assertThat(after.values()).doesNotContainAnyElementsOf(before.values());
            assertThat(after).containsEntry("talosconfig", after.get("stored talosconfig"));
            assertThat(after).containsEntry("kubeconfig", after.get("stored kubeconfig"));
            assertThat(renewed)
                    .extracting(RenewedCredential::credential)
                    .containsExactly(ClientCredential.TALOSCONFIG, ClientCredential.KUBECONFIG);
            assertThat(renewed)
                    .extracting(one -> one.replaced().serial())
                    .containsExactly(before.get("stored talosconfig"), before.get("stored kubeconfig"));
            assertThat(renewed.getFirst().locations())
                    .containsExactly("Secret butler-system/demo-talos-secrets", world.talosconfig.toString());
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(world.kubeconfig)))
                    .isEqualTo("rw-------");
        }
    }

    @Test
    void keepsServerEndpointsAndRoles() {
        try (RotationWorld world = new RotationWorld()) {
            world.rotation().run(BOTH);

            Kubeconfig kubeconfig = Kubeconfig.parse(world.text(world.kubeconfig), "test");
            assertThat(kubeconfig.server(kubeconfig.usualContext().orElseThrow()))
                    .contains("https://127.0.0.1:6443");
            ClientConfiguration.Context talos = ClientConfiguration.parse("test", world.text(world.talosconfig))
                    .context(Optional.empty());
            assertThat(talos.nodes()).hasSize(2);
            assertThat(talos.endpoints()).hasSize(1);
            assertThat(new TalosconfigEditor("test", world.text(world.talosconfig))
                            .certificate()
                            .organizations())
                    .containsExactly("os:admin");
            assertThat(KubeconfigEditor.parse("test", world.text(world.kubeconfig), Optional.empty())
                            .certificate()
                            .orElseThrow()
                            .organizations())
                    .containsExactly("system:masters");
            assertThat(world.stored().secrets(world.bootstrap())).isEqualTo(RotationWorld.SECRETS);
        }
    }

    @Test
    void hasAccessEverywhereAfterACrashAtAnyPosition() {
        assertThat(CrashPositions.check(RotationWorld::new, world -> {
                    world.requireAccessEverywhere();
                    boolean isRenewed = world.effects().all().stream()
                            .anyMatch(effect -> effect.startsWith("write demo-kubeconfig"));
                    if (!isRenewed
                            || RotationRecord.unfinished(world.bootstrap()).isPresent()) {
                        world.rotation().run(BOTH);
                    }
                    world.requireAccessEverywhere();
                }))
                .isEqualTo(6);
    }

    @Test
    void continuesWithTheCertificatesThatAnInterruptedRunIssued() {
        try (RotationWorld world = new RotationWorld()) {
            world.effects().crashAfter(3);
            assertThat(catchThrowableOfType(
                            Throwable.class, () -> world.rotation().run(BOTH)))
                    .isNotNull();
            world.effects().restart();
            Map<String, String> issued = world.serials();

            world.rotation().run(BOTH);

            assertThat(world.serials())
                    .containsEntry("kubeconfig", issued.get("stored kubeconfig"))
                    .containsEntry("talosconfig", issued.get("stored talosconfig"));
        }
    }

    @Test
    void renewsOnlyTheRequestedCredential() {
        try (RotationWorld world = new RotationWorld()) {
            Map<String, String> before = world.serials();

            world.rotation().run(KUBECONFIG);

            assertThat(world.serials())
                    .containsEntry("talosconfig", before.get("talosconfig"))
                    .containsEntry("stored talosconfig", before.get("stored talosconfig"))
                    .doesNotContainEntry("kubeconfig", before.get("kubeconfig"));
        }
    }

    @Test
    void replacesNothingIfANewCertificateIsRejected() {
        try (RotationWorld world = new RotationWorld()) {
            Map<String, String> before = world.serials();
            world.talosRejection = Optional.of(failure(ErrorCode.UNREACHABLE));
            assertThat(rejected(() -> world.rotation().run(BOTH)).code()).isEqualTo(ErrorCode.TIMEOUT);
            world.talosRejection = Optional.empty();
            world.kubernetesRejection = Optional.of(failure(ErrorCode.UNAUTHENTICATED));
            assertThat(rejected(() -> world.rotation().run(KUBECONFIG)).code()).isEqualTo(ErrorCode.UNAUTHENTICATED);

            assertThat(world.serials()).isEqualTo(before);
            assertThat(world.bootstrap().getMetadata().getAnnotations())
                    .doesNotContainKey(Annotations.CERTIFICATE_ROTATION);
        }
    }

    @Test
    void mustBeFinishedBeforeAnotherOneStarts() {
        try (RotationWorld world = new RotationWorld()) {
            world.effects().crashAfter(2);
            assertThat(catchThrowableOfType(
                            Throwable.class, () -> world.rotation().run(TALOSCONFIG)))
                    .isNotNull();
            world.effects().restart();

            ButlerException conflict = rejected(() -> world.rotation().run(BOTH));

            assertThat(conflict.code()).isEqualTo(ErrorCode.CONFLICT);
            assertThat(conflict).hasMessageContaining("butleradm certs rotate --only talosconfig");
            assertThat(world.rotation().check(TALOSCONFIG)).isTrue();
            assertThat(world.rotation().run(TALOSCONFIG)).hasSize(1);
            assertThat(world.rotation().check(BOTH)).isFalse();
        }
    }

    @Test
    void leavesOtherCredentialsUnchanged() throws IOException {
        try (RotationWorld world = new RotationWorld()) {
            ClientFilesGenerator generator = new ClientFilesGenerator(new SecureRandom(), world.clock);
            String foreign = YamlWriter.write(generator.talosconfig(
                    new SecretsGenerator(new SecureRandom(), world.clock)
                            .generate(VersionContract.parse("v1.14.1"), RotationWorld.SECRETS.serviceAccountKey()),
                    "other",
                    List.of(),
                    List.of()));
            Files.writeString(world.talosconfig, foreign);
            String token = "{clusters: [{name: a, cluster: {server: 'https://127.0.0.1:1'}}],"
                    + " users: [{name: a, user: {token: t}}],"
                    + " contexts: [{name: a, context: {cluster: a, user: a}}], current-context: a}";
            Files.writeString(world.kubeconfig, token);

            List<RenewedCredential> renewed = world.rotation().run(BOTH);

            assertThat(world.text(world.talosconfig)).isEqualTo(foreign);
            assertThat(world.text(world.kubeconfig)).isEqualTo(token);
            assertThat(renewed)
                    .flatExtracting(RenewedCredential::unchanged)
                    .satisfiesExactly(
                            line -> assertThat(line).contains("demo-talosconfig: it trusts another CA"),
                            line -> assertThat(line).contains("demo-kubeconfig: it has other credentials"));
        }
    }

    @Test
    void leavesATalosconfigWithOtherRolesUnchanged() throws IOException {
        try (RotationWorld world = new RotationWorld()) {
            TalosconfigEditor admin = new TalosconfigEditor("test", world.text(world.talosconfig));
            String reader = admin.with(
                    new ClientFilesGenerator(new SecureRandom(), world.clock)
                            .talosClient(RotationWorld.SECRETS, List.of("os:reader")),
                    RotationWorld.SECRETS.os().certificate());
            Files.writeString(world.talosconfig, reader);

            List<RenewedCredential> renewed = world.rotation().run(TALOSCONFIG);

            assertThat(world.text(world.talosconfig)).isEqualTo(reader);
            assertThat(renewed.getFirst().unchanged().getFirst()).endsWith("its roles are os:reader");
        }
    }

    @Test
    void worksWithoutLocalFiles() {
        try (RotationWorld world = new RotationWorld()) {
            assertThat(world.rotation(Optional.empty(), Optional.empty()).run(BOTH))
                    .allSatisfy(renewed -> assertThat(renewed.locations()).hasSize(1));
        }
    }

    @Test
    void aRecordIsReadAsItWasWritten() {
        RotationRecord record = new RotationRecord(Map.of(
                ClientCredential.KUBECONFIG, new ReplacedCertificate("4a", Instant.parse("2027-01-01T00:00:00Z"))));

        assertThat(RotationRecord.parse(record.text())).isEqualTo(record);
        assertThat(rejected(() -> RotationRecord.parse("{\"kubeconfig\":{}}"))).hasMessageContaining("is not valid");
    }
}
