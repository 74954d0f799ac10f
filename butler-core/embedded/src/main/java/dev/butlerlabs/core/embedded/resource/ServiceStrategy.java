package dev.butlerlabs.core.embedded.resource;

/** Strategy of Services: their names are host names and must be DNS labels. */
final class ServiceStrategy implements ResourceStrategy {
    @Override
    public NameRule nameRule() {
        return NameRule.LABEL;
    }
}
