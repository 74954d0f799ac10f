package dev.butlerlabs.core.status;

import java.util.List;

/**
 * The sources of the status of a management cluster. Each method may block and throws a {@code ButlerException} if the source cannot be
 * read. Methods are called from several threads.
 */
public interface StatusSources {
    /** Returns the address of the Kubernetes API. Does not connect. */
    String server();

    List<NodeObservation> nodes();

    /** Returns the machines; skipped if no talosconfig is known. */
    SourceResult<TalosObservation> talos();

    List<AddonObservation> addons();

    ControllersObservation controllers();

    List<ProviderObservation> providers();

    List<PoolObservation> pools();

    List<TenantObservation> tenants();

    List<BackupObservation> backups();

    List<CertificateObservation> certificates();
}
