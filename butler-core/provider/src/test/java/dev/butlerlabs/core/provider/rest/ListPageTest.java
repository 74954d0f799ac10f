package dev.butlerlabs.core.provider.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import dev.butlerlabs.core.error.ButlerException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ListPageTest {
    @Test
    void allPagesAreRead() {
        Map<String, ListPage> pages = Map.of("", page(1, "b"), "b", page(2, "c"), "c", page(3, " "));

        assertThat(ListPage.readAll(token -> pages.get(token.orElse(""))).stream()
                        .map(JsonNode::asInt))
                .containsExactly(1, 2, 3);
    }

    @Test
    void anEndlessListIsReported() {
        assertThatThrownBy(() -> ListPage.readAll(_ -> page(1, "again")))
                .isInstanceOf(ButlerException.class)
                .hasMessageContaining("refers to itself");
    }

    private static ListPage page(int item, String next) {
        return new ListPage(List.of(IntNode.valueOf(item)), Optional.of(next));
    }
}
