import { defineConfig } from 'vitest/config';

export default defineConfig({
  cacheDir: `${import.meta.dirname}/../node_modules/.vite`,
  test: { root: import.meta.dirname, include: ['**/*.spec.ts'], testTimeout: 60_000, hookTimeout: 60_000, fileParallelism: false, reporters: ['verbose'] },
});
