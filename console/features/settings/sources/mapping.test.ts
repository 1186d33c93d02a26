import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { mappingIn, otherLines } from './mapping.ts';

describe('the mapping of a source', () => {
  it('comes back as it was, with its templates', () => {
    const mapping = {
      name: '{{ payload.first }} {{ payload.last }}',
      phone: '/contact/phone',
      'metadata.budget': '{% if payload.budget == "high" %}1{% endif %}',
      'attribution.campaign': '/utm_campaign',
    };
    const whereOf = (target: string) =>
      Object.entries(mapping).find(([one]) => one === target)?.[1];
    assert.deepEqual(
      mappingIn((target) => whereOf(target) ?? '', otherLines(mapping)),
      { mapping },
    );
  });

  it('is empty if nothing is typed', () => {
    assert.deepEqual(
      mappingIn(() => ' ', '\n \n'),
      { mapping: {} },
    );
  });

  it('names the line that cannot be read', () => {
    for (const line of ['/budget', 'metadata.budget', 'metadata.budget =', '= /budget']) {
      assert.deepEqual(
        mappingIn(() => '', `metadata.a = /a\n${line}`),
        { wrongLine: line },
      );
    }
  });
});
