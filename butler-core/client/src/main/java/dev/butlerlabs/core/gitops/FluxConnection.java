package dev.butlerlabs.core.gitops;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.tree.UntypedTree;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Connects Flux in one cluster to a directory of a Git repository. Creates a Secret, a GitRepository and a Kustomization with Butler's
 * labels, and never changes objects without them. Every method is idempotent and can be repeated after an interruption at any write.
 * Thread-safe; errors of the API are thrown as {@link ButlerException}.
 */
public final class FluxConnection {
    private final FluxObjectRepository objects;

    /** @param cluster the cluster in which Flux runs */
    public FluxConnection(KubernetesClient cluster) {
        this.objects = new FluxObjectRepository(cluster);
    }

    /** Returns whether the custom resources of Flux and its namespace exist. */
    public boolean isInstalled() {
        return objects.notInstalled().isEmpty() && !objects.isNamespaceMissing();
    }

    /**
     * Creates or changes the objects.
     *
     * @return what was done with each object, in the order of the writes
     * @throws ButlerException with every problem of the input; with NOT_READY if Flux is not installed; with CONFLICT if an object of the
     *     same name is not Butler's. Nothing is changed in these cases.
     */
    public List<FluxObjectChange> enable(GitRepositorySource source, GitCredentials credentials) {
        requireValid(source, credentials);
        requireInstalled();
        Map<FluxResource, UntypedTree> found = objects.findAll();
        requireOwned(found, credentials);
        Optional<String> secret = secretName(source, credentials, found);
        List<FluxObjectChange> changes = new ArrayList<>();
        credentials
                .content()
                .map(FluxManifests::secret)
                .ifPresent(manifest -> changes.add(objects.write(FluxResource.SECRET, manifest)));
        changes.add(objects.write(FluxResource.GIT_REPOSITORY, FluxManifests.gitRepository(source, secret)));
        changes.add(objects.write(FluxResource.KUSTOMIZATION, FluxManifests.kustomization(source)));
        if (!secret.equals(Optional.of(FluxResource.SECRET.objectName()))) {
            delete(FluxResource.SECRET).ifPresent(changes::add);
        }
        return List.copyOf(changes);
    }

    /** Throws every problem of the input. */
    public static void requireValid(GitRepositorySource source, GitCredentials credentials) {
        List<InputProblem> problems = Stream.concat(source.problems().stream(), credentials.problems(source).stream())
                .toList();
        if (!problems.isEmpty()) {
            throw ButlerException.invalid("Invalid Git repository:", problems);
        }
    }

    private void requireInstalled() {
        List<FluxResource> missing = objects.notInstalled();
        if (!missing.isEmpty()) {
            throw new ButlerException(
                    ErrorCode.NOT_READY,
                    "Flux is not installed: the cluster has no custom resource %s."
                            .formatted(String.join(
                                    ", ",
                                    missing.stream()
                                            .map(FluxResource::definitionName)
                                            .toList())),
                    "Install it with 'butleradm addon install flux --wait'.");
        }
        if (objects.isNamespaceMissing()) {
            throw new ButlerException(
                    ErrorCode.NOT_READY,
                    "Flux is not installed in namespace %s: the namespace does not exist."
                            .formatted(FluxResource.NAMESPACE),
                    "Install it with 'butleradm addon install flux --wait'.");
        }
    }

    /** Reports all foreign objects at once. A foreign Secret does not matter if none is written. */
    private static void requireOwned(Map<FluxResource, UntypedTree> found, GitCredentials credentials) {
        List<FluxResource> foreign = found.entrySet().stream()
                .filter(entry -> !FluxObjectRepository.isOwned(entry.getValue()))
                .map(Map.Entry::getKey)
                .filter(type ->
                        type != FluxResource.SECRET || credentials.content().isPresent())
                .toList();
        if (!foreign.isEmpty()) {
            throw FluxObjectRepository.foreign(foreign);
        }
    }

    private Optional<String> secretName(
            GitRepositorySource source, GitCredentials credentials, Map<FluxResource, UntypedTree> found) {
        return switch (credentials) {
            case GitCredentials.Anonymous _ -> Optional.empty();
            case GitCredentials.Stored _ -> stored(source, found);
            case GitCredentials.Existing existing -> Optional.of(requireSecret(existing.name(), source));
            case GitCredentials.DeployKey _, GitCredentials.Token _, GitCredentials.Copy _ ->
                Optional.of(FluxResource.SECRET.objectName());
        };
    }

    private static Optional<String> stored(GitRepositorySource source, Map<FluxResource, UntypedTree> found) {
        Optional<String> used = Optional.ofNullable(found.get(FluxResource.GIT_REPOSITORY))
                .flatMap(repository -> repository.text("spec.secretRef.name"));
        Optional<String> own = Optional.ofNullable(found.get(FluxResource.SECRET))
                .filter(FluxObjectRepository::isOwned)
                .map(_ -> FluxResource.SECRET.objectName());
        Optional<String> secret = used.or(() -> own);
        if (secret.isEmpty()) {
            requireValid(source, new GitCredentials.Anonymous());
        }
        return secret;
    }

    private String requireSecret(String name, GitRepositorySource source) {
        String expected = source.isSsh() ? "identity" : "password";
        Optional<UntypedTree> secret = objects.findSecret(name);
        boolean usable = secret.map(tree -> tree.map("data"))
                .filter(data -> data.containsKey(expected) || (!source.isSsh() && data.containsKey("bearerToken")))
                .isPresent();
        if (!usable) {
            throw ButlerException.invalid(
                    "Invalid Git repository:",
                    List.of(new InputProblem(
                            "--credentials-secret",
                            "Secret %s/%s %s"
                                    .formatted(
                                            FluxResource.NAMESPACE,
                                            name,
                                            secret.isEmpty() ? "does not exist" : "has no key " + expected),
                            source.isSsh()
                                    ? "it needs the keys identity and known_hosts"
                                    : "it needs the keys username and password, or bearerToken")));
        }
        return name;
    }

    /** Returns the state of the objects. */
    public GitOpsStatus status() {
        return GitOpsStatus.of(objects.findAll());
    }

    /**
     * Starts the removal, or continues it: first the Kustomization, then the other objects once Flux has released it.
     *
     * @param prune whether Flux deletes what it applied; empty to leave that to the stored Kustomization
     * @return the progress; not finished while Flux processes the deletion of the Kustomization
     * @throws ButlerException with CONFLICT if an object is not Butler's; nothing is changed then
     */
    public FluxRemoval remove(Optional<Boolean> prune) {
        Map<FluxResource, UntypedTree> found = objects.findAll();
        requireOwned(found, new GitCredentials.Stored());
        UntypedTree kustomization = found.getOrDefault(FluxResource.KUSTOMIZATION, UntypedTree.EMPTY);
        List<FluxObjectChange> deleted = new ArrayList<>();
        if (kustomization.value() != null) {
            if (!kustomization.has("metadata.deletionTimestamp")) {
                prune.ifPresent(this::prepareRemoval);
            }
            objects.delete(FluxResource.KUSTOMIZATION, kustomization);
            if (objects.find(FluxResource.KUSTOMIZATION).isPresent()) {
                return new FluxRemoval(false, deleted);
            }
            deleted.add(new FluxObjectChange(FluxResource.KUSTOMIZATION, FluxObjectChange.Outcome.DELETED));
        }
        delete(FluxResource.GIT_REPOSITORY).ifPresent(deleted::add);
        delete(FluxResource.SECRET).ifPresent(deleted::add);
        return new FluxRemoval(true, deleted);
    }

    /**
     * Sets whether Flux deletes what it applied when the Kustomization is deleted. Flux decides by the stored spec then, and never prunes a
     * suspended one, so pruning also resumes it. Does nothing if the Kustomization does not exist.
     */
    public void prepareRemoval(boolean prune) {
        objects.changeSpec(FluxResource.KUSTOMIZATION, spec -> {
            spec.put("prune", prune);
            if (prune) {
                spec.remove("suspend");
            }
        });
    }

    /** Deletes an object of Butler; objects of others are left. */
    private Optional<FluxObjectChange> delete(FluxResource type) {
        return objects.find(type).filter(FluxObjectRepository::isOwned).map(found -> {
            objects.delete(type, found);
            return new FluxObjectChange(type, FluxObjectChange.Outcome.DELETED);
        });
    }

    /**
     * Removes the objects and waits for Flux.
     *
     * @return the deleted objects
     * @throws ButlerException with TIMEOUT if Flux does not finish the deletion of the Kustomization; repeat the call to continue
     */
    public List<FluxObjectChange> disable(boolean prune, Duration limit) {
        FluxRemoval first = remove(Optional.of(prune));
        if (first.isFinished()) {
            return first.deleted();
        }
        try {
            objects.awaitGone(FluxResource.KUSTOMIZATION, limit);
        } catch (ButlerException e) {
            if (e.code() != ErrorCode.TIMEOUT) {
                throw e;
            }
            throw new ButlerException(
                    ErrorCode.TIMEOUT,
                    "%s is still being deleted: waiting for the kustomize-controller of Flux."
                            .formatted(FluxResource.KUSTOMIZATION.text()),
                    "Check that Flux is running, and rerun the command to continue.",
                    List.of(),
                    e);
        }
        List<FluxObjectChange> deleted = new ArrayList<>();
        deleted.add(new FluxObjectChange(FluxResource.KUSTOMIZATION, FluxObjectChange.Outcome.DELETED));
        deleted.addAll(remove(Optional.of(prune)).deleted());
        return List.copyOf(deleted);
    }
}
