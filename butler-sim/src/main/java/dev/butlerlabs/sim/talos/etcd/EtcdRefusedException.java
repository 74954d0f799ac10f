package dev.butlerlabs.sim.talos.etcd;

/** A rejected request, with the message of etcd. */
public final class EtcdRefusedException extends Exception {
    private static final long serialVersionUID = 1L;

    private final boolean memberNotFound;

    private EtcdRefusedException(String message, boolean memberNotFound) {
        super(message);
        this.memberNotFound = memberNotFound;
    }

    static EtcdRefusedException noLeader() {
        return new EtcdRefusedException("etcdserver: no leader", false);
    }

    static EtcdRefusedException unhealthy() {
        return new EtcdRefusedException("etcdserver: unhealthy cluster", false);
    }

    static EtcdRefusedException notEnoughMembers() {
        return new EtcdRefusedException("etcdserver: re-configuration failed due to not enough started members", false);
    }

    static EtcdRefusedException notFound() {
        return new EtcdRefusedException("etcdserver: member not found", true);
    }

    static EtcdRefusedException onlyOneMember() {
        return new EtcdRefusedException("cannot forfeit leadership, only one member", false);
    }

    /** Returns whether the request names a member that does not exist. */
    public boolean isMemberNotFound() {
        return memberNotFound;
    }
}
