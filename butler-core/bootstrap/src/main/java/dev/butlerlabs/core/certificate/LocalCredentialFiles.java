package dev.butlerlabs.core.certificate;

import dev.butlerlabs.core.kube.AtomicFile;
import dev.butlerlabs.core.talos.client.TalosconfigEditor;
import dev.butlerlabs.core.talos.secrets.CertificateDetails;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * The kubeconfig and the talosconfig of this machine. A file is replaced only if it holds the same kind of credentials of the same cluster as the
 * stored one.
 *
 * @param kubeconfig empty if there is none to replace
 * @param context of the kubeconfig; empty for the usual one
 * @param talosconfig empty if there is none to replace
 * @param writer writes a file atomically and readable only by its owner
 */
public record LocalCredentialFiles(
        Optional<Path> kubeconfig,
        Optional<String> context,
        Optional<Path> talosconfig,
        BiConsumer<Path, String> writer) {
    private static final String ADMINISTRATORS = "system:masters";
    private static final String OTHER_CLUSTER = "it trusts another CA than that of the cluster";

    public LocalCredentialFiles {
        Objects.requireNonNull(kubeconfig, "kubeconfig");
        Objects.requireNonNull(context, "context");
        Objects.requireNonNull(talosconfig, "talosconfig");
        Objects.requireNonNull(writer, "writer");
    }

    public LocalCredentialFiles(Optional<Path> kubeconfig, Optional<String> context, Optional<Path> talosconfig) {
        this(kubeconfig, context, talosconfig, AtomicFile::write);
    }

    /** What happened to a file. */
    sealed interface Outcome {
        /** The file has the stored certificate. */
        record Renewed(Path file) implements Outcome {}

        /** The file was left unchanged. */
        record Unchanged(Path file, String reason) implements Outcome {}

        /** The file does not exist. */
        record Absent() implements Outcome {}
    }

    /**
     * Copies the client certificate and the CA of the stored talosconfig. Idempotent.
     *
     * @param replaced the certificate that was stored before
     */
    Outcome renewTalosconfig(TalosconfigEditor stored, ReplacedCertificate replaced) {
        Optional<String> text = talosconfig.flatMap(AtomicFile::read);
        if (text.isEmpty()) {
            return new Outcome.Absent();
        }
        Path file = talosconfig.orElseThrow();
        TalosconfigEditor local = new TalosconfigEditor(file.toString(), text.get());
        CertificateDetails before = local.certificate();
        CertificateDetails after = stored.certificate();
        if (!before.serial().equals(replaced.serial()) && !local.hasSameAuthority(stored)) {
            return new Outcome.Unchanged(file, OTHER_CLUSTER);
        }
        if (!before.organizations().equals(after.organizations())) {
            return new Outcome.Unchanged(file, "its roles are " + String.join(", ", before.organizations()));
        }
        if (!before.serial().equals(after.serial())) {
            writer.accept(file, local.with(stored.client(), stored.authority()));
        }
        return new Outcome.Renewed(file);
    }

    /**
     * Copies the client certificate and the CA of the stored kubeconfig. Idempotent.
     *
     * @param replaced the certificate that was stored before
     */
    Outcome renewKubeconfig(KubeconfigEditor stored, ReplacedCertificate replaced) {
        Optional<String> text = kubeconfig.flatMap(AtomicFile::read);
        if (text.isEmpty()) {
            return new Outcome.Absent();
        }
        Path file = kubeconfig.orElseThrow();
        KubeconfigEditor local = KubeconfigEditor.parse(file.toString(), text.get(), context);
        Optional<CertificateDetails> before = local.certificate();
        if (before.isEmpty() || !before.get().organizations().contains(ADMINISTRATORS)) {
            return new Outcome.Unchanged(file, "it has other credentials than an administrator certificate");
        }
        if (!before.get().serial().equals(replaced.serial()) && !local.hasSameAuthority(stored)) {
            return new Outcome.Unchanged(file, OTHER_CLUSTER);
        }
        if (!before.get().serial().equals(stored.certificate().orElseThrow().serial())) {
            writer.accept(file, local.with(stored.client(), stored.authority()));
        }
        return new Outcome.Renewed(file);
    }
}
