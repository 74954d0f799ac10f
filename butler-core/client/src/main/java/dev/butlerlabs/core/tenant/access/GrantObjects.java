package dev.butlerlabs.core.tenant.access;

import dev.butlerlabs.core.api.Annotations;
import dev.butlerlabs.core.api.ApiGroup;
import dev.butlerlabs.core.api.Labels;
import dev.butlerlabs.core.tenant.access.TenantAccessGrant.Kind;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBinding;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import io.fabric8.kubernetes.api.model.rbac.RoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleRef;
import io.fabric8.kubernetes.api.model.rbac.RoleRefBuilder;
import io.fabric8.kubernetes.api.model.rbac.Subject;
import io.fabric8.kubernetes.api.model.rbac.SubjectBuilder;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Renders the objects of a grant in a tenant cluster and reads them. Pure functions. */
final class GrantObjects {
    /** Marks the objects that this tool created. */
    static final String MARK = ApiGroup.NAME + "/access";

    private static final String RBAC = "rbac.authorization.k8s.io";

    private GrantObjects() {}

    static Namespace namespace() {
        return new NamespaceBuilder()
                .withNewMetadata()
                .withName(TenantAccessClient.NAMESPACE)
                .endMetadata()
                .build();
    }

    static ServiceAccount account(String name, Optional<Instant> until) {
        return new ServiceAccountBuilder()
                .withMetadata(metadata(
                        name, Optional.of(TenantAccessClient.NAMESPACE), new GrantTerms(until, Optional.empty())))
                .withAutomountServiceAccountToken(false)
                .build();
    }

    static HasMetadata binding(TenantAccessGrant grant, GrantTerms terms) {
        ObjectMeta metadata = metadata(grant.bindingName(), grant.within(), terms);
        return grant.within().isPresent()
                ? new RoleBindingBuilder()
                        .withMetadata(metadata)
                        .withRoleRef(role(grant))
                        .withSubjects(subject(grant))
                        .build()
                : new ClusterRoleBindingBuilder()
                        .withMetadata(metadata)
                        .withRoleRef(role(grant))
                        .withSubjects(subject(grant))
                        .build();
    }

    private static ObjectMeta metadata(String name, Optional<String> namespace, GrantTerms terms) {
        Map<String, String> annotations = new TreeMap<>();
        terms.until().ifPresent(end -> annotations.put(Annotations.ACCESS_EXPIRES_AT, end.toString()));
        terms.grantedBy().ifPresent(user -> annotations.put(Annotations.ACCESS_GRANTED_BY, user));
        return new ObjectMetaBuilder()
                .withName(name)
                .withNamespace(namespace.orElse(null))
                .withLabels(Map.of(Labels.MANAGED_BY, TenantAccessClient.MANAGER, MARK, "true"))
                .withAnnotations(annotations.isEmpty() ? null : annotations)
                .build();
    }

    private static RoleRef role(TenantAccessGrant grant) {
        return new RoleRefBuilder()
                .withApiGroup(RBAC)
                .withKind("ClusterRole")
                .withName(grant.role())
                .build();
    }

    private static Subject subject(TenantAccessGrant grant) {
        return switch (grant.kind()) {
            case TOKEN ->
                new SubjectBuilder()
                        .withKind("ServiceAccount")
                        .withName(grant.name())
                        .withNamespace(TenantAccessClient.NAMESPACE)
                        .build();
            case USER -> named("User", grant);
            case GROUP -> named("Group", grant);
        };
    }

    private static Subject named(String kind, TenantAccessGrant grant) {
        return new SubjectBuilder()
                .withApiGroup(RBAC)
                .withKind(kind)
                .withName(grant.name())
                .build();
    }

    /** Returns when an object ends; the epoch if its annotation cannot be parsed, since access must not outlive a damaged annotation. */
    static Optional<Instant> until(HasMetadata object) {
        return annotation(object, Annotations.ACCESS_EXPIRES_AT).map(GrantObjects::parse);
    }

    static GrantTerms terms(HasMetadata object) {
        return new GrantTerms(until(object), annotation(object, Annotations.ACCESS_GRANTED_BY));
    }

    private static Optional<String> annotation(HasMetadata object, String name) {
        return Optional.ofNullable(object.getMetadata().getAnnotations()).map(annotations -> annotations.get(name));
    }

    private static Instant parse(String time) {
        try {
            return Instant.parse(time);
        } catch (DateTimeParseException e) {
            return Instant.EPOCH;
        }
    }

    static Stream<TenantAccessEntry> entries(ClusterRoleBinding binding) {
        return entries(binding, binding.getSubjects(), binding.getRoleRef(), Optional.empty());
    }

    static Stream<TenantAccessEntry> entries(RoleBinding binding) {
        return entries(
                binding,
                binding.getSubjects(),
                binding.getRoleRef(),
                Optional.of(binding.getMetadata().getNamespace()));
    }

    private static Stream<TenantAccessEntry> entries(
            HasMetadata binding, List<Subject> subjects, RoleRef role, Optional<String> within) {
        return Optional.ofNullable(subjects).orElse(List.of()).stream()
                .map(subject -> new TenantAccessEntry(
                        new TenantAccessGrant(kind(subject), subject.getName(), role.getName(), within),
                        terms(binding),
                        true));
    }

    private static Kind kind(Subject subject) {
        return switch (subject.getKind()) {
            case "ServiceAccount" -> Kind.TOKEN;
            case "Group" -> Kind.GROUP;
            default -> Kind.USER;
        };
    }

    /** Returns the entry of an account without a binding. */
    static TenantAccessEntry unbound(ServiceAccount account) {
        return new TenantAccessEntry(
                new TenantAccessGrant(
                        Kind.TOKEN, account.getMetadata().getName(), TenantAccessEntry.NO_ROLE, Optional.empty()),
                terms(account),
                false);
    }
}
