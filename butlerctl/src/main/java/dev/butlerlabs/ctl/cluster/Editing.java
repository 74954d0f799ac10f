package dev.butlerlabs.ctl.cluster;

import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.Session;
import dev.butlerlabs.core.cli.output.Yaml;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.tenant.change.TenantClusters;
import dev.butlerlabs.core.tenant.change.TenantDocument;
import dev.butlerlabs.core.tenant.change.TenantEdit;
import dev.butlerlabs.core.tenant.change.TenantExport;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Hands a cluster to an editor and takes back what was made of it. */
record Editing(Session session, CommonOptions common, OutputOptions output, KubernetesClient client) {
    void run(ObjectName name, DryRun dryRun) {
        TenantClusters clusters = new TenantClusters(client);
        Map<String, Object> stored = clusters.tree(name);
        Map<String, Object> before = TenantExport.of(stored);
        Path file = write(name, Yaml.of(before));
        TenantDocument after = edited(name, file);
        Map<String, Object> patch = TenantEdit.patch(stored, before, after.tree());
        if (patch.isEmpty() || dryRun == DryRun.CLIENT) {
            delete(file);
            say(patch.isEmpty() ? "Nothing was changed." : "It can be so; nothing was changed.");
            return;
        }
        TenantCluster changed =
                keeping(file, () -> clusters.typed(clusters.change(name, patch, dryRun == DryRun.SERVER)));
        delete(file);
        output.printer(session, common).one(TenantListing.at(session.clock().instant(), true), changed);
    }

    private TenantDocument edited(ObjectName name, Path file) {
        open(file);
        return keeping(file, () -> {
            List<TenantDocument> documents =
                    new TenantInput(session, name.namespace().orElseThrow()).fromFile(file);
            if (documents.size() != 1 || !documents.getFirst().objectName("").equals(name)) {
                throw new ButlerException(
                        ErrorCode.INVALID_INPUT,
                        "The file must go on being about TenantCluster %s alone.".formatted(name));
            }
            return documents.getFirst();
        });
    }

    /** What somebody typed is not lost because it is refused. */
    private <T> T keeping(Path file, Supplier<T> action) {
        try {
            return action.get();
        } catch (ButlerException e) {
            session.messages().print("What you wrote is kept in %s.".formatted(file));
            throw e;
        }
    }

    private void open(Path file) {
        String editor = Stream.of("BUTLER_EDITOR", "KUBE_EDITOR", "EDITOR")
                .flatMap(name -> session.terminal().environment(name).stream())
                .filter(text -> !text.isBlank())
                .findFirst()
                .orElse("vi");
        try {
            // The variable may hold options, which a shell takes apart as its owner means them.
            Process process = new ProcessBuilder("sh", "-c", editor + " \"$1\"", "sh", file.toString())
                    .inheritIO()
                    .start();
            int code = process.waitFor();
            if (code != 0) {
                throw new ButlerException(
                        ErrorCode.CANCELLED,
                        "The editor '%s' ended with %d; nothing was changed.".formatted(editor, code));
            }
        } catch (IOException e) {
            throw new ButlerException(ErrorCode.ENVIRONMENT, "The editor cannot be started.", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ButlerException(ErrorCode.CANCELLED, "Interrupted in the editor.", e);
        }
    }

    private static Path write(ObjectName name, String text) {
        try {
            Path file = Files.createTempFile("butlerctl-" + name.name() + "-", ".yaml");
            return Files.writeString(file, text);
        } catch (IOException e) {
            throw new ButlerException(ErrorCode.ENVIRONMENT, "A file to edit cannot be written.", e);
        }
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new ButlerException(ErrorCode.ENVIRONMENT, "%s cannot be removed.".formatted(file), e);
        }
    }

    private void say(String sentence) {
        if (!common.isQuiet()) {
            session.messages().print(sentence);
        }
    }
}
