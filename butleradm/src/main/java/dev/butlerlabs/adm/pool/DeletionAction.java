package dev.butlerlabs.adm.pool;

import dev.butlerlabs.adm.management.ManagementClusterConnection;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.cli.ConsentOptions;
import dev.butlerlabs.core.ipam.IpAllocationClient;
import dev.butlerlabs.core.ipam.NetworkPoolClient;
import dev.butlerlabs.core.kube.ObjectName;
import io.fabric8.kubernetes.client.KubernetesClient;

/** A deletion: checks that it is possible, requests confirmation, deletes and reports. */
enum DeletionAction {
    /** Deletes a NetworkPool without allocations. */
    POOL("Delete NetworkPool %s?", "NetworkPool %s deleted.") {
        @Override
        void check(KubernetesClient client, ObjectName name) {
            new NetworkPoolClient(client).requireUnused(name);
        }

        @Override
        void perform(KubernetesClient client, ObjectName name) {
            new NetworkPoolClient(client).delete(name);
        }
    },
    /** Releases the addresses of an IPAllocation. */
    ADDRESSES("Release the addresses of %s?", "Addresses of %s released.") {
        @Override
        void check(KubernetesClient client, ObjectName name) {
            new IpAllocationClient(client).get(name);
        }

        @Override
        void perform(KubernetesClient client, ObjectName name) {
            new IpAllocationClient(client).release(name);
        }
    };

    private final String question;
    private final String report;

    DeletionAction(String question, String report) {
        this.question = question;
        this.report = report;
    }

    abstract void check(KubernetesClient client, ObjectName name);

    abstract void perform(KubernetesClient client, ObjectName name);

    void run(
            CommandContext session,
            CommonOptions common,
            ConnectionOptions connection,
            ConsentOptions consent,
            String name) {
        try (KubernetesClient client = ManagementClusterConnection.connect(session, connection)) {
            ObjectName meant = ManagementClusterConnection.named(connection, name);
            check(client, meant);
            consent.prompts(session).confirm(question.formatted(meant));
            perform(client, meant);
            if (!common.isQuiet()) {
                session.messages().print(report.formatted(meant));
            }
        }
    }
}
