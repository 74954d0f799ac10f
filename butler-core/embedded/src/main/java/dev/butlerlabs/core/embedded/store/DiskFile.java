package dev.butlerlabs.core.embedded.store;

import java.io.IOException;
import java.nio.ByteBuffer;

/** The few things asked of a file. */
interface DiskFile extends AutoCloseable {
    String name();

    long size() throws IOException;

    /** Reads some bytes; -1 at the end. */
    int read(ByteBuffer target, long position) throws IOException;

    /** Writes all bytes. */
    void write(ByteBuffer source, long position) throws IOException;

    void truncate(long size) throws IOException;

    /** Makes the content durable. */
    void force() throws IOException;

    @Override
    void close() throws IOException;
}
