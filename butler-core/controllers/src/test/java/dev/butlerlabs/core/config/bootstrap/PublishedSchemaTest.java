package dev.butlerlabs.core.config.bootstrap;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.core.config.ConfigKeys;
import dev.butlerlabs.core.provider.InfrastructureProvider;
import dev.butlerlabs.core.provider.ProviderRegistry;
import dev.butlerlabs.core.testing.GoldenFile;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The schema in the documentation matches the shipped providers. */
class PublishedSchemaTest {
    @Test
    void theSchemaIsPublished() throws JsonProcessingException {
        DefaultPrettyPrinter printer = new DefaultPrettyPrinter();
        printer.indentArraysWith(DefaultIndenter.SYSTEM_LINEFEED_INSTANCE.withLinefeed("\n"));
        printer.indentObjectsWith(DefaultIndenter.SYSTEM_LINEFEED_INSTANCE.withLinefeed("\n"));

        GoldenFile.check(
                "docs/schema/bootstrap.schema.json",
                new ObjectMapper().writer(printer).writeValueAsString(BootstrapSchema.tree(shipped())) + "\n");
    }

    private static Map<String, ConfigKeys> shipped() {
        return ProviderRegistry.load().all().stream()
                .collect(Collectors.toMap(
                        provider -> provider.profile().name(),
                        InfrastructureProvider::keys,
                        (one, other) -> one,
                        LinkedHashMap::new));
    }
}
