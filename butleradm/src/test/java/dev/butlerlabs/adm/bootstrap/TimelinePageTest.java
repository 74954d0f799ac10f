package dev.butlerlabs.adm.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.progress.RunSummary;
import dev.butlerlabs.core.progress.RunTimeline;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimelinePageTest {
    private static final RunTimeline TIMELINE = TimelineFixture.timeline();
    private static final String PAGE = TimelinePage.of("demo", TIMELINE);

    @Test
    void theTotalsAreThoseOfTheRun() {
        RunSummary summary = RunSummary.of(TIMELINE.last().orElseThrow());
        assertThat(PAGE)
                .contains(
                        "<dt>duration</dt><dd>%s</dd>".formatted(summary.duration()),
                        "<dt>machines</dt><dd>3</dd>",
                        "<dt>addons</dt><dd>4</dd>",
                        "<dt>retries</dt><dd>1</dd>",
                        "<dt>faults handled</dt><dd>1/2</dd>");
    }

    @Test
    void machinesAndAddonsHaveLanesAndFaultsAndRetriesAreMarked() {
        assertThat(PAGE)
                .contains("demo-cp-1<small>10.20.30.11</small>", ">cert-manager</span>")
                .contains("injected: response lost for cp-1; machine found again, no duplicate")
                .contains("handled at 15.0s", "not seen to be handled")
                .contains("<b>↯</b>", "title=\"entered again\"");
    }

    @Test
    void shortStepsAreFolded() {
        assertThat(PAGE).contains("<summary>2 short steps, 0.0s together</summary>");
    }

    @Test
    void everyLaneIsDescribedForScreenReaders() {
        long lanes = occurrences("class=\"lane\"");
        assertThat(lanes).isGreaterThan(10).isEqualTo(occurrences("role=\"img\" aria-label=\"[^\"]+\""));
        assertThat(PAGE).contains("<html lang=\"en\">", "<h1>demo</h1>", "<title>Timeline of demo</title>");
    }

    private static long occurrences(String pattern) {
        return Pattern.compile(pattern).matcher(PAGE).results().count();
    }

    @Test
    void theBrowserIsForbiddenEveryRequest() {
        assertThat(PAGE)
                .contains("content=\"default-src 'none'; style-src 'unsafe-inline'\"")
                .doesNotContain("<script", "src=", "href=", "url(", "@import");
    }

    @Test
    void textOfTheRunCannotBecomeMarkup() {
        assertThat(PAGE).contains("&lt;no capacity&gt; &amp; &quot;quota&quot;").doesNotContain("<no capacity>");
        assertThat(TimelinePage.of("<b>'x'", new RunTimeline(List.of()))).contains("<h1>&lt;b&gt;&#39;x&#39;</h1>");
    }

    @Test
    void everyBarIsWithinItsLane() {
        Stream<double[]> bars = Pattern.compile("left:([0-9.]+)%;width:([0-9.]+)%")
                .matcher(PAGE)
                .results()
                .map(bar -> new double[] {Double.parseDouble(bar.group(1)), Double.parseDouble(bar.group(2))});
        assertThat(bars)
                .isNotEmpty()
                .allSatisfy(bar -> assertThat(bar[0] + bar[1]).isBetween(0.0, 100.02));
    }

    @ParameterizedTest
    @CsvSource({
        "0, 100, 1, 0.0s",
        "900, 100, 10, 0.9s",
        "44000, 5000, 9, 40s",
        "95000, 10000, 10, 1m30s",
        "3600000, 600000, 7, 1h00m"
    })
    void theAxisHasUpToTenTicksAtRoundTimes(long millis, long step, int ticks, String last) {
        RunTimeline.Run run = new RunTimeline.Run(
                "bootstrap",
                Instant.EPOCH,
                Instant.EPOCH.plusMillis(millis),
                RunTimeline.End.WELL,
                "",
                List.of(),
                List.of(),
                List.of(),
                List.of());
        TimelineAxis axis = TimelineAxis.of(run);
        assertThat(axis.step()).isEqualTo(Duration.ofMillis(step));
        assertThat(axis.ticks()).hasSize(ticks);
        assertThat(axis.label(axis.ticks().getLast())).isEqualTo(last);
    }
}
