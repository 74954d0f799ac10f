package dev.butlerlabs.core.reconcile;

/** Whether an object is a reconciliation's to bring about; several processes may share a kind. */
public enum Concern {
    /** It is: the steps run, and the finalizer keeps it until it is cleaned up. */
    OURS,
    /** Nobody can tell yet: the steps run, so that they can say what is missing, but nothing is promised by a finalizer. */
    UNDECIDED,
    /** It is somebody else's: it is not touched at all, neither its status nor its finalizers. */
    FOREIGN
}
