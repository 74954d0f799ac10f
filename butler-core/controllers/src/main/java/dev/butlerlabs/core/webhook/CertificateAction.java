package dev.butlerlabs.core.webhook;

/** A change of the certificates of the webhook. */
enum CertificateAction {
    /** Nothing is due. */
    KEEP,
    /** Create an authority and a serving certificate. */
    CREATE,
    /** Create an authority that API servers trust besides the others; the serving certificate stays. */
    ADD_AUTHORITY,
    /** Issue a serving certificate by the newest authority. */
    ISSUE_SERVING,
    /** Remove all authorities but the newest from the bundle. */
    DROP_AUTHORITIES
}
