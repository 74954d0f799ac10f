package dev.butlerlabs.core.etcd;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.WireFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;

/**
 * A key of etcd at one revision, as it is stored ({@code mvccpb.KeyValue}). The value is shared and must not be modified.
 *
 * @param createRevision the revision at which the key was created
 * @param modRevision the revision of this value
 */
@SuppressWarnings("ArrayRecordComponent") // raw bytes, compared by content below
public record EtcdKeyValue(String key, long createRevision, long modRevision, long version, byte[] value) {
    private static final int KEY = 1;
    private static final int CREATE_REVISION = 2;
    private static final int MOD_REVISION = 3;
    private static final int VERSION = 4;
    private static final int VALUE = 5;

    public EtcdKeyValue {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(value, "value");
    }

    byte[] encode() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(value.length + key.length() + 32);
        try {
            CodedOutputStream output = CodedOutputStream.newInstance(bytes);
            output.writeByteArray(KEY, key.getBytes(StandardCharsets.UTF_8));
            output.writeInt64(CREATE_REVISION, createRevision);
            output.writeInt64(MOD_REVISION, modRevision);
            output.writeInt64(VERSION, version);
            output.writeByteArray(VALUE, value);
            output.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    static EtcdKeyValue decode(byte[] bytes) throws IOException {
        CodedInputStream input = CodedInputStream.newInstance(bytes);
        String key = "";
        long created = 0;
        long modified = 0;
        long version = 0;
        byte[] value = {};
        for (int tag = input.readTag(); tag != 0; tag = input.readTag()) {
            switch (WireFormat.getTagFieldNumber(tag)) {
                case KEY -> key = new String(input.readByteArray(), StandardCharsets.UTF_8);
                case CREATE_REVISION -> created = input.readInt64();
                case MOD_REVISION -> modified = input.readInt64();
                case VERSION -> version = input.readInt64();
                case VALUE -> value = input.readByteArray();
                default -> input.skipField(tag);
            }
        }
        return new EtcdKeyValue(key, created, modified, version, value);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof EtcdKeyValue that
                && key.equals(that.key)
                && createRevision == that.createRevision
                && modRevision == that.modRevision
                && version == that.version
                && Arrays.equals(value, that.value);
    }

    @Override
    public int hashCode() {
        return 31 * key.hashCode() + Long.hashCode(modRevision);
    }

    /** Omits the value, which may be a secret. */
    @Override
    public String toString() {
        return key + "@" + modRevision;
    }
}
