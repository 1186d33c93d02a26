import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { conditionInWords, durationInWords, liquidInWords } from './playbooks.ts';

describe('the words of a playbook', () => {
  it('say durations as people do', () => {
    assert.equal(durationInWords('PT5M'), '5 minutes');
    assert.equal(durationInWords('P1DT12H'), '1 day 12 hours');
    assert.equal(durationInWords('P2M'), '2 months');
    assert.equal(durationInWords('two days'), 'two days');
  });

  it('say simple conditions, and leave others as they are written', () => {
    assert.equal(conditionInWords("lead.status == 'new'"), 'lead status is new');
    assert.equal(
      conditionInWords('lead.phone == null && lead.email != null'),
      'there is no lead phone and there is a lead email',
    );
    assert.equal(conditionInWords("data.source != 'web_form'"), 'source is not web form');
    assert.equal(
      conditionInWords('steps.reply.output.timed_out'),
      '“reply” did not happen in time',
    );
    const other = "has(data.notes) && data.notes.contains('urgent')";
    assert.equal(conditionInWords(other), other);
    const bracket = "(lead.status == 'new' || lead.phone != null) && lead.email != null";
    assert.equal(conditionInWords(bracket), bracket);
  });

  it('show the variables of a text by name', () => {
    assert.equal(
      liquidInWords('Hi {{ lead.name | split: " " | first }},{% if a %} bye{% endif %}'),
      'Hi ‹lead name›, bye',
    );
  });
});
