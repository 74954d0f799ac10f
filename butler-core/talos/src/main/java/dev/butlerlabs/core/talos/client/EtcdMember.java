package dev.butlerlabs.core.talos.client;

import java.util.List;
import java.util.Objects;

/**
 * A member of etcd.
 *
 * @param id member ID as an unsigned number
 */
public record EtcdMember(long id, String hostname, List<String> peerUrls, List<String> clientUrls, boolean learner) {
    public EtcdMember {
        Objects.requireNonNull(hostname, "hostname");
        peerUrls = List.copyOf(peerUrls);
        clientUrls = List.copyOf(clientUrls);
    }
}
