package dev.butlerlabs.core.tenant;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.kube.ServerSideApply;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceList;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.MixedOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** A client for objects of the management cluster that have no Java class. Thread-safe. */
final class DynamicResourceClient {
    private static final String REVIEWS = "authorization.k8s.io/v1";

    private final KubernetesClient client;
    private final ObservedObjects observed;
    private final AppliedContentCheck check;
    private final AppliedObjectCache applied;
    /** How long an object whose state is not needed is not read again. Shorter than the interval of reconciliations, so that each of these reads it. */
    private final Duration rereadAfter;

    private final OwnWriteCache ownWrites;
    private final VerifiedSecretVersions verifiedSecrets = new VerifiedSecretVersions();
    private final List<Consumer<String>> forgetters = new CopyOnWriteArrayList<>();
    /** The tenant namespaces that this process created: their objects need not be looked up before they are applied for the first time. */
    private final Set<String> created = ConcurrentHashMap.newKeySet();

    DynamicResourceClient(KubernetesClient client, TenantOptions options) {
        this(client, new ObservedObjects(), options);
    }

    DynamicResourceClient(KubernetesClient client, ObservedObjects observed, TenantOptions options) {
        this.client = client;
        this.observed = observed;
        this.check = new AppliedContentCheck(client.getKubernetesSerialization());
        this.applied = new AppliedObjectCache(options.clock(), options.resync());
        this.ownWrites = new OwnWriteCache(options.clock());
        this.rereadAfter = options.resync().dividedBy(2);
    }

    /** Applies an object and returns it as stored, with its status. */
    GenericKubernetesResource apply(GenericKubernetesResource wanted) {
        return apply(check.desired(wanted), new AtomicBoolean());
    }

    private GenericKubernetesResource apply(DesiredObject<GenericKubernetesResource> wanted, AtomicBoolean written) {
        return ensure(
                wanted,
                () -> find(wanted.object()),
                present -> ReferenceVersionResolver.resolve(wanted.object(), present),
                this::located,
                written);
    }

    /**
     * Applies an object whose state is not needed. A change of it by others is corrected when its cluster is reconciled, at the latest with the
     * periodic reconciliation.
     *
     * @return whether the object had the requested content, so that nothing was written
     */
    boolean ensureApplied(HasMetadata wanted) {
        return ensureApplied(wanted, () -> findTyped(wanted));
    }

    /** Applies a Namespace, as {@link #ensureApplied(HasMetadata)}, that was just read. */
    void ensureApplied(Namespace wanted, Optional<Namespace> present) {
        ensureApplied(wanted, () -> present);
    }

    private <T extends HasMetadata> boolean ensureApplied(T wanted, Supplier<Optional<T>> read) {
        DesiredObject<T> desired = check.desired(wanted);
        if (applied.isRecent(desired, rereadAfter)) {
            return true;
        }
        AtomicBoolean written = new AtomicBoolean();
        if (wanted instanceof GenericKubernetesResource generic) {
            apply(new DesiredObject<>(generic, desired.hash()), written);
        } else {
            ensure(desired, read, _ -> wanted, client::resource, written);
        }
        return !written.get();
    }

    /**
     * Records that a watch has reported a new object.
     *
     * @return whether the object is as this process created it, so that there is nothing to react to
     */
    boolean isReportedOwnCreation(HasMetadata stored) {
        if (stored instanceof GenericKubernetesResource object) {
            ownWrites.noteReported(object);
        }
        return applied.isOwnCreation(stored);
    }

    /**
     * Reads before applying, since a read costs far less than an apply and other controllers are not woken by it.
     *
     * @param read returns the present object
     * @param adjusted returns what to apply to the present object
     * @param written set if the object is written
     */
    private <T extends HasMetadata> T ensure(
            DesiredObject<T> wanted,
            Supplier<Optional<T>> read,
            UnaryOperator<T> adjusted,
            Function<T, Resource<T>> located,
            AtomicBoolean written) {
        return KubeErrorMapper.translating("applying " + ObjectName.of(wanted.object()), () -> {
            boolean absent = isAbsent(wanted.object());
            boolean outdated = isOutdated(wanted);
            Optional<T> present = absent || outdated ? Optional.empty() : read.get();
            T content = present.map(adjusted).orElse(wanted.object());
            if (present.filter(stored -> isApplied(wanted, content, stored)).isPresent()) {
                applied.noteUnchanged(wanted, present.get());
                return present.get();
            }
            written.set(true);
            T result = located.apply(check.marked(wanted, content)).patch(applying());
            noteResult(wanted, result, present.isEmpty() && !outdated);
            return result;
        });
    }

    private void noteResult(DesiredObject<?> wanted, HasMetadata result, boolean absent) {
        boolean isCreation = absent && isNew(result);
        if (isCreation) {
            applied.noteCreation(wanted, result);
        } else {
            applied.note(wanted, result);
        }
        if (absent && result instanceof Namespace) {
            created.add(result.getMetadata().getName());
        }
        if (result instanceof GenericKubernetesResource object && observed.isObserved(type(object))) {
            if (isCreation) {
                ownWrites.noteCreation(object);
            } else {
                ownWrites.note(object);
            }
        }
    }

    /** Another process may have created an object after it was found to be absent; then it usually has a status. */
    private static boolean isNew(HasMetadata result) {
        return !(result instanceof GenericKubernetesResource object)
                || (Objects.equals(object.getMetadata().getGeneration(), 1L) && object.get("status") == null);
    }

    /** Returns whether an object cannot exist: this process has created its namespace, and not yet the object. */
    private boolean isAbsent(HasMetadata wanted) {
        String namespace = wanted.getMetadata().getNamespace();
        return namespace != null && created.contains(namespace) && !applied.isKnown(wanted);
    }

    /** Returns whether this process has applied an object with other content, so that it must be applied again whatever its state is. */
    private boolean isOutdated(DesiredObject<?> wanted) {
        return wanted.object() instanceof GenericKubernetesResource object
                && !observed.isObserved(type(object))
                && !ReferenceVersionResolver.hasReferences(object)
                && applied.isOutdated(wanted);
    }

    private boolean isApplied(DesiredObject<?> wanted, HasMetadata content, HasMetadata stored) {
        return applied.covers(wanted, stored) || check.isApplied(wanted, content, stored);
    }

    private Optional<GenericKubernetesResource> find(GenericKubernetesResource wanted) {
        TenantResourceType type = new TenantResourceType(wanted.getApiVersion(), wanted.getKind());
        return observed(
                        type,
                        wanted.getMetadata().getNamespace(),
                        wanted.getMetadata().getName())
                .or(() -> Optional.ofNullable(located(wanted).get()));
    }

    private Optional<GenericKubernetesResource> observed(TenantResourceType type, String namespace, String name) {
        return observed.isObserved(type)
                ? ownWrites
                        .newest(observed.find(type, namespace, name))
                        .or(() -> observed.isWatched(type)
                                ? ownWrites.unreportedCreation(type, namespace, name)
                                : Optional.empty())
                        .filter(applied::isCurrent)
                : Optional.empty();
    }

    private static TenantResourceType type(HasMetadata object) {
        return new TenantResourceType(object.getApiVersion(), object.getKind());
    }

    @SuppressWarnings("unchecked") // A typed object is read as an object of its type.
    private <T extends HasMetadata> Optional<T> findTyped(T wanted) {
        return wanted instanceof Namespace
                ? namespace(wanted.getMetadata().getName()).map(found -> (T) found)
                : Optional.ofNullable(client.resource(wanted).get());
    }

    /** Drops the cached versions of a deleted namespace. */
    void forget(String namespace) {
        applied.forget(namespace);
        ownWrites.forget(namespace);
        verifiedSecrets.forget(namespace);
        forgetters.forEach(forgetter -> forgetter.accept(namespace));
        created.remove(namespace);
    }

    /** Calls a function with each namespace that is deleted, so that nothing about it is kept. */
    void onForget(Consumer<String> forgetter) {
        forgetters.add(forgetter);
    }

    /** Writes the whole status of an object that no controller reconciles. */
    void applyStatus(GenericKubernetesResource wanted) {
        KubeErrorMapper.translating(
                "writing the status of " + ObjectName.of(wanted),
                () -> located(wanted).subresource("status").patch(applying()));
    }

    private static PatchContext applying() {
        return new PatchContext.Builder()
                .withPatchType(PatchType.SERVER_SIDE_APPLY)
                .withFieldManager(ServerSideApply.BUTLER)
                .withForce(true)
                .build();
    }

    /** Returns an object; empty also if the management cluster does not serve its kind. */
    Optional<GenericKubernetesResource> find(TenantResourceType kind, String namespace, String name) {
        return observed(kind, namespace, name).or(() -> read(kind, namespace, name));
    }

    /** Returns whether the watch of tenant namespaces has started and does not contain one. It may lag behind other processes by seconds. */
    boolean isUnobserved(String namespace) {
        return observed.namespaces().isWatched()
                && !created.contains(namespace)
                && observed.namespace(namespace).isEmpty();
    }

    /** Reads an object from the API server, for decisions that must not be based on an older state. */
    Optional<GenericKubernetesResource> read(TenantResourceType kind, String namespace, String name) {
        return absentWhenNotFound(
                "reading %s %s/%s".formatted(kind.kind(), namespace, name),
                () -> Optional.ofNullable(
                        all(kind, true).inNamespace(namespace).withName(name).get()));
    }

    List<GenericKubernetesResource> list(TenantResourceType kind, String namespace, Map<String, String> labels) {
        return absentWhenNotFound(
                        "listing %s in %s".formatted(kind.kind(), namespace),
                        () -> Optional.of(all(kind, true)
                                .inNamespace(namespace)
                                .withLabels(labels)
                                .list()
                                .getItems()))
                .orElse(List.of());
    }

    private static <T> Optional<T> absentWhenNotFound(String doing, Supplier<Optional<T>> question) {
        return KubeErrorMapper.translating(doing, () -> {
            try {
                return question.get();
            } catch (RuntimeException e) {
                if (KubeErrorMapper.isNotFound(e)) {
                    return Optional.empty();
                }
                throw e;
            }
        });
    }

    void delete(HasMetadata object) {
        applied.forget(object);
        ownWrites.forget(ObjectName.from(object), type(object));
        KubeErrorMapper.translating("deleting " + ObjectName.of(object), () -> {
            try {
                return object instanceof GenericKubernetesResource generic
                        ? located(generic).delete()
                        : client.resource(object).delete();
            } catch (RuntimeException e) {
                if (KubeErrorMapper.isNotFound(e)) {
                    return List.of();
                }
                throw e;
            }
        });
    }

    /** Creates a namespace that belongs to a Cluster API provider, such as for its credentials, unless it exists. */
    void ensureNamespace(String name) {
        if (namespace(name).isEmpty()) {
            ensureApplied(new NamespaceBuilder()
                    .withNewMetadata()
                    .withName(name)
                    .endMetadata()
                    .build());
        }
    }

    /** Returns whether the API server permits the caller to create Secrets in a namespace. */
    boolean mayCreateSecrets(String namespace) {
        Map<String, Object> attributes = Map.of("namespace", namespace, "verb", "create", "resource", "secrets");
        return KubeErrorMapper.translating("checking the permissions in namespace " + namespace, () -> {
            String answer = client.raw(
                    "/apis/" + REVIEWS + "/selfsubjectaccessreviews",
                    "POST",
                    Map.of(
                            "apiVersion",
                            REVIEWS,
                            "kind",
                            "SelfSubjectAccessReview",
                            "spec",
                            Map.of("resourceAttributes", attributes)));
            return client.getKubernetesSerialization()
                    .unmarshal(answer, JsonNode.class)
                    .at("/status/allowed")
                    .asBoolean(false);
        });
    }

    Optional<Namespace> namespace(String name) {
        return KubeErrorMapper.translating(
                "reading Namespace " + name,
                () -> observed.namespace(name)
                        .filter(applied::isCurrent)
                        .or(() -> Optional.ofNullable(
                                client.namespaces().withName(name).get())));
    }

    Optional<Secret> secret(String namespace, String name) {
        return KubeErrorMapper.translating(
                "reading Secret %s/%s".formatted(namespace, name),
                () -> Optional.ofNullable(
                        client.secrets().inNamespace(namespace).withName(name).get()));
    }

    /** Returns a Secret from the cache of the watch, without its content; empty if it is not there. */
    Optional<Secret> observedSecret(String namespace, String name) {
        return observed.secret(new ObjectName(namespace, name));
    }

    /** Returns whether Secrets have not changed since they were last verified. */
    boolean areVerified(String namespace) {
        return verifiedSecrets.areUnchanged(
                namespace,
                name -> observedSecret(namespace, name)
                        .map(secret -> String.valueOf(secret.getMetadata().getResourceVersion())));
    }

    /** Records that Secrets of a namespace were read and need no change. */
    void noteVerified(String namespace, List<Secret> secrets) {
        verifiedSecrets.note(
                namespace,
                secrets.stream()
                        .collect(Collectors.toMap(
                                secret -> secret.getMetadata().getName(),
                                secret -> String.valueOf(secret.getMetadata().getResourceVersion()))));
    }

    /** Applies a Secret and returns it as stored. */
    Secret applySecret(Secret wanted) {
        return ensure(
                check.desired(wanted),
                () -> Optional.ofNullable(client.resource(wanted).get()),
                _ -> wanted,
                client::resource,
                new AtomicBoolean());
    }

    /** Creates a Secret, or returns the existing one if another process was faster. */
    Secret createOrFind(Secret fresh) {
        return KubeErrorMapper.translating("creating Secret " + ObjectName.of(fresh), () -> create(client, fresh));
    }

    static Secret create(KubernetesClient where, Secret fresh) {
        try {
            return where.resource(fresh).create();
        } catch (RuntimeException e) {
            if (KubeErrorMapper.isConflict(e)) {
                return where.resource(fresh).get();
            }
            throw e;
        }
    }

    void annotate(Secret secret, String key, String value) {
        KubeErrorMapper.translating(
                "annotating Secret " + ObjectName.of(secret),
                () -> client.resource(secret)
                        .patch(
                                PatchContext.of(PatchType.JSON_MERGE),
                                "{\"metadata\":{\"annotations\":{\"%s\":\"%s\"}}}".formatted(key, value)));
    }

    private Resource<GenericKubernetesResource> located(GenericKubernetesResource object) {
        String namespace = object.getMetadata().getNamespace();
        TenantResourceType kind = new TenantResourceType(object.getApiVersion(), object.getKind());
        return namespace == null
                ? all(kind, false).resource(object)
                : all(kind, true).inNamespace(namespace).resource(object);
    }

    /** The plural is derived here, which avoids a discovery request for each object. */
    private MixedOperation<
                    GenericKubernetesResource, GenericKubernetesResourceList, Resource<GenericKubernetesResource>>
            all(TenantResourceType kind, boolean namespaced) {
        String[] groupVersion = kind.apiVersion().split("/", 2);
        return client.genericKubernetesResources(new ResourceDefinitionContext.Builder()
                .withGroup(groupVersion[0])
                .withVersion(groupVersion[1])
                .withKind(kind.kind())
                .withPlural(plural(kind.kind()))
                .withNamespaced(namespaced)
                .build());
    }

    private static String plural(String kind) {
        String word = kind.toLowerCase(Locale.ROOT);
        return word.endsWith("y") ? word.substring(0, word.length() - 1) + "ies" : word + "s";
    }
}
