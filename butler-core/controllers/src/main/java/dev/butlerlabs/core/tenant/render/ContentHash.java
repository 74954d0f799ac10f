package dev.butlerlabs.core.tenant.render;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.butlerlabs.core.provider.clusterapi.UnstructuredFieldMap;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** A short hash of a content, independent of the order of its keys. */
final class ContentHash {
    private static final int BYTES = 4;
    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
            .build();

    private ContentHash() {}

    static String of(UnstructuredFieldMap content) {
        try {
            byte[] text = JSON.writeValueAsString(content.map()).getBytes(StandardCharsets.UTF_8);
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(text), 0, BYTES);
        } catch (JsonProcessingException | NoSuchAlgorithmException e) {
            throw new IllegalStateException(
                    "trees of plain values can be serialized and every Java runtime provides SHA-256", e);
        }
    }
}
