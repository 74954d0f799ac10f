package dev.butlerlabs.adm.pool;

import dev.butlerlabs.adm.management.ClusterOptions;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.cli.ConsentOptions;
import dev.butlerlabs.core.cli.Session;
import dev.butlerlabs.core.ipam.IpAllocations;
import dev.butlerlabs.core.ipam.NetworkPools;
import dev.butlerlabs.core.kube.ObjectName;
import io.fabric8.kubernetes.client.KubernetesClient;

/** A deletion: checks that it is possible, requests confirmation, deletes and reports. */
enum Removal {
    /** Deletes a NetworkPool without allocations. */
    POOL("Delete NetworkPool %s?", "NetworkPool %s deleted.") {
        @Override
        void check(KubernetesClient client, ObjectName name) {
            new NetworkPools(client).requireUnused(name);
        }

        @Override
        void perform(KubernetesClient client, ObjectName name) {
            new NetworkPools(client).delete(name);
        }
    },
    /** Releases the addresses of an IPAllocation. */
    ADDRESSES("Release the addresses of %s?", "Addresses of %s released.") {
        @Override
        void check(KubernetesClient client, ObjectName name) {
            new IpAllocations(client).get(name);
        }

        @Override
        void perform(KubernetesClient client, ObjectName name) {
            new IpAllocations(client).release(name);
        }
    };

    private final String question;
    private final String report;

    Removal(String question, String report) {
        this.question = question;
        this.report = report;
    }

    abstract void check(KubernetesClient client, ObjectName name);

    abstract void perform(KubernetesClient client, ObjectName name);

    void run(Session session, CommonOptions common, ConnectionOptions connection, ConsentOptions consent, String name) {
        try (KubernetesClient client = ClusterOptions.connect(session, connection)) {
            ObjectName meant = ClusterOptions.named(connection, name);
            check(client, meant);
            consent.prompts(session).confirm(question.formatted(meant));
            perform(client, meant);
            if (!common.isQuiet()) {
                session.messages().print(report.formatted(meant));
            }
        }
    }
}
