import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { VARIABLES } from '../../../../server/features/messaging/templates/variables.ts';
import { exampleText } from './example-text.ts';
import { partsOf } from './sms-parts.ts';

const COMPANY = { name: 'Alder Heating' };

describe('the preview of a template', () => {
  it('shows every variable that a template can have', () => {
    for (const [root, names] of Object.entries(VARIABLES)) {
      for (const name of names) {
        const rendered = exampleText(`{{ ${root}.${name} }}`, COMPANY);
        assert('text' in rendered && rendered.text !== '', `${root}.${name}`);
      }
    }
  });

  it('uses the rules of the service: unknown variables and filters are errors', () => {
    assert.deepEqual(
      exampleText('Hi {{ lead.name | upcase }} of {{ organization.name }}', COMPANY),
      {
        text: 'Hi DANA WHITFIELD of Alder Heating',
      },
    );
    assert.deepEqual(exampleText('{{ variables.technician }}', COMPANY), { text: '[technician]' });
    assert('failure' in exampleText('{{ lead.shoe_size }}', COMPANY));
    assert('failure' in exampleText('{{ lead.name | shout }}', COMPANY));
    assert('failure' in exampleText('{{ lead.name', COMPANY));
  });
});

describe('the parts of a text', () => {
  it('are 160 plain characters, or 70 others, and shorter if there are several', () => {
    assert.equal(partsOf(''), 1);
    assert.equal(partsOf('a'.repeat(160)), 1);
    assert.equal(partsOf('a'.repeat(161)), 2);
    assert.equal(partsOf('€'.repeat(80)), 1, 'some plain characters count twice');
    assert.equal(partsOf('€'.repeat(81)), 2);
    assert.equal(partsOf('ł'.repeat(70)), 1);
    assert.equal(partsOf('ł'.repeat(71)), 2);
    assert.equal(partsOf('👍'.repeat(35)), 1);
    assert.equal(partsOf('👍'.repeat(36)), 2);
  });
});
