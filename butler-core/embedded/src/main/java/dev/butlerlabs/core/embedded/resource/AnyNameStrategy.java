package dev.butlerlabs.core.embedded.resource;

/** Roles and bindings may have any name that fits into a path, such as {@code system:node}. */
final class AnyNameStrategy implements Strategy {
    @Override
    public NameRule nameRule() {
        return NameRule.PATH_SEGMENT;
    }
}
