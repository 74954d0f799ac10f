const PATHS = {
  overview: 'M3 12h4l2-6 4 12 2-6h6',
  clusters: 'M12 3l8 4.5v9L12 21l-8-4.5v-9zM12 12l8-4.5M12 12v9M12 12L4 7.5',
  addons: 'M4 4h7v7H4zM13 13h7v7h-7zM4 13h7v7H4zM16.5 4v7M13 7.5h7',
  networks: 'M4 5h16v5H4zM4 14h16v5H4zM8 5v5M14 14v5',
  teams: 'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM3 20c0-3.5 2.5-6 6-6s6 2.5 6 6M16 4.5a3.5 3.5 0 0 1 0 6.5M17.5 14.5c2 .8 3.5 2.8 3.5 5.5',
  providers: 'M4 4h16v6H4zM4 14h16v6H4zM7.5 7h.01M7.5 17h.01',
  runs: 'M3 5h9v3H3zM8 10.5h9v3H8zM12 16h9v3h-9z',
  certificates: 'M4 4h16v11H4zM12 12a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM10 12v8l2-1.5 2 1.5v-8',
  audit: 'M6 3h9l4 4v14H6zM15 3v4h4M9 12h7M9 16h7',
  menu: 'M4 6h16M4 12h16M4 18h16',
  close: 'M6 6l12 12M18 6L6 18',
  plus: 'M12 5v14M5 12h14',
  download: 'M12 4v11M7 11l5 5 5-5M5 20h14',
  up: 'M6 14l6-6 6 6',
  down: 'M6 10l6 6 6-6',
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}
