package dev.butlerlabs.core.bootstrap.restore;

import dev.butlerlabs.core.api.BootstrapObjectNames;
import dev.butlerlabs.core.bootstrap.step.SecretsStep;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.pem.PemBlock;
import dev.butlerlabs.core.pem.PemFormatException;
import dev.butlerlabs.core.talos.client.ClientConfiguration;
import dev.butlerlabs.core.talos.secrets.ClientFilesGenerator;
import dev.butlerlabs.core.talos.secrets.SecretsBundle;
import dev.butlerlabs.core.talos.yaml.YamlWriter;
import dev.butlerlabs.core.tree.UntypedTree;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/**
 * Checks the client certificates in the Secrets of a backup, which may have expired since, and renews them with the certificate authorities in the
 * backup.
 */
public final class ClientFilesRenewal {
    /** A shorter rest does not last for a restore and the work after it. */
    private static final Duration REST = Duration.ofDays(7);

    private final SecureRandom random;
    private final Clock clock;

    public ClientFilesRenewal(SecureRandom random, Clock clock) {
        this.random = random;
        this.clock = clock;
    }

    /**
     * Returns the Secret with a valid talosconfig.
     *
     * @param problems receives why the Secret cannot be used
     */
    Optional<Secret> talosSecrets(Secret stored, String cluster, List<InputProblem> problems) {
        String name = "Secret " + stored.getMetadata().getName();
        try {
            SecretsBundle secrets =
                    SecretsBundle.parse(name, SecretsStep.value(stored, BootstrapObjectNames.SECRETS_KEY));
            String talosconfig = SecretsStep.value(stored, BootstrapObjectNames.TALOSCONFIG_KEY);
            Instant expiry = ClientConfiguration.parse(name, talosconfig)
                    .context(Optional.empty())
                    .credentials()
                    .expiry();
            return Optional.of(lasts(expiry) ? stored : renewed(stored, secrets, cluster));
        } catch (ButlerException e) {
            problems.add(new InputProblem("objects." + name, e.getMessage()));
            return Optional.empty();
        }
    }

    private boolean lasts(Instant expiry) {
        return clock.instant().plus(REST).isBefore(expiry);
    }

    private Secret renewed(Secret stored, SecretsBundle secrets, String cluster) {
        String talosconfig = YamlWriter.write(
                new ClientFilesGenerator(random, clock).talosconfig(secrets, cluster, List.of(), List.of()));
        return new SecretBuilder(stored)
                .addToData(
                        BootstrapObjectNames.TALOSCONFIG_KEY,
                        Base64.getEncoder().encodeToString(talosconfig.getBytes(StandardCharsets.UTF_8)))
                .build();
    }

    /** Returns whether a kubeconfig can still be used. Another one is generated otherwise. */
    boolean isValidKubeconfig(Secret stored) {
        try {
            Kubeconfig kubeconfig = Kubeconfig.parse(
                    SecretsStep.value(stored, BootstrapObjectNames.KUBECONFIG_KEY),
                    "Secret " + stored.getMetadata().getName());
            return UntypedTree.of(kubeconfig.tree()).items("users").stream()
                    .flatMap(user -> user.find("user.client-certificate-data").stream())
                    .allMatch(data -> lasts(expiry(String.valueOf(data))));
        } catch (ButlerException _) {
            return false;
        }
    }

    private static Instant expiry(String data) {
        try {
            String pem = new String(Base64.getDecoder().decode(data), StandardCharsets.US_ASCII);
            X509Certificate certificate = (X509Certificate) CertificateFactory.getInstance("X.509")
                    .generateCertificate(
                            new ByteArrayInputStream(PemBlock.parseFirst(pem).content()));
            return certificate.getNotAfter().toInstant();
        } catch (IllegalArgumentException | GeneralSecurityException | PemFormatException _) {
            return Instant.EPOCH;
        }
    }
}
