import { Store, useStore } from '../state/store';

export type Theme = 'system' | 'light' | 'dark';

const KEY = 'butler.theme';
const THEMES: readonly Theme[] = ['system', 'light', 'dark'];
const NAMES: Record<Theme, string> = { system: 'System', light: 'Light', dark: 'Dark' };

const theme = new Store<Theme>(stored());

function stored(): Theme {
  const value = typeof localStorage === 'undefined' ? null : localStorage.getItem(KEY);
  return THEMES.find((one) => one === value) ?? 'system';
}

export function applyTheme(): void {
  document.documentElement.dataset['theme'] = theme.value;
}

export function ThemeSwitch() {
  const value = useStore(theme);
  return (
    <label class="theme-switch">
      <span>Colors</span>
      <select value={value} onChange={(event) => {
        theme.set(event.currentTarget.value as Theme);
        localStorage.setItem(KEY, theme.value);
        applyTheme();
      }}>
        {THEMES.map((one) => <option value={one}>{NAMES[one]}</option>)}
      </select>
    </label>
  );
}
