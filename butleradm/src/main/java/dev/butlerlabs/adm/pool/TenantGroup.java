package dev.butlerlabs.adm.pool;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.ipam.PoolSpecReader;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A number of tenants of equal size.
 *
 * @param count number of tenants
 * @param nodes node addresses per tenant; 0 for none
 * @param balancers load balancer addresses per tenant; 0 for none
 */
record TenantGroup(int count, int nodes, int balancers) {
    private static final Pattern FORM = Pattern.compile("(?:(\\d{1,6})x)?(\\d{1,8})\\+(\\d{1,8})");

    static TenantGroup usual(int count, PoolSpecReader shape) {
        return new TenantGroup(count, shape.nodesPerTenant(), shape.balancersPerTenant());
    }

    /**
     * Parses {@code 10x5+8}: ten tenants with 5 node addresses and 8 load balancer addresses each.
     *
     * @throws ButlerException if the text has another form
     */
    static TenantGroup parse(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw new ButlerException(
                    ErrorCode.USAGE,
                    "invalid tenant size \"%s\".".formatted(text),
                    "Use NODES+LOADBALANCERS, or COUNTxNODES+LOADBALANCERS for several tenants.");
        }
        int count = form.group(1) == null ? 1 : Integer.parseInt(form.group(1));
        return new TenantGroup(count, Integer.parseInt(form.group(2)), Integer.parseInt(form.group(3)));
    }

    /** Returns the requested range sizes of each tenant. */
    List<List<Long>> wishes() {
        List<Long> one = new ArrayList<>();
        if (nodes > 0) {
            one.add((long) nodes);
        }
        if (balancers > 0) {
            one.add((long) balancers);
        }
        List<List<Long>> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            all.add(List.copyOf(one));
        }
        return all;
    }
}
