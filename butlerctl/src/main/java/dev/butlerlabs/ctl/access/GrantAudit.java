package dev.butlerlabs.ctl.access;

import dev.butlerlabs.core.audit.AuditRecord;
import dev.butlerlabs.core.audit.AuditVerb;
import dev.butlerlabs.core.audit.AuditWriter;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.identity.access.AccessReviewClient;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Records grants with the user as the management cluster knows it.
 *
 * @param user empty if the management cluster does not report it
 */
record GrantAudit(CommandContext session, TenantConnection tenant, Optional<String> user) {
    static GrantAudit of(CommandContext session, TenantConnection tenant) {
        Optional<String> user;
        try {
            user = Optional.of(
                    new AccessReviewClient(tenant.management()).self().user());
        } catch (ButlerException e) {
            user = Optional.empty();
        }
        return new GrantAudit(session, tenant, user);
    }

    /** Writes a record. The grant is in force without it, so a failure is only reported. */
    void record(AuditVerb verb, Instant now, List<String> changes) {
        try {
            new AuditWriter(tenant.management())
                    .write(
                            new AuditRecord(
                                    now,
                                    new AuditRecord.Author.User(user.orElse("unknown")),
                                    verb,
                                    AuditRecord.Subject.of(tenant.cluster()),
                                    changes),
                            now.toString());
        } catch (ButlerException e) {
            session.messages().print("Not recorded for 'butleradm audit': " + e.getMessage());
        }
    }
}
