package dev.butlerlabs.core.embedded.store;

import java.io.IOException;
import java.util.List;

/** A directory with the operations that the store needs. Tests use an implementation that loses all data without fsync. */
interface StoreDirectory extends AutoCloseable {
    /** Returns the path of the directory, for messages. */
    String place();

    List<String> names() throws IOException;

    /** Creates a file that only its owner can read. */
    StoreFile create(String name) throws IOException;

    StoreFile open(String name) throws IOException;

    /** Renames a file and atomically replaces an existing one. */
    void rename(String from, String to) throws IOException;

    void delete(String name) throws IOException;

    /** Syncs the directory: makes creations, renames and deletions durable. */
    void force() throws IOException;

    /** Releases the lock of the directory. */
    @Override
    void close();
}
