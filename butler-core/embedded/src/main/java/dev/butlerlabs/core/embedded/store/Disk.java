package dev.butlerlabs.core.embedded.store;

import java.io.IOException;
import java.util.List;

/** The few things asked of a directory. Tests put a disk here that loses whatever was not forced. */
interface Disk extends AutoCloseable {
    /** Where it is, for messages. */
    String place();

    List<String> names() throws IOException;

    /** A new file that only its owner may read. */
    DiskFile create(String name) throws IOException;

    DiskFile open(String name) throws IOException;

    /** Replaces what was at the new name, at once or not at all. */
    void rename(String from, String to) throws IOException;

    void delete(String name) throws IOException;

    /** Makes creations, renames and deletions durable. */
    void force() throws IOException;

    /** Gives the directory to others. */
    @Override
    void close();
}
