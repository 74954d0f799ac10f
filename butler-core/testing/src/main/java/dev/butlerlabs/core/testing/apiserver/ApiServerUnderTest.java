package dev.butlerlabs.core.testing.apiserver;

/** A running API server the suites can be put to, with the few things that cannot be asked over its API. */
public interface ApiServerUnderTest extends AutoCloseable {

    ApiServerTarget target();

    /** Called when the suite's own kinds are known; says whether dependents and namespaces will be cleaned up. */
    boolean startControllers();

    /** Makes every resource version before now too old to be listed from. */
    void forgetHistory();

    boolean isEmbedded();

    @Override
    void close();
}
