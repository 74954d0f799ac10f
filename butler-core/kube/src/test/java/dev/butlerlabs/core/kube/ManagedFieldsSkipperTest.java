package dev.butlerlabs.core.kube;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class ManagedFieldsSkipperTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    private static String read(String text) throws IOException {
        try (JsonParser parser = JSON.createParser(text)) {
            parser.nextToken();
            String read = String.valueOf(ManagedFieldsSkipper.read(parser));
            assertThat(parser.nextToken()).as("everything is read").isNull();
            return read;
        }
    }

    @Test
    void readsEverythingElse() throws IOException {
        assertThat(read("""
                {"kind":"A","metadata":{"name":"x","managedFields":[{"fieldsV1":{"f:a":{}}},7],"labels":{"a":null}},
                 "spec":{"metadata":{"managedFields":1},"managedFields":[true]},"none":null,"list":[1.5,"\\u00e9"]}
                """)).isEqualTo("""
                {"kind":"A","metadata":{"name":"x","labels":{"a":null}},"spec":{"metadata":{"managedFields":1},"managedFields":[true]},"none":null,"list":[1.5,"é"]}""");
    }

    @Test
    void leavesAnythingThatIsNoObjectAsItIs() throws IOException {
        assertThat(read("[{\"metadata\":{\"managedFields\":1}}]")).isEqualTo("[{\"metadata\":{\"managedFields\":1}}]");
        assertThat(read("{\"metadata\":\"text\"}")).isEqualTo("{\"metadata\":\"text\"}");
        assertThat(read("{}")).isEqualTo("{}");
    }
}
