package dev.butlerlabs.core.backup.restore;

import dev.butlerlabs.core.backup.content.ApiTypeReader;
import dev.butlerlabs.core.backup.content.ObjectLister;
import dev.butlerlabs.core.backup.content.ResourceType;
import dev.butlerlabs.core.backup.content.TenantContent;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.tree.UntypedTree;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.authorization.v1.SelfSubjectAccessReviewBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Finds everything that prevents a restore into a tenant cluster, before anything is changed. Not thread-safe. */
final class TenantTargetCheck {
    private final KubernetesClient client;
    private final TenantRestorePlan plan;
    private final TenantContent content;
    private final boolean forces;
    private final RestoreTarget target;
    private final ApiTypeReader api;
    private final ObjectLister lister;
    private final Map<ResourceType, Set<String>> names = new HashMap<>();
    private final Set<String> definitions = new HashSet<>();

    TenantTargetCheck(KubernetesClient client, TenantRestorePlan plan, TenantContent content, boolean forces) {
        this.client = client;
        this.plan = plan;
        this.content = content;
        this.forces = forces;
        this.target = new RestoreTarget(client);
        this.api = new ApiTypeReader(client);
        this.lister = new ObjectLister(client);
    }

    /** @throws ButlerException that lists every problem */
    void require() {
        requirePermission();
        List<InputProblem> problems = new ArrayList<>();
        Set<ResourceType> missing = new LinkedHashSet<>();
        plan.visit((type, object) -> {
            if (type.name().equals(ResourceType.DEFINITION_NAME)) {
                noteDefinition(type, object);
            } else if (api.serves(type)) {
                check(type, object, problems);
            } else if (!definitions.contains(type.group() + "/" + type.version() + "/" + type.plural())) {
                missing.add(type);
            }
        });
        missing.forEach(type -> problems.add(new InputProblem(
                type.name(),
                "the cluster does not serve version %s".formatted(type.version()),
                "Wait until the addons of the cluster are installed, or restore into a cluster that serves it%s."
                        .formatted(
                                content.kubernetesVersion().isEmpty()
                                        ? ""
                                        : " (the backup is from Kubernetes %s)"
                                                .formatted(content.kubernetesVersion())))));
        if (!problems.isEmpty()) {
            throw new ButlerException(
                    ErrorCode.CONFLICT,
                    "The content of tenant cluster %s cannot be restored into %s."
                            .formatted(content.tenant(), client.getMasterUrl()),
                    "Fix the problems above and try again. Nothing was changed.",
                    problems,
                    null);
        }
    }

    private void requirePermission() {
        boolean isAllowed = KubeErrorMapper.translating(
                "checking your permissions in the tenant cluster",
                () -> client.authorization()
                        .v1()
                        .selfSubjectAccessReview()
                        .create(new SelfSubjectAccessReviewBuilder()
                                .withNewSpec()
                                .withNewResourceAttributes()
                                .withVerb("*")
                                .withGroup("*")
                                .withResource("*")
                                .endResourceAttributes()
                                .endSpec()
                                .build())
                        .getStatus()
                        .getAllowed());
        if (!isAllowed) {
            throw new ButlerException(
                    ErrorCode.FORBIDDEN,
                    "The kubeconfig does not permit to restore objects into %s.".formatted(client.getMasterUrl()),
                    "Use a kubeconfig with the role cluster-admin in the tenant cluster.");
        }
    }

    /** Missing CRDs are installed before the objects. Existing ones belong to the target. */
    private void noteDefinition(ResourceType type, GenericKubernetesResource object) {
        if (target.find(type, object.getMetadata()).isEmpty()) {
            UntypedTree definition = UntypedTree.of(object.getAdditionalProperties());
            definition.items("spec.versions").stream()
                    .filter(version -> version.isTrue("served"))
                    .forEach(version -> definitions.add(definition.anyText("spec.group") + "/" + version.anyText("name")
                            + "/" + definition.anyText("spec.names.plural")));
        }
    }

    private void check(ResourceType type, GenericKubernetesResource object, List<InputProblem> problems) {
        if (forces || !names.computeIfAbsent(type, this::list).contains(key(object.getMetadata()))) {
            return;
        }
        target.find(type, object.getMetadata()).ifPresent(existing -> {
            if (TargetObjectState.of(type, object, existing, content.id()) == TargetObjectState.DIFFERENT) {
                problems.add(new InputProblem(
                        RestoreTarget.name(type, object.getMetadata()),
                        "it exists with other content",
                        "Delete it, or pass --force to overwrite it."));
            }
        });
    }

    private Set<String> list(ResourceType type) {
        Set<String> found = new HashSet<>();
        try {
            lister.visit(type, page -> page.forEach(object -> found.add(key(object.getMetadata()))));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return found;
    }

    private static String key(ObjectMeta metadata) {
        return metadata.getNamespace() + "/" + metadata.getName();
    }
}
