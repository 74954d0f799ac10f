package dev.butlerlabs.ctl.cluster;

import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.output.YamlTextWriter;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.tenant.change.TenantClusterClient;
import dev.butlerlabs.core.tenant.change.TenantDocument;
import dev.butlerlabs.core.tenant.change.TenantEditPatch;
import dev.butlerlabs.core.tenant.change.TenantExporter;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Opens a TenantCluster in an editor and sends the changes. */
record EditAction(CommandContext session, CommonOptions common, OutputOptions output, KubernetesClient client) {
    void run(ObjectName name, DryRunMode dryRun) {
        TenantClusterClient clusters = new TenantClusterClient(client);
        Map<String, Object> stored = clusters.tree(name);
        Map<String, Object> before = TenantExporter.of(stored);
        String text = YamlTextWriter.of(before);
        Path file = write(name, text);
        TenantDocument after = keeping(file, text, () -> edited(name, file));
        Map<String, Object> patch = TenantEditPatch.patch(stored, before, after.tree());
        if (patch.isEmpty() || dryRun == DryRunMode.CLIENT) {
            delete(file);
            say(
                    patch.isEmpty()
                            ? "Nothing was changed."
                            : "The edited cluster is valid. Dry run: nothing was changed.");
            return;
        }
        TenantCluster changed =
                keeping(file, text, () -> clusters.typed(clusters.change(name, patch, dryRun == DryRunMode.SERVER)));
        delete(file);
        output.printer(session, common).one(TenantTable.at(session.clock().instant(), true), changed);
    }

    private TenantDocument edited(ObjectName name, Path file) {
        open(file);
        List<TenantDocument> documents =
                new TenantInput(session, name.namespace().orElseThrow()).fromFile(file);
        if (documents.size() != 1 || !documents.getFirst().objectName("").equals(name)) {
            throw new ButlerException(
                    ErrorCode.INVALID_INPUT, "The file must contain only TenantCluster %s.".formatted(name));
        }
        return documents.getFirst();
    }

    /** Keeps an edited file if the action fails, so that the user's changes are not lost. */
    private <T> T keeping(Path file, String original, Supplier<T> action) {
        try {
            return action.get();
        } catch (ButlerException e) {
            if (isEdited(file, original)) {
                session.messages().print("Your changes were saved to %s.".formatted(file));
            } else {
                delete(file);
            }
            throw e;
        }
    }

    private static boolean isEdited(Path file, String original) {
        try {
            return !Files.readString(file).equals(original);
        } catch (NoSuchFileException _) {
            return false;
        } catch (IOException _) {
            return true;
        }
    }

    private void open(Path file) {
        String editor = Stream.of("BUTLER_EDITOR", "KUBE_EDITOR", "EDITOR")
                .flatMap(name -> session.terminal().environment(name).stream())
                .filter(text -> !text.isBlank())
                .findFirst()
                .orElse("vi");
        try {
            // The variable may contain options; a shell splits them as the user expects.
            Process process = new ProcessBuilder("sh", "-c", editor + " \"$1\"", "sh", file.toString())
                    .inheritIO()
                    .start();
            int code = process.waitFor();
            if (code != 0) {
                throw new ButlerException(
                        ErrorCode.CANCELLED,
                        "Editor \"%s\" exited with code %d. Nothing was changed.".formatted(editor, code));
            }
        } catch (IOException e) {
            throw new ButlerException(ErrorCode.ENVIRONMENT, "Cannot start the editor.", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ButlerException(ErrorCode.CANCELLED, "Interrupted while the editor was open.", e);
        }
    }

    private static Path write(ObjectName name, String text) {
        try {
            Path file = Files.createTempFile("butlerctl-" + name.name() + "-", ".yaml");
            return Files.writeString(file, text);
        } catch (IOException e) {
            throw new ButlerException(ErrorCode.ENVIRONMENT, "Cannot create a temporary file to edit.", e);
        }
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new ButlerException(ErrorCode.ENVIRONMENT, "Cannot delete %s.".formatted(file), e);
        }
    }

    private void say(String sentence) {
        if (!common.isQuiet()) {
            session.messages().print(sentence);
        }
    }
}
