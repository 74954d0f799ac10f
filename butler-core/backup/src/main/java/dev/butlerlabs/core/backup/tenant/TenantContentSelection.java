package dev.butlerlabs.core.backup.tenant;

import dev.butlerlabs.core.backup.content.BackupReader;
import dev.butlerlabs.core.backup.content.TenantContent;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Selects a tenant cluster of a backup. */
public final class TenantContentSelection {
    private TenantContentSelection() {}

    /**
     * Returns all tenant clusters of a backup.
     *
     * @throws ButlerException if there is none
     */
    public static List<TenantContent> all(BackupReader backup) {
        List<TenantContent> all = backup.tenants();
        if (all.isEmpty()) {
            throw new ButlerException(
                    ErrorCode.INVALID_INPUT,
                    "Backup %s contains no content of tenant clusters.".formatted(backup.file()),
                    "Use a backup of 'butlerctl cluster backup', or of 'butleradm backup create' without --without-tenants.");
        }
        return all;
    }

    /**
     * Returns the tenant cluster that the user named, or the only one.
     *
     * @param name {@code namespace/name}, or a name that only one tenant cluster has
     * @throws ButlerException if there is none, or several
     */
    public static TenantContent of(BackupReader backup, Optional<String> name) {
        List<TenantContent> all = all(backup);
        List<TenantContent> matching = all.stream()
                .filter(content -> name.isEmpty()
                        || name.get().equals(content.tenant().toString())
                        || name.get().equals(content.name()))
                .toList();
        if (matching.size() != 1) {
            throw new ButlerException(
                    matching.isEmpty() ? ErrorCode.NOT_FOUND : ErrorCode.USAGE,
                    matching.isEmpty()
                            ? "The backup contains no tenant cluster %s.".formatted(name.orElse(""))
                            : "The backup contains %d tenant clusters.".formatted(matching.size()),
                    "Choose one of: %s."
                            .formatted((matching.isEmpty() ? all : matching)
                                    .stream()
                                            .map(content -> content.tenant().toString())
                                            .sorted()
                                            .collect(Collectors.joining(", "))));
        }
        return matching.getFirst();
    }
}
