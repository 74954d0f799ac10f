package dev.butlerlabs.core.provider.rest;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * One page of a list.
 *
 * @param next token or URL of the next page; empty on the last one
 */
public record ListPage(List<JsonNode> items, Optional<String> next) {
    public ListPage {
        items = List.copyOf(items);
        next = next.filter(token -> !token.isBlank());
    }

    /**
     * Returns the items of all pages.
     *
     * @param reader reads the page of a token, or the first one if it is empty
     * @throws ButlerException with PROVIDER_TROUBLED if the server returns the same page again and again
     */
    public static List<JsonNode> readAll(Function<Optional<String>, ListPage> reader) {
        List<JsonNode> all = new ArrayList<>();
        Set<String> read = new HashSet<>();
        ListPage page = reader.apply(Optional.empty());
        all.addAll(page.items());
        while (page.next().isPresent()) {
            if (!read.add(page.next().get())) {
                throw new ButlerException(
                        ErrorCode.PROVIDER_TROUBLED, "The infrastructure returned a list that refers to itself.");
            }
            page = reader.apply(page.next());
            all.addAll(page.items());
        }
        return List.copyOf(all);
    }
}
