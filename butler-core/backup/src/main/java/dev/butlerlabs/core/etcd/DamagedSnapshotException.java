package dev.butlerlabs.core.etcd;

import java.io.IOException;

/** A snapshot is not a valid etcd database. */
public final class DamagedSnapshotException extends IOException {
    private static final long serialVersionUID = 1L;

    DamagedSnapshotException(String message) {
        super(message);
    }
}
