package dev.butlerlabs.core.certificate;

import dev.butlerlabs.core.api.Annotations;
import dev.butlerlabs.core.api.ClusterBootstrap;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.operation.OperationLoop;
import dev.butlerlabs.core.reconcile.Step;
import dev.butlerlabs.core.reconcile.StepResult;
import dev.butlerlabs.core.talos.client.TalosconfigEditor;
import dev.butlerlabs.core.talos.secrets.CertificateAndKey;
import dev.butlerlabs.core.talos.secrets.CertificateDetails;
import dev.butlerlabs.core.talos.secrets.ClientFilesGenerator;
import dev.butlerlabs.core.talos.secrets.SecretsBundle;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Issues new client certificates for the stored talosconfig and kubeconfig of a management cluster, and copies them to the files of this machine.
 *
 * <p>New certificates are tried before they replace others, each place is replaced atomically, and the old certificates stay valid until they
 * expire. Therefore, every place has working credentials at any time. If interrupted, the next run continues with the certificates that are
 * already issued.
 */
public final class CredentialRotation {
    private static final String RECORDED = "RotationRecorded";
    private static final String TALOSCONFIG = "TalosconfigRenewed";
    private static final String KUBECONFIG = "KubeconfigRenewed";
    private static final String FILES = "FilesWritten";
    private static final String FINISHED = "RotationFinished";
    private static final Map<String, String> TITLES = Map.of(
            RECORDED, "Checking the stored certificates",
            TALOSCONFIG, "Issuing and trying a client certificate for the Talos API",
            KUBECONFIG, "Issuing and trying a client certificate for Kubernetes",
            FILES, "Writing the files of this machine",
            FINISHED, "Finishing the rotation");

    private final KubernetesClient client;
    private final StoredCredentials stored;
    private final ClientFilesGenerator generator;
    private final CredentialVerifier verifier;
    private final LocalCredentialFiles files;
    private final OperationLoop loop;

    /**
     * Creates a rotation.
     *
     * @param loop runs the steps while the operation lock is held
     */
    public CredentialRotation(
            KubernetesClient client,
            ClientFilesGenerator generator,
            CredentialVerifier verifier,
            LocalCredentialFiles files,
            OperationLoop loop) {
        this.client = client;
        this.stored = new StoredCredentials(client);
        this.generator = generator;
        this.verifier = verifier;
        this.files = files;
        this.loop = loop;
    }

    /**
     * Checks whether the rotation can run. Changes nothing.
     *
     * @return whether it was started before
     * @throws ButlerException if another rotation has not finished, or the cluster has no secrets
     */
    public boolean check(Set<ClientCredential> credentials) {
        ClusterBootstrap bootstrap = stored.bootstrap();
        stored.secrets(bootstrap);
        Optional<RotationRecord> unfinished = RotationRecord.unfinished(bootstrap);
        unfinished.ifPresent(record -> record.requireSame(credentials));
        return unfinished.isPresent();
    }

    /**
     * Renews the credentials.
     *
     * @throws ButlerException if a new certificate is not accepted; the place that it was issued for is unchanged then
     */
    public List<RenewedCredential> run(Set<ClientCredential> credentials) {
        check(credentials);
        Map<ClientCredential, LocalCredentialFiles.Outcome> local = new EnumMap<>(ClientCredential.class);
        List<RenewedCredential> renewed = new ArrayList<>();
        List<Step<ClusterBootstrap>> steps = new ArrayList<>();
        steps.add(Step.of(RECORDED, bootstrap -> record(bootstrap, credentials)));
        if (credentials.contains(ClientCredential.TALOSCONFIG)) {
            steps.add(Step.of(TALOSCONFIG, bootstrap -> renewTalosconfig()));
        }
        if (credentials.contains(ClientCredential.KUBECONFIG)) {
            steps.add(Step.of(KUBECONFIG, bootstrap -> renewKubeconfig()));
        }
        steps.add(Step.of(FILES, bootstrap -> write(local)));
        steps.add(Step.of(FINISHED, bootstrap -> finish(local, renewed)));
        try {
            loop.run(stored::bootstrap, steps, TITLES);
        } catch (ButlerException e) {
            if (e.code() != ErrorCode.CLUSTER_LOCKED) {
                withdraw();
            }
            throw e;
        }
        return List.copyOf(renewed);
    }

    /** Removes the record of a rotation that has renewed nothing, so that it need not be finished. */
    private void withdraw() {
        try {
            ClusterBootstrap bootstrap = stored.bootstrap();
            boolean hasRenewedNothing = RotationRecord.unfinished(bootstrap)
                    .filter(record ->
                            record.replaced().keySet().stream().allMatch(credential -> isOld(bootstrap, credential)))
                    .isPresent();
            if (hasRenewedNothing) {
                annotate(bootstrap, metadata -> metadata.removeFromAnnotations(Annotations.CERTIFICATE_ROTATION));
            }
        } catch (ButlerException _) {
            // The failure of the rotation is the one to report. The next run continues with the record.
            return;
        }
    }

    private StepResult record(ClusterBootstrap bootstrap, Set<ClientCredential> credentials) {
        if (RotationRecord.unfinished(bootstrap).isEmpty()) {
            Map<ClientCredential, ReplacedCertificate> replaced = new EnumMap<>(ClientCredential.class);
            credentials.forEach(
                    credential -> replaced.put(credential, ReplacedCertificate.of(certificate(bootstrap, credential))));
            annotate(
                    bootstrap,
                    metadata -> metadata.addToAnnotations(
                            Annotations.CERTIFICATE_ROTATION, new RotationRecord(replaced).text()));
        }
        return StepResult.done();
    }

    private CertificateDetails certificate(ClusterBootstrap bootstrap, ClientCredential credential) {
        return switch (credential) {
            case TALOSCONFIG -> stored.talosconfig(bootstrap).certificate();
            case KUBECONFIG ->
                stored.kubeconfig(bootstrap)
                        .certificate()
                        .orElseThrow(() -> new ButlerException(
                                ErrorCode.INVALID_INPUT,
                                "The kubeconfig in %s has no client certificate."
                                        .formatted(stored.location(bootstrap, credential)),
                                "Restore the Secret from a backup."));
        };
    }

    private StepResult renewTalosconfig() {
        ClusterBootstrap bootstrap = stored.bootstrap();
        TalosconfigEditor before = stored.talosconfig(bootstrap);
        if (isOld(bootstrap, ClientCredential.TALOSCONFIG)) {
            SecretsBundle secrets = stored.secrets(bootstrap);
            CertificateAndKey issued =
                    generator.talosClient(secrets, before.certificate().organizations());
            String after = before.with(issued, secrets.os().certificate());
            verifier.requireTalosAccess(after);
            stored.write(bootstrap, ClientCredential.TALOSCONFIG, after);
        }
        return issued(bootstrap, ClientCredential.TALOSCONFIG);
    }

    private StepResult renewKubeconfig() {
        ClusterBootstrap bootstrap = stored.bootstrap();
        KubeconfigEditor before = stored.kubeconfig(bootstrap);
        if (isOld(bootstrap, ClientCredential.KUBECONFIG)) {
            SecretsBundle secrets = stored.secrets(bootstrap);
            CertificateAndKey issued = generator.kubernetesAdministrator(secrets);
            String after = before.with(issued, secrets.kubernetes().certificate());
            verifier.requireKubernetesAccess(after);
            stored.write(bootstrap, ClientCredential.KUBECONFIG, after);
        }
        return issued(bootstrap, ClientCredential.KUBECONFIG);
    }

    private boolean isOld(ClusterBootstrap bootstrap, ClientCredential credential) {
        return RotationRecord.unfinished(bootstrap)
                .map(RotationRecord::replaced)
                .map(replaced -> replaced.get(credential))
                .filter(replaced -> replaced.serial()
                        .equals(certificate(bootstrap, credential).serial()))
                .isPresent();
    }

    private StepResult issued(ClusterBootstrap bootstrap, ClientCredential credential) {
        return StepResult.done("Valid until %s; stored in %s."
                .formatted(
                        certificate(bootstrap, credential).notAfter().truncatedTo(ChronoUnit.SECONDS),
                        stored.location(bootstrap, credential)));
    }

    private StepResult write(Map<ClientCredential, LocalCredentialFiles.Outcome> local) {
        ClusterBootstrap bootstrap = stored.bootstrap();
        RotationRecord.unfinished(bootstrap)
                .map(RotationRecord::replaced)
                .orElse(Map.of())
                .forEach((credential, replaced) -> local.put(
                        credential,
                        switch (credential) {
                            case TALOSCONFIG -> files.renewTalosconfig(stored.talosconfig(bootstrap), replaced);
                            case KUBECONFIG -> files.renewKubeconfig(stored.kubeconfig(bootstrap), replaced);
                        }));
        return StepResult.done();
    }

    private StepResult finish(
            Map<ClientCredential, LocalCredentialFiles.Outcome> local, List<RenewedCredential> renewed) {
        ClusterBootstrap bootstrap = stored.bootstrap();
        RotationRecord.unfinished(bootstrap).ifPresent(record -> {
            renewed.clear();
            record.replaced()
                    .forEach((credential, replaced) ->
                            renewed.add(renewed(bootstrap, credential, replaced, local.get(credential))));
            annotate(bootstrap, metadata -> metadata.removeFromAnnotations(Annotations.CERTIFICATE_ROTATION));
        });
        return StepResult.done();
    }

    private RenewedCredential renewed(
            ClusterBootstrap bootstrap,
            ClientCredential credential,
            ReplacedCertificate replaced,
            LocalCredentialFiles.Outcome local) {
        List<String> locations = new ArrayList<>(List.of(stored.location(bootstrap, credential)));
        List<String> unchanged = new ArrayList<>();
        switch (local) {
            case LocalCredentialFiles.Outcome.Renewed(var file) -> locations.add(file.toString());
            case LocalCredentialFiles.Outcome.Unchanged(var file, var reason) ->
                unchanged.add("%s: %s".formatted(file, reason));
            case LocalCredentialFiles.Outcome.Absent() -> {}
        }
        return new RenewedCredential(
                credential, replaced, certificate(bootstrap, credential).notAfter(), locations, unchanged);
    }

    private void annotate(ClusterBootstrap bootstrap, UnaryOperator<ObjectMetaBuilder> change) {
        ClusterBootstrap changed = new ClusterBootstrap();
        changed.setMetadata(
                change.apply(new ObjectMetaBuilder(bootstrap.getMetadata())).build());
        changed.setSpec(bootstrap.getSpec());
        changed.setStatus(bootstrap.getStatus());
        KubeErrorMapper.translating(
                "updating ClusterBootstrap " + bootstrap.getMetadata().getName(),
                () -> client.resource(changed).update());
    }
}
