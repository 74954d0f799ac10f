package dev.butlerlabs.core.embedded.watch;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.embedded.json.KubernetesObject;

/** The form of objects in watch events, if it differs from the stored form. */
@FunctionalInterface
public interface WatchEventFormat {
    /** Objects as they are stored: their bytes are sent without parsing. */
    WatchEventFormat STORED = object -> object.tree();

    ObjectNode show(KubernetesObject object);
}
