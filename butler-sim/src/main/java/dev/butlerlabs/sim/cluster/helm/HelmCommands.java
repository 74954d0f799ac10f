package dev.butlerlabs.sim.cluster.helm;

import dev.butlerlabs.sim.cluster.control.JobRunner;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Simulates the Helm commands that install, change and remove releases. */
final class HelmCommands {
    private static final PatchContext APPLY = new PatchContext.Builder()
            .withPatchType(PatchType.SERVER_SIDE_APPLY)
            .withFieldManager("helm")
            .withForce(true)
            .build();

    private final JobRunner.Run run;
    private final HelmArguments arguments;
    private final KubernetesClient client;
    private final String namespace;

    HelmCommands(JobRunner.Run run, HelmArguments arguments, KubernetesClient client) {
        this.run = run;
        this.arguments = arguments;
        this.client = client;
        this.namespace =
                arguments.value("namespace").orElse(run.environment().getOrDefault("HELM_NAMESPACE", "default"));
    }

    JobRunner.Outcome run() throws InterruptedException {
        String verb = arguments.word(0).orElse("");
        return switch (verb) {
            case "install", "upgrade" -> install(verb.equals("install"));
            case "uninstall", "delete" -> uninstall();
            case "status" -> status();
            case "rollback" -> rollback();
            case "repo", "registry", "version" -> new JobRunner.Outcome(0, "");
            default -> throw new HelmFailure("unknown command \"%s\" for \"helm\"".formatted(verb));
        };
    }

    private String release() {
        return arguments.word(1).orElseThrow(() -> new HelmFailure("\"helm\" requires at least 1 argument"));
    }

    private ReleaseStorage releases() {
        return new ReleaseStorage(client, namespace, release());
    }

    private JobRunner.Outcome install(boolean fresh) throws InterruptedException {
        String reference =
                arguments.word(2).orElseThrow(() -> new HelmFailure("\"helm upgrade\" requires 2 arguments"));
        Optional<PackedChart> packed = packed(reference);
        ChartContent chart = packed.map(found -> ChartContent.find(found.name(), found.version()))
                .orElseGet(() ->
                        ChartContent.find(reference, arguments.value("version").orElse("0.1.0")));
        ReleaseStorage releases = releases();
        Optional<Secret> before = releases.newest();
        refuseUnfit(fresh, before);
        prepareNamespace();
        ReleaseValues values = values();
        packed.ifPresent(found -> found.validate(values));
        ReleaseRenderer rendering = new ReleaseRenderer(chart, release(), namespace, values);
        List<HasMetadata> objects = new ArrayList<>(rendering.objects());
        packed.ifPresent(found -> objects.addAll(rendering.roles(found.clusterRoles())));
        int revision = before.map(ReleaseStorage::revision).orElse(0) + 1;
        releases.write(revision, before.isEmpty() ? "pending-install" : "pending-upgrade", chart, values, objects);
        rendering.definitions().forEach(this::apply);
        objects.forEach(this::apply);
        before.ifPresent(earlier -> removeObsolete(earlier, objects));
        if (arguments.has("wait", "atomic", "rollback-on-failure")) {
            await(releases, revision, chart, values, objects, before.isEmpty());
        }
        releases.write(revision, "deployed", chart, values, objects);
        return new JobRunner.Outcome(0, told(before.isEmpty(), revision));
    }

    /** Returns the chart at a path in the container; empty for a name or a URL. */
    private Optional<PackedChart> packed(String reference) {
        if (!reference.startsWith("/")) {
            return Optional.empty();
        }
        String content = run.files().get(reference);
        if (content == null) {
            throw new HelmFailure("path \"%s\" not found".formatted(reference));
        }
        return Optional.of(PackedChart.read(reference, content));
    }

    /** Deletes the objects of the earlier revision that the new one does not contain. */
    private void removeObsolete(Secret earlier, List<HasMetadata> objects) {
        Set<String> current = objects.stream().map(HelmCommands::identity).collect(Collectors.toSet());
        ReleaseRenderer.read(String.valueOf(ReleaseStorage.reading(earlier).get("manifest"))).stream()
                .filter(object -> !current.contains(identity(object)))
                .forEach(object -> client.resource(object).delete());
    }

    private static String identity(HasMetadata object) {
        return object.getKind() + " " + object.getMetadata().getNamespace() + "/"
                + object.getMetadata().getName();
    }

    private void refuseUnfit(boolean fresh, Optional<Secret> before) {
        if (fresh && before.isPresent()) {
            throw new HelmFailure("INSTALLATION FAILED: cannot reuse a name that is still in use");
        }
        if (!fresh && before.isEmpty() && !arguments.has("install")) {
            throw new HelmFailure("UPGRADE FAILED: \"%s\" has no deployed releases".formatted(release()));
        }
        before.filter(secret -> ReleaseStorage.status(secret).startsWith("pending"))
                .ifPresent(secret -> {
                    throw new HelmFailure(
                            "UPGRADE FAILED: another operation (install/upgrade/rollback) is in progress");
                });
    }

    private void prepareNamespace() {
        if (client.namespaces().withName(namespace).get() != null) {
            return;
        }
        if (!arguments.has("create-namespace")) {
            throw new HelmFailure("create: failed to create: namespaces \"%s\" not found".formatted(namespace));
        }
        apply(new NamespaceBuilder()
                .withNewMetadata()
                .withName(namespace)
                .addToLabels("name", namespace)
                .endMetadata()
                .build());
    }

    private ReleaseValues values() {
        ReleaseValues values = new ReleaseValues();
        for (String path : arguments.all("values")) {
            String text = run.files().get(path);
            if (text == null) {
                throw new HelmFailure("open " + path + ": no such file or directory");
            }
            values.addYaml(text);
        }
        List.of("set", "set-string", "set-json", "set-literal")
                .forEach(flag -> arguments.all(flag).forEach(values::set));
        return values;
    }

    private void apply(HasMetadata object) {
        client.resource(object).patch(APPLY);
    }

    private void await(
            ReleaseStorage releases,
            int revision,
            ChartContent chart,
            ReleaseValues values,
            List<HasMetadata> objects,
            boolean first)
            throws InterruptedException {
        Duration patience =
                arguments.value("timeout").map(WorkloadReadinessWaiter::parse).orElse(WorkloadReadinessWaiter.USUAL);
        if (new WorkloadReadinessWaiter(client).await(objects, patience)) {
            return;
        }
        releases.write(revision, "failed", chart, values, objects);
        if (arguments.has("atomic", "rollback-on-failure") && first) {
            remove(releases);
        }
        throw new HelmFailure((first ? "INSTALLATION" : "UPGRADE") + " FAILED: context deadline exceeded");
    }

    private String told(boolean first, int revision) {
        return """
                Release "%1$s" %2$s
                NAME: %1$s
                NAMESPACE: %3$s
                STATUS: deployed
                REVISION: %4$d
                """.formatted(
                        release(),
                        first ? "does not exist. Installing it now." : "has been upgraded. Happy Helming!",
                        namespace,
                        revision);
    }

    private JobRunner.Outcome uninstall() {
        ReleaseStorage releases = releases();
        if (releases.newest().isEmpty()) {
            if (arguments.has("ignore-not-found")) {
                return new JobRunner.Outcome(0, "release \"%s\" uninstalled\n".formatted(release()));
            }
            throw new HelmFailure("uninstall: Release not loaded: %s: release: not found".formatted(release()));
        }
        remove(releases);
        return new JobRunner.Outcome(0, "release \"%s\" uninstalled\n".formatted(release()));
    }

    /** Deletes the objects of a release. CRDs remain, as with charts that ship them in {@code crds/}. */
    private void remove(ReleaseStorage releases) {
        releases.newest()
                .map(ReleaseStorage::reading)
                .map(release -> String.valueOf(release.get("manifest")))
                .filter(manifest -> !manifest.isBlank())
                .ifPresent(manifest -> ReleaseRenderer.read(manifest)
                        .forEach(object -> client.resource(object).delete()));
        releases.forget();
    }

    private JobRunner.Outcome status() {
        Secret newest = releases().newest().orElseThrow(() -> new HelmFailure("release: not found"));
        return new JobRunner.Outcome(
                0,
                "NAME: %s\nNAMESPACE: %s\nSTATUS: %s\nREVISION: %d\n"
                        .formatted(
                                release(), namespace, ReleaseStorage.status(newest), ReleaseStorage.revision(newest)));
    }

    private JobRunner.Outcome rollback() {
        ReleaseStorage releases = releases();
        List<Secret> history = releases.history();
        int newest = history.stream()
                .mapToInt(ReleaseStorage::revision)
                .max()
                .orElseThrow(() -> new HelmFailure("release: not found"));
        int wanted = arguments
                .word(2)
                .map(Integer::parseInt)
                .filter(number -> number > 0)
                .orElse(newest - 1);
        Map<?, ?> release = history.stream()
                .filter(secret -> ReleaseStorage.revision(secret) == wanted)
                .findFirst()
                .map(ReleaseStorage::reading)
                .orElseThrow(() -> new HelmFailure("release has no %d version".formatted(wanted)));
        ReleaseRenderer.read(String.valueOf(release.get("manifest"))).forEach(this::apply);
        releases.repeat(newest + 1, release);
        return new JobRunner.Outcome(0, "Rollback was a success! Happy Helming!\n");
    }
}
