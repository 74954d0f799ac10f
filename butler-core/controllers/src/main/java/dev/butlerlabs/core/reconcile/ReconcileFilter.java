package dev.butlerlabs.core.reconcile;

/** Whether a reconciliation is responsible for an object; several processes may share a resource type. */
public enum ReconcileFilter {
    /** Responsible: the steps run, and the finalizer keeps the object until it is cleaned up. */
    OURS,
    /** Not known yet: the steps run and report what is missing, but no finalizer is added. */
    UNDECIDED,
    /** Another controller is responsible: neither the status nor the finalizers are changed. */
    FOREIGN
}
