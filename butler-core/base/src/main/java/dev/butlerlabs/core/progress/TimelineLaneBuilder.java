package dev.butlerlabs.core.progress;

import dev.butlerlabs.core.progress.RunTimeline.Lane;
import dev.butlerlabs.core.progress.RunTimeline.Period;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Collects the states of one machine or addon. */
final class TimelineLaneBuilder {
    private final String name;
    private final List<Period> periods = new ArrayList<>();
    private String address = "";
    private String detail = "";

    TimelineLaneBuilder(String name) {
        this.name = name;
    }

    /** Adds a state. An address stays known after the machine lost it. */
    void add(Instant at, ResourceState state, String newAddress, String newDetail) {
        address = newAddress.isEmpty() ? address : newAddress;
        detail = newDetail;
        if (periods.isEmpty() || periods.getLast().state() != state) {
            endLast(at);
            periods.add(new Period(state, at, at));
        }
    }

    private void endLast(Instant at) {
        if (!periods.isEmpty()) {
            Period last = periods.removeLast();
            periods.add(new Period(last.state(), last.began(), at));
        }
    }

    Lane lane(Instant now) {
        endLast(now);
        return new Lane(name, address, detail, periods);
    }
}
