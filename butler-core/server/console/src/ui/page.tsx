import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { setQuery, useLocation } from '../router';

/** The heading of a page. It gets the focus after navigation, so that screen readers announce the page. */
export function Page({ title, crumbs, badge, actions, children }: {
  title: string;
  crumbs?: [string, string][];
  badge?: ComponentChildren;
  actions?: ComponentChildren;
  children: ComponentChildren;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { path } = useLocation();
  useEffect(() => {
    document.title = `${title} · Butler`;
  }, [title]);
  useEffect(() => {
    if (navigated.has(path)) heading.current?.focus({ preventScroll: true });
  }, [path]);
  return (
    <>
      <header class="page-header">
        {crumbs && (
          <nav aria-label="Breadcrumb" class="crumbs">
            {crumbs.map(([text, href]) => <><a href={href}>{text}</a><span aria-hidden="true">/</span></>)}
          </nav>
        )}
        <div class="page-title">
          <h1 ref={heading} tabIndex={-1}>{title}</h1>
          {badge}
          {actions && <div class="actions">{actions}</div>}
        </div>
      </header>
      {children}
    </>
  );
}

/** Paths that were reached by a link of the console, not by loading the page. */
export const navigated = new Set<string>();

export interface Tab {
  id: string;
  title: string;
  count?: number | undefined;
}

/** Tabs are links with a query parameter, so that each has an address. */
export function Tabs({ label, tabs, selected }: { label: string; tabs: Tab[]; selected: string }) {
  const { path } = useLocation();
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    const link = box.current?.querySelector<HTMLElement>('[aria-current]');
    if (box.current && link) box.current.scrollLeft = link.offsetLeft - box.current.offsetLeft - 40;
  }, [selected]);
  return (
    <nav aria-label={label} class="tabs" ref={box}>
      {tabs.map((tab, i) => (
        <a key={tab.id} href={i === 0 ? path : `${path}?tab=${tab.id}`} aria-current={tab.id === selected ? 'page' : undefined}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
            event.preventDefault();
            setQuery({ tab: i === 0 ? '' : tab.id });
          }}>
          {tab.title}{tab.count !== undefined && <span class="count">{tab.count}</span>}
        </a>
      ))}
    </nav>
  );
}

export function useTab(tabs: Tab[]): string {
  const wanted = useLocation().query.get('tab');
  return tabs.find((tab) => tab.id === wanted)?.id ?? tabs[0]!.id;
}

export function Card({ title, link, children, wide }: { title: string; link?: [string, string]; children: ComponentChildren; wide?: boolean }) {
  const id = `card-${title.toLowerCase().replace(/\W+/g, '-')}`;
  return (
    <section class={wide ? 'card wide' : 'card'} aria-labelledby={id}>
      <header><h2 id={id}>{title}</h2>{link && <a href={link[1]}>{link[0]}</a>}</header>
      {children}
    </section>
  );
}
