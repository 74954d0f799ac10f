import { defineConfig } from 'vite';

const server = process.env['BUTLER_CONSOLE_SERVER'] ?? 'http://127.0.0.1:8085';

export default defineConfig({
  build: {
    outDir: '../src/main/resources/dev/butlerlabs/core/server/console',
    emptyOutDir: true,
    target: 'es2022',
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  server: { host: '127.0.0.1', port: 5173, strictPort: true, proxy: { '/api': { target: server } } },
});
