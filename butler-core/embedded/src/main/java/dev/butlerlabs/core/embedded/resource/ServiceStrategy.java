package dev.butlerlabs.core.embedded.resource;

/** Services are host names, so their names are labels of the domain name system. */
final class ServiceStrategy implements Strategy {
    @Override
    public NameRule nameRule() {
        return NameRule.LABEL;
    }
}
