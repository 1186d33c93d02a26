import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setFilters, viewsOf, withoutView, withView } from './views.ts';

const MINE = { name: 'Mine', filters: { mine: 'true' } };
const ALL = { name: 'All', filters: {} };

describe('saved views', () => {
  it('are sorted by name, and there are none before one is saved', () => {
    const others = { theme: null, density: null, letter_keys: true, language: null };
    const preferences = { ...others, saved_views: { jobs: [MINE, ALL] } };
    assert.deepEqual(viewsOf(preferences, 'jobs'), [ALL, MINE]);
    assert.deepEqual(viewsOf(preferences, 'leads'), []);
    assert.deepEqual(viewsOf(null, 'jobs'), []);
  });

  it('have a name once: the newer one stays', () => {
    const changed = { name: 'Mine', filters: { q: 'boiler' } };
    assert.deepEqual(withView([MINE, ALL], changed), [ALL, changed]);
    assert.deepEqual(withoutView([MINE, ALL], 'Mine'), [ALL]);
  });

  it('have only the filters that are set', () => {
    assert.deepEqual(setFilters({ q: '', mine: undefined, status: 'new' }), { status: 'new' });
  });
});
