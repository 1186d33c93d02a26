import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type Contact, prepare } from './contact.ts';
import { CERTAIN, LIKELY, type Match, type Sharing, scoreMatch } from './score.ts';

type Fields = readonly [
  name?: string | null,
  phone?: string | null,
  email?: string | null,
  address?: string | null,
];

const ALONE: Sharing = { phonePeople: 2, emailPeople: 2 };
const PHONE = '+14155550134';

function contactOf([name = null, phone = null, email = null, address = null]: Fields): Contact {
  return { name, phone, email, address };
}

function match(a: Fields, b: Fields, shared: Sharing = ALONE): Match | null {
  return scoreMatch(prepare(contactOf(a)), prepare(contactOf(b)), shared);
}

function holds(
  expected: 'certain' | 'likely' | null,
  cases: readonly (readonly [Fields, Fields])[],
): void {
  for (const [a, b] of cases) {
    for (const found of [match(a, b), match(b, a)]) {
      const shown = `${JSON.stringify([a, b])}: ${JSON.stringify(found)}`;
      assert.equal(found?.confidence ?? null, expected, shown);
    }
  }
}

describe('scoreMatch', () => {
  it('is certain of the same person with the same phone or mailbox', () => {
    holds('certain', [
      [
        ['Maria Lopez', PHONE],
        ['maria lópez', PHONE],
      ],
      [
        ['Maria Lopez', PHONE],
        ['Lopez, Maria', PHONE],
      ],
      [
        ['Bob Wainwright', PHONE],
        ['Robert Wainwright', PHONE],
      ],
      [
        ['Maria Lopez', null, 'maria.lopez42@gmail.com'],
        ['Maria Lopez', PHONE, 'MariaLopez42+x@googlemail.com'],
      ],
      [
        ['Maria Lopez', PHONE, 'ml@acme.com'],
        [null, PHONE, 'ml@acme.com'],
      ],
    ]);
  });

  it('is certain of the same name with a fuzzy phone or a fuzzy mailbox', () => {
    holds('certain', [
      [
        ['Maria Lopez', '+14155550134'],
        ['Maria Lopez', '+14155550135'],
      ],
      [
        ['Maria Lopez', '+14155550134'],
        ['Maria Lopez', '+1415555013'],
      ],
      [
        ['Maria Lopez', '+14155550134'],
        ['Maria Lopez', '+141555501334'],
      ],
      [
        ['Maria Lopez', '+14155550134'],
        ['Maria Lopez', '+14155551034'],
      ],
      [
        ['Maria Lopez', null, 'mlopez77@gmail.com'],
        ['Maria Lopez', null, 'mloepz77@gmail.com'],
      ],
      [
        ['Maria Lopez', null, 'mlopez77@gmail.com'],
        ['Maria Lopez', null, 'mlopez77@gmial.com'],
      ],
    ]);
  });

  it('is at least likely for the same phone or mailbox, whatever the name', () => {
    holds('likely', [
      [
        ['Maria Lopez', PHONE],
        ['Grace Hopper', PHONE],
      ],
      [
        ['Maria Lopez', PHONE],
        [null, PHONE],
      ],
      [
        [null, PHONE],
        [null, PHONE],
      ],
      [
        ['Maria Lopez', PHONE, 'm@a.com', '94601'],
        ['Grace Hopper', PHONE, 'g@b.com', '10001'],
      ],
      [
        ['Maria Lopez', null, 'info@acme.com'],
        ['Grace Hopper', null, 'info@acme.com'],
      ],
      [
        ['Maria Lopez', PHONE, 'maria.lopez@gmail.com'],
        ['Grace Hopper', '+12125550199', 'maria.lopez@gmail.com'],
      ],
    ]);
  });

  it('is never certain of a household: the same surname and clearly another first name', () => {
    holds('likely', [
      [
        ['Maria Lopez', PHONE],
        ['Diego Lopez', PHONE],
      ],
      [
        ['John Miller', PHONE, 'miller@acme.com', '12 Oak St, 94601'],
        ['Joan Miller', PHONE, 'miller@acme.com', '12 Oak St, 94601'],
      ],
      [
        ['John Miller Jr', PHONE],
        ['John Miller Sr', PHONE],
      ],
      [
        ['Daniel Miller', PHONE],
        ['Daniela Miller', PHONE],
      ],
    ]);
  });

  it('takes the initial of a surname for the surname it begins', () => {
    holds('certain', [
      [
        ['Ana P', PHONE],
        ['Ana Petrov', PHONE],
      ],
      [
        ['Ana P.', null, 'ana77@gmail.com'],
        ['Ana Petrov', null, 'ana77@gmail.com'],
      ],
    ]);
    // Initials alone are those of a whole family, and another initial is another surname.
    holds('likely', [
      [
        ['A P', PHONE],
        ['Ana Petrov', PHONE],
      ],
      [
        ['Ana K', PHONE],
        ['Ana Petrov', PHONE],
      ],
    ]);
    holds(null, [
      [
        ['Ana P', '+14155550134', null, '94601'],
        ['Ana Petrov', '+12125550111', null, '94601'],
      ],
    ]);
  });

  it('is certain of a person with another surname: same first name, same channel, same place', () => {
    const ana: Fields = ['Ana Petrov', PHONE, 'ana.petrov@gmail.com', '12 Oak St, 94601'];
    holds('certain', [
      [ana, ['Ana Kovac', PHONE, null, '12 Oak St, 94601']],
      [ana, ['Ana Kovac', PHONE, 'ana.kovac@gmail.com', '94601']],
      [ana, ['Ana Kovac', '+12125550111', 'ana.petrov@gmail.com', '12 Oak St, 94601']],
    ]);
    holds('likely', [
      [ana, ['Ana Kovac', PHONE]],
      [ana, ['Ana Kovac', PHONE, null, '10001']],
      [ana, ['Ivan Kovac', PHONE, null, '12 Oak St, 94601']],
      [ana, ['Ana Kovac', '+12125550111', 'ana.petrov@gmail.com', '10001']],
    ]);
    const many: Sharing = { phonePeople: 4, emailPeople: 4 };
    assert.notEqual(
      match(ana, ['Ana Kovac', PHONE, null, '12 Oak St, 94601'], many)?.confidence,
      'certain',
    );
  });

  it('is certain of the same full name at the same door, and not of a junior or of another apartment', () => {
    const john: Fields = ['John Miller', PHONE, 'jm77@gmail.com', '12 Oak St Apt 4, 94601'];
    holds('certain', [
      [john, ['John Miller', '+12125550111', null, '12 Oak Street, 94601']],
      [john, ['Johnny Miller', null, 'miller8@gmail.com', '12 Oak St, Apt 4, 94601']],
    ]);
    holds('likely', [
      [john, ['John Miller Jr', '+12125550111', null, '12 Oak St, 94601']],
      [john, ['John Miller', '+12125550111', null, '12 Oak St Apt 7, 94601']],
    ]);
  });

  it('just finds a similar full name at the same door whose channels differ, and not next door', () => {
    const [phone, email] = ['+13125550199', 'zz99@example.org'];
    const written: Fields = [
      'Katherine Wainwright',
      PHONE,
      'kw@example.com',
      '12 Elm St, Austin, TX 78701',
    ];
    holds('likely', [
      [written, ['Katharine Wainright', phone, email, '12 Elm Street, Austin 78701']],
    ]);
    holds(null, [[written, ['Katharine Wainright', phone, email, '14 Elm Street, Austin 78701']]]);
  });

  it('accepts a fuzzy channel supported by an address or by the other channel', () => {
    holds('likely', [
      [
        [null, '+14155550134', null, '12 Oak St, 94601'],
        [null, '+14155550135', null, '12 Oak St, 94601'],
      ],
      [
        [null, '+14155550134', 'grumpyplumber@gmail.com'],
        [null, '+14155550135', 'grumpyplumbr@gmail.com'],
      ],
    ]);
  });

  it('finds nothing for a similar number with another name or without a name', () => {
    holds(null, [
      [
        ['Maria Lopez', '+14155550134'],
        ['Grace Hopper', '+14155550135'],
      ],
      [
        ['Maria Lopez', '+14155550134'],
        ['Diego Lopez', '+14155550135'],
      ],
      [
        [null, '+14155550134'],
        [null, '+14155550135'],
      ],
      [
        ['Maria Lopez', '+14155550134'],
        ['Grace Hopper', '+12125550134'],
      ],
    ]);
  });

  it('finds nothing for a name, a domain, an area code, or a zip alone', () => {
    holds(null, [
      [['Maria Lopez'], ['Maria Lopez']],
      [
        ['Maria Lopez', '+14155550134'],
        ['Maria Lopez', '+14159998877'],
      ],
      [
        ['Maria Lopez', null, 'maria@acme.com'],
        ['Grace Hopper', null, 'grace@acme.com'],
      ],
      [
        [null, null, 'maria@acme.com'],
        [null, null, 'grace@acme.com'],
      ],
      [
        [null, '+14155550134', 'maria@acme.com'],
        [null, '+14155550135', 'grace@acme.com'],
      ],
      [
        ['Maria Lopez', '+14155550134', null, '94601'],
        ['Grace Hopper', '+14159998877', null, '94601'],
      ],
      [
        ['Maria Lopez', null, 'info@acme.com'],
        ['Grace Hopper', null, 'info@zenith.com'],
      ],
    ]);
  });

  it('treats different digits in a local part as another person', () => {
    holds(null, [
      [
        ['John Miller', null, 'john1@gmail.com'],
        ['John Miller', null, 'john2@gmail.com'],
      ],
      [
        ['John Miller', null, 'jmiller88@gmail.com', '94601'],
        ['John Miller', null, 'jmiller89@gmail.com', '10001'],
      ],
    ]);
  });

  it('does not trust first.last@ for two people of the same name with different phones and places', () => {
    const here: Fields = [
      'Maria Lopez',
      '+14155550134',
      'maria.lopez@gmail.com',
      '12 Oak St, 94601',
    ];
    holds(null, [
      [here, ['Maria Lopez', '+12129998877', 'maria.lopez@gmail.com', '9 Elm St, 10001']],
    ]);
    holds('likely', [
      [here, ['Maria Lopez', '+12129998877', 'maria.lopez@gmail.com']],
      [here, ['Grace Hopper', '+12129998877', 'maria.lopez@gmail.com', '9 Elm St, 10001']],
    ]);
  });

  it('needs more evidence when more than three people share the value', () => {
    const many: Sharing = { phonePeople: 4, emailPeople: 4 };
    const maria: Fields = ['Maria Lopez', PHONE, 'office@acme.com'];
    assert.equal(match(maria, ['Grace Hopper', PHONE], many), null);
    assert.equal(match(maria, ['Grace Hopper', null, 'office@acme.com'], many), null);
    assert.equal(match(maria, ['Diego Lopez', PHONE], many)?.confidence, 'likely');
    assert.equal(match(maria, ['Maria Lopez', PHONE], many)?.confidence, 'certain');
  });

  it('returns its reasons', () => {
    const found = match(
      ['Bob Lopez', PHONE, 'bob@acme.com', '12 Oak St, 94601'],
      ['Robert Lopez', '+14155550135', 'bob@acme.com', '94601'],
    );
    assert.deepEqual(found?.reasons, [
      'phone_one_digit_off',
      'same_email',
      'same_first_name_short_form',
      'same_surname',
      'same_zip',
    ]);
  });

  it('accepts any two contacts, and keeps score, level and reasons consistent', () => {
    const word = fc.constantFrom('Maria', 'Lopez', 'Mario', 'Lópes', 'M', 'شكرا', '👩‍🔧', '');
    const name = fc.option(fc.array(word, { maxLength: 4 }).map((parts) => parts.join(' ')));
    const phone = fc.constantFrom(null, '+14155550134', '+14155550135', '+4930123456', '', '+');
    const email = fc.constantFrom(
      null,
      'maria@acme.com',
      'maria.lopez@gmail.com',
      'x',
      'a1@b',
      '@',
    );
    const address = fc.option(fc.oneof(fc.string(), fc.constantFrom('12 Oak St, 94601', '94601')));
    const contact = fc.record({ name, phone, email, address });
    fc.assert(
      fc.property(contact, contact, fc.nat(6), fc.nat(6), (a, b, phonePeople, emailPeople) => {
        const found = scoreMatch(prepare(a), prepare(b), { phonePeople, emailPeople });
        if (found === null) return;
        assert.ok(found.score >= LIKELY && found.score <= 1);
        assert.equal(found.confidence, found.score >= CERTAIN ? 'certain' : 'likely');
        assert.ok(found.reasons.length > 0);
        for (const reason of found.reasons) assert.match(reason, /^[a-z]+(_[a-z]+)*$/);
      }),
      { numRuns: 2000 },
    );
  });
});
