package dev.butlerlabs.core.embedded.store;

import java.io.IOException;
import java.nio.ByteBuffer;

/** A file with the operations that the store needs. */
interface StoreFile extends AutoCloseable {
    String name();

    long size() throws IOException;

    /** Reads some bytes; returns -1 at the end of the file. */
    int read(ByteBuffer target, long position) throws IOException;

    /** Writes all bytes. */
    void write(ByteBuffer source, long position) throws IOException;

    void truncate(long size) throws IOException;

    /** Syncs the file: makes its content durable. */
    void force() throws IOException;

    @Override
    void close() throws IOException;
}
