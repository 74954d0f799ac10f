import { describe, expect, test } from 'vitest';
import { changedPaths, mergeValues } from './merge';

describe('changes of two users', () => {
  const base = { a: '1', b: '1', c: '1' };

  test('own changes are applied to the version of the other user', () => {
    const merged = mergeValues(base, { ...base, a: '2', d: 'new' }, { ...base, b: '3' });
    expect(merged.values).toEqual({ a: '2', b: '3', c: '1', d: 'new' });
    expect(merged.contested.size).toBe(0);
  });

  test('a field that both changed keeps the own text, and names that of the other user', () => {
    const merged = mergeValues(base, { ...base, a: '2' }, { ...base, a: '3' });
    expect(merged.values['a']).toBe('2');
    expect([...merged.contested]).toEqual([['a', '3']]);
  });

  test('the same change of both is not contested', () => {
    expect(mergeValues(base, { ...base, a: '2' }, { ...base, a: '2' }).contested.size).toBe(0);
  });

  test('a text that was removed stays removed', () => {
    expect(mergeValues(base, { b: '1', c: '1' }, base).values).toEqual({ b: '1', c: '1' });
    expect(mergeValues(base, { ...base, a: '' }, base).values['a']).toBe('');
  });

  test('spaces around a text are not a change', () => {
    expect(changedPaths(base, { ...base, a: ' 1 ' })).toEqual([]);
    expect(changedPaths({}, { a: '' })).toEqual([]);
  });
});
