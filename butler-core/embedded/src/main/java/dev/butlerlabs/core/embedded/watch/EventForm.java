package dev.butlerlabs.core.embedded.watch;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.embedded.json.KubernetesObject;

/** The form a watcher wants objects in, where it is not the stored one. */
@FunctionalInterface
public interface EventForm {
    /** Objects as they are stored: their bytes are sent without being parsed. */
    EventForm STORED = object -> object.tree();

    ObjectNode show(KubernetesObject object);
}
