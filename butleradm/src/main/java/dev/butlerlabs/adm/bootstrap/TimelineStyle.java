package dev.butlerlabs.adm.bootstrap;

/** The style of the timeline page. Names no other file, so that the page needs no connection. */
final class TimelineStyle {
    /** On a narrow screen, the name of a row is above its lane, and every second label of the axis is hidden. */
    static final String CSS = """
            :root {
              color-scheme: light dark;
              --page: #ffffff; --card: #f5f6f8; --text: #1b1f24; --soft: #59636e; --rule: #d8dde3; --lane: #eceff2;
              --active: #1f7a4d; --waiting: #d29922; --failed: #c0362c; --idle: #8c959f; --progress: #3a76c4; --mark: #8250df;
            }
            @media (prefers-color-scheme: dark) {
              :root {
                --page: #0f1318; --card: #181d24; --text: #e6e9ed; --soft: #9aa4af; --rule: #2d343d; --lane: #20262e;
                --active: #3fb27f; --waiting: #d9a441; --failed: #e5645a; --idle: #6b7580; --progress: #5c9ce6; --mark: #b38cf0;
              }
            }
            * { box-sizing: border-box; }
            body { margin: 0; background: var(--page); color: var(--text); font: 15px/1.45 system-ui, sans-serif; }
            main { max-width: 76rem; margin: 0 auto; padding: 1.25rem 1rem 3rem; }
            h1 { font-size: 1.5rem; margin: 0 0 .25rem; overflow-wrap: anywhere; }
            h2 { font-size: 1.15rem; margin: 0; display: flex; flex-wrap: wrap; gap: .3rem .6rem; align-items: baseline; }
            h3 { font-size: .8rem; letter-spacing: .04em; text-transform: uppercase; color: var(--soft); margin: 1.4rem 0 .3rem; }
            p { margin: .2rem 0; } .soft, time { color: var(--soft); font-weight: 400; font-size: .9rem; }
            section { margin-top: 1.5rem; }
            .end { font-size: .8rem; font-weight: 600; padding: .05rem .55rem; border-radius: 1rem; color: #fff; background: var(--idle); }
            .end.well { background: #1f7a4d; } .end.badly { background: #b3261e; } .end.untold { background: #5b6570; }
            .totals { display: grid; grid-template-columns: repeat(auto-fit, minmax(6.5rem, 1fr)); gap: .5rem; margin: .8rem 0; }
            .totals div { background: var(--card); border-radius: .5rem; padding: .5rem .7rem; }
            .totals dt { color: var(--soft); font-size: .78rem; } .totals dd { margin: 0; font-size: 1.2rem; font-weight: 600; }
            .key { display: flex; flex-wrap: wrap; gap: .2rem 1rem; list-style: none; padding: 0; margin: .6rem 0; font-size: .85rem; }
            .key i { display: inline-block; width: .9em; height: .9em; border-radius: 3px; margin-right: .4em; vertical-align: -.1em; }
            .rows { list-style: none; margin: 0; padding: 0; }
            .row, .axis { display: grid; grid-template-columns: minmax(9rem, 17rem) 1fr 4.2rem; gap: 0 .8rem; align-items: center; }
            .row { border-top: 1px solid var(--rule); padding: .25rem 0; }
            .name { min-width: 0; overflow-wrap: anywhere; }
            .name small { display: block; color: var(--soft); font-size: .8rem; }
            .took { text-align: right; font-variant-numeric: tabular-nums; }
            .lane { position: relative; height: 1.1rem; border-radius: 3px; background: var(--lane); grid-column: 2; }
            .lane::before { content: ""; position: absolute; inset: 0; background:
                repeating-linear-gradient(to right, var(--rule) 0 1px, transparent 1px var(--tick)); }
            .took { grid-column: 3; }
            .bar { position: absolute; top: 0; bottom: 0; min-width: 2px; border-radius: 2px; background: var(--idle); }
            .bar.active, .bar.ready, .bar.deleted, i.active { background: var(--active); } .bar.waiting, i.waiting { background: var(--waiting); } .bar.waiting { border-radius: 0; }
            .bar.failed, i.failed { background: var(--failed); } .bar.interrupted, .bar.pending, .bar.unknown, i.idle { background: var(--idle); }
            .bar.creating, .bar.installing, .bar.running, .bar.configured, .bar.upgrading, .bar.deleting, i.progress { background: var(--progress); }
            .bar.running, .bar.configured { opacity: .75; } .bar.gap { background: var(--lane); }
            .mark { position: absolute; top: -.35rem; bottom: -.35rem; width: 0; border-left: 2px solid var(--mark); }
            .mark b { position: absolute; top: -.1rem; left: -.5rem; width: 1rem; height: 1rem; border-radius: 50%; background: var(--mark); color: var(--page);
                font-size: .7rem; line-height: 1rem; text-align: center; }
            .mark.bad { border-color: var(--failed); } .mark.bad b { background: var(--failed); }
            .axis { position: sticky; top: 0; background: var(--page); z-index: 2; padding: .3rem 0; font-size: .78rem; color: var(--soft); }
            .axis .scale { position: relative; height: 1.1rem; grid-column: 2; }
            .axis .scale span { position: absolute; transform: translateX(-50%); white-space: nowrap; }
            .axis .scale span:first-child { transform: none; }
            details { grid-column: 1 / -1; font-size: .85rem; } summary { cursor: pointer; color: var(--soft); }
            details ul { margin: .2rem 0 .4rem; padding-left: 1.2rem; overflow-wrap: anywhere; }
            .fold > summary { padding: .3rem 0; border-top: 1px solid var(--rule); }
            .faults { margin: .3rem 0; padding-left: 1.2rem; overflow-wrap: anywhere; }
            @media (max-width: 640px) {
              .row, .axis { grid-template-columns: 1fr auto; }
              .row .name { grid-column: 1; grid-row: 1; } .row .took { grid-column: 2; grid-row: 1; }
              .row .lane { grid-column: 1 / -1; grid-row: 2; margin: .45rem 0 .3rem; } .axis .scale { grid-column: 1 / -1; }
              .axis .scale .minor { display: none; } .axis > :first-child, .axis > :last-child { display: none; }
            }
            @media print { .axis { position: static; } details > * { display: block; } }
            """;

    private TimelineStyle() {}
}
