import { render } from 'preact';
import './styles/base.css';
import './styles/parts.css';
import './styles/pages.css';
import { prefetch } from './api/client';
import { App } from './app';
import { loadSession, namespace, session } from './api/session';
import { clock, startClock } from './format/time';
import { live } from './live/stream';
import { current, startRouter } from './router';
import { applyTheme } from './ui/theme';
import { navigated } from './ui/page';

applyTheme();
startRouter();
startClock();
current.subscribe(() => navigated.add(current.value.path));
namespace.subscribe(() => live.select(namespace.value));
session.subscribe(() => {
  if (session.value.state !== 'active') live.stop();
});
document.addEventListener('visibilitychange', () => {
  live.visibilityChanged(document.hidden);
  if (!document.hidden) clock.set(Date.now());
});

const root = document.getElementById('app')!;
root.replaceChildren();
render(<App />, root);
if (current.value.path === '/') prefetch('/api/overview');
void loadSession();
