package dev.butlerlabs.core.config;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.common.Anchor;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;

/**
 * A place in a YAML text where the composer would never come back from: nesting without reason, for which it calls itself, and a part
 * that contains or merges itself. The parser below the composer has no such places.
 */
record YamlAbyss(Optional<Mark> mark, String sentence) {
    static Optional<YamlAbyss> find(Iterable<Event> events) {
        Deque<Optional<Anchor>> open = new ArrayDeque<>();
        Map<Anchor, Boolean> isOpen = new HashMap<>();
        for (Event event : events) {
            switch (event) {
                case AliasEvent alias
                when isOpen.getOrDefault(alias.getAlias(), false) -> {
                    return Optional.of(new YamlAbyss(event.getStartMark(), "is an alias inside what it stands for"));
                }
                case CollectionStartEvent start -> {
                    open.push(start.getAnchor());
                    start.getAnchor().ifPresent(anchor -> isOpen.put(anchor, true));
                }
                case CollectionEndEvent _ -> open.pop().ifPresent(anchor -> isOpen.put(anchor, false));
                case NodeEvent node -> node.getAnchor().ifPresent(anchor -> isOpen.put(anchor, false));
                default -> {}
            }
            if (open.size() > YamlTree.DEEPEST) {
                return Optional.of(new YamlAbyss(event.getStartMark(), "is nested too deeply"));
            }
        }
        return Optional.empty();
    }
}
