package dev.butlerlabs.core.embedded;

/**
 * Stands at the door of a server, sees everything that is asked for and decides what becomes of it. This is how a simulated world ends a
 * caller at a moment of its choice; usually the door is open.
 */
public interface Gate {
    Gate OPEN = visit -> Verdict.PASS;

    /** Called before anything is done. */
    Verdict before(Visit visit);

    /** Called when the request has been handled, before the response is sent; not called for a request whose body did not arrive. */
    default void after(Visit visit) {}

    /** What becomes of a request. */
    enum Verdict {
        PASS,
        /** Nothing is done, and the connection is closed. */
        REFUSE,
        /** It is done, and the connection is closed without an answer. */
        LOSE
    }

    /**
     * A request at a door.
     *
     * @param caller what the caller calls itself; empty when it does not say
     * @param method as the protocol of the door has it, such as {@code PATCH}
     * @param target what the request is about, such as the path
     */
    record Visit(String caller, String method, String target) {}
}
