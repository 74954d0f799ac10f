package dev.butlerlabs.core.embedded.resource;

/** Strategy of roles and bindings: any name that is a valid path segment is allowed, such as {@code system:node}. */
final class AnyNameStrategy implements ResourceStrategy {
    @Override
    public NameRule nameRule() {
        return NameRule.PATH_SEGMENT;
    }
}
