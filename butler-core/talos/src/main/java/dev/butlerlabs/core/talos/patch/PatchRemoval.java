package dev.butlerlabs.core.talos.patch;

import dev.butlerlabs.core.talos.config.ConfigFieldType;
import dev.butlerlabs.core.talos.config.PatchDeletion;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A deletion by a patch: an entry of a map, or the first item of a list that a field identifies.
 *
 * @param path keys from the root of the document
 * @param selector field and value of the item, if an item of the list at the path is deleted
 */
record PatchRemoval(List<String> path, Map.Entry<String, String> selector) {
    private static final Map.Entry<String, String> NO_SELECTOR = Map.entry("", "");

    /** Removes all deletion markers, and maps that become empty, from the patch and returns the deletions. */
    static List<PatchRemoval> takeOutOf(Map<String, Object> patch) throws UnfitException {
        List<PatchRemoval> removals = new ArrayList<>();
        fromMap(patch, List.of(), false, removals);
        return removals;
    }

    /** @return whether the map became empty */
    private static boolean fromMap(Map<?, ?> map, List<String> path, boolean inList, List<PatchRemoval> removals)
            throws UnfitException {
        boolean shrunk = false;
        for (Iterator<? extends Map.Entry<?, ?>> entries = map.entrySet().iterator(); entries.hasNext(); ) {
            Map.Entry<?, ?> entry = entries.next();
            List<String> place = append(path, String.valueOf(entry.getKey()));
            boolean empty;
            if (PatchDeletion.isMarked(entry.getValue())) {
                if (inList) {
                    throw new UnfitException(
                            String.join(".", place), "cannot delete parts of a list item, only the whole item");
                }
                removals.add(new PatchRemoval(place, NO_SELECTOR));
                empty = true;
            } else {
                empty = fromValue(entry.getValue(), place, inList, removals);
            }
            if (empty) {
                entries.remove();
                shrunk = true;
            }
        }
        return shrunk && map.isEmpty();
    }

    private static boolean fromValue(Object value, List<String> path, boolean inList, List<PatchRemoval> removals)
            throws UnfitException {
        return switch (value) {
            case Map<?, ?> map -> fromMap(map, path, inList, removals);
            case List<?> list -> fromList(list, path, inList, removals);
            case null, default -> false;
        };
    }

    private static boolean fromList(List<?> list, List<String> path, boolean inList, List<PatchRemoval> removals)
            throws UnfitException {
        boolean shrunk = false;
        for (Iterator<?> items = list.iterator(); items.hasNext(); ) {
            Object item = items.next();
            boolean empty;
            if (PatchDeletion.isMarked(item)) {
                if (inList) {
                    throw new UnfitException(
                            String.join(".", path), "cannot delete parts of a list item, only the whole item");
                }
                removals.add(new PatchRemoval(path, selector((Map<?, ?>) item, path)));
                empty = true;
            } else {
                empty = fromValue(item, path, true, removals);
            }
            if (empty) {
                items.remove();
                shrunk = true;
            }
        }
        return shrunk && list.isEmpty();
    }

    private static Map.Entry<String, String> selector(Map<?, ?> item, List<String> path) throws UnfitException {
        for (Map.Entry<?, ?> entry : item.entrySet()) {
            if (!PatchDeletion.KEY.equals(entry.getKey())) {
                return Map.entry(String.valueOf(entry.getKey()), String.valueOf(entry.getValue()));
            }
        }
        throw new UnfitException(
                String.join(".", path), "deleting a list item requires a field besides $patch that identifies it");
    }

    private static List<String> append(List<String> path, String key) {
        List<String> longer = new ArrayList<>(path);
        longer.add(key);
        return longer;
    }

    void apply(Map<String, Object> document, ConfigFieldType.Struct shape) throws UnfitException {
        Map<?, ?> parent = document;
        ConfigFieldType at = shape;
        for (String key : path.subList(0, path.size() - 1)) {
            at = child(at, key);
            Object value = parent.get(key);
            if (!(value instanceof Map<?, ?> map)) {
                throw missing();
            }
            parent = map;
        }
        if (selector == NO_SELECTOR) {
            removeEntry(parent, at);
        } else {
            removeItem(parent.get(path.getLast()));
        }
    }

    /** Removes an entry. A missing known field is not an error, but a missing user-defined key is. */
    private void removeEntry(Map<?, ?> parent, ConfigFieldType at) throws UnfitException {
        boolean was = parent.containsKey(path.getLast());
        parent.remove(path.getLast());
        boolean known =
                at instanceof ConfigFieldType.Struct struct && struct.fields().containsKey(path.getLast());
        if (!was && !known) {
            throw missing();
        }
    }

    private void removeItem(Object value) throws UnfitException {
        if (value instanceof List<?> list) {
            for (Iterator<?> items = list.iterator(); items.hasNext(); ) {
                if (items.next() instanceof Map<?, ?> item && isSelected(item)) {
                    items.remove();
                    return;
                }
            }
        }
        throw missing();
    }

    private boolean isSelected(Map<?, ?> item) {
        return Objects.toString(item.get(selector.getKey()), "").equals(selector.getValue());
    }

    private static ConfigFieldType child(ConfigFieldType shape, String key) {
        return switch (shape) {
            case ConfigFieldType.Struct struct
            when struct.fields().containsKey(key) -> struct.fields().get(key).shape();
            case ConfigFieldType.Entries entries -> entries.value();
            case ConfigFieldType.Struct _,
                    ConfigFieldType.Items _,
                    ConfigFieldType.Arguments _,
                    ConfigFieldType.Scalar _,
                    ConfigFieldType.Free _ -> new ConfigFieldType.Free();
        };
    }

    private UnfitException missing() {
        return new UnfitException(String.join(".", path), "cannot be deleted because it does not exist");
    }
}
