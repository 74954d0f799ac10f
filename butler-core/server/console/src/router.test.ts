import { expect, test } from 'vitest';
import { localPath, match } from './router';

test('paths are matched with their parameters', () => {
  expect(match('/clusters/:ns/:name', '/clusters/payments/web%2Fx')).toEqual({ ns: 'payments', name: 'web/x' });
  expect(match('/clusters/:ns/:name', '/clusters/payments')).toBeUndefined();
  expect(match('/', '/')).toEqual({});
  expect(match('/teams', '/teams/')).toEqual({});
  expect(match('/runs/:id', '/runs/%E0%A4%A')).toEqual({ id: '%E0%A4%A' });
});

test.each(['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)', '/a\\b', '', null])('%j is not a path of this server', (target) => {
  expect(localPath(target)).toBe('/');
});

test('a path of this server is kept with its query', () => expect(localPath('/clusters/a/b?tab=events')).toBe('/clusters/a/b?tab=events'));
