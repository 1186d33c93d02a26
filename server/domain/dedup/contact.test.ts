import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { compareAddresses, prepareAddress } from './address.ts';
import { prepare } from './contact.ts';
import { compareEmails, prepareEmail } from './email.ts';
import { compareNames, prepareName, sound } from './name.ts';
import { comparePhones, preparePhone } from './phone.ts';
import { fold, typos } from './text.ts';

describe('prepareEmail', () => {
  const canonical = (email: string) => prepareEmail(email)?.canonical;

  it('ignores case, spaces, plus tags, and dots only for Gmail', () => {
    assert.equal(canonical(' Jane.Doe+web@GoogleMail.com '), 'janedoe@gmail.com');
    assert.equal(canonical('JANE.DOE@Example.com'), 'jane.doe@example.com');
    assert.equal(canonical('jane+a+b@example.com'), 'jane@example.com');
    assert.equal(canonical('+jane@example.com'), '+jane@example.com');
  });

  it('corrects a mistyped domain only to a free provider', () => {
    for (const [typed, meant] of [
      ['gmial.com', 'gmail.com'],
      ['gmail.con', 'gmail.com'],
      ['gmailcom', 'gmail.com'],
      ['yaoho.com', 'yahoo.com'],
      ['hotmial.com', 'hotmail.com'],
      ['iclod.com', 'icloud.com'],
      ['aol.con', 'aol.com'],
      ['mail.com', 'mail.com'],
      ['ymail.com', 'ymail.com'],
      ['bol.com', 'bol.com'],
      ['acme.con', 'acme.con'],
      ['gmail.acme.com', 'gmail.acme.com'],
    ]) {
      assert.equal(canonical(`jane@${typed}`), `jane@${meant}`);
    }
  });

  it('is null for text that is not an address', () => {
    for (const text of ['', '@', 'jane', '@example.com', 'jane@']) {
      assert.equal(prepareEmail(text), null);
    }
  });
});

describe('compareEmails', () => {
  const compare = (a: string, b: string) => compareEmails(prepareEmail(a), prepareEmail(b));

  it('distinguishes typos, other people, companies and providers', () => {
    for (const [a, b, expected] of [
      ['jane.doe@gmail.com', 'janedoe+x@googlemail.com', 'same'],
      ['jane.doe@acme.com', 'jnae.doe@acme.com', 'typo'],
      ['jane.doe@acme.com', 'janedoe@acme.com', 'typo'],
      ['john1@gmail.com', 'john2@gmail.com', 'other_digits'],
      ['john@gmail.com', 'john2@gmail.com', 'other_digits'],
      ['tim@acme.com', 'tom@acme.com', 'same_company'],
      ['tim@gmail.com', 'tom@gmail.com', 'different'],
      ['jane.doe@acmelabs.com', 'jane.doe@acmelbas.com', 'domain_typo'],
      ['jane.doe42@gmail.com', 'jane.doe42@yahoo.com', 'same_local_part'],
      ['info@acme.com', 'info@zenith.com', 'different'],
    ] as const) {
      assert.equal(compare(a, b), expected, `${a} ${b}`);
    }
  });
});

describe('comparePhones', () => {
  const compare = (b: string) => comparePhones(preparePhone('+14155550134'), preparePhone(b));

  it('detects one mistyped, missing, extra or swapped digit, and the number after an area code', () => {
    assert.equal(compare('+14155550134'), 'same');
    assert.equal(compare('+14155550135'), 'one_digit_off');
    assert.equal(compare('+1415555013'), 'one_digit_off');
    assert.equal(compare('+141555501344'), 'one_digit_off');
    assert.equal(compare('+14155505134'), 'one_digit_off');
    assert.equal(compare('+12125550134'), 'same_ending');
    assert.equal(compare('+14155550243'), 'different');
    assert.equal(comparePhones(null, '14155550134'), 'unknown');
  });
});

describe('compareNames', () => {
  const compare = (a: string, b: string) => {
    const { given, surname } = compareNames(prepareName(a), prepareName(b));
    return `${given} ${surname}`;
  };

  it('recognizes one person despite order, titles, accents, short forms, initials and typos', () => {
    for (const [a, b, expected] of [
      ['Maria López', 'MARIA LOPEZ', 'same same'],
      ['Lopez, Maria', 'Ms. Maria Lopez', 'same same'],
      ['Lopez Maria', 'Maria Lopez', 'same same'],
      ["Sean O'Brien", 'sean obrien', 'same same'],
      ['Bob Miller', 'Robert Miller', 'nickname same'],
      ['B Miller', 'Barbara Miller', 'initial same'],
      ['Cristopher Miller', 'Christopher Miler', 'similar similar'],
      ['Ann Smith-Jones', 'Ann Jones', 'same same'],
      ['Ana Lopez Garcia', 'Ana Lopez', 'same similar'],
      ['Maria', 'Maria Lopez', 'same unknown'],
      ['Lopez', 'Maria Lopez', 'unknown same'],
      ['Иван Петров', 'иван петров', 'same same'],
    ]) {
      assert.equal(compare(a!, b!), expected, `${a}, ${b}`);
    }
  });

  it('distinguishes relatives and strangers, even if one letter differs', () => {
    for (const [a, b, expected] of [
      ['John Miller', 'Joan Miller', 'different same'],
      ['Paul Miller', 'Paula Miller', 'different same'],
      ['Daniel Miller', 'Daniela Miller', 'close same'],
      ['John Miller Jr', 'John Miller Sr', 'different same'],
      ['B Miller', 'Ella Miller', 'different same'],
      ['Maria Elena Lopez', 'Maria Teresa Lopez', 'close same'],
      ['John Miller', 'Grace Hopper', 'different different'],
    ]) {
      assert.equal(compare(a!, b!), expected, `${a}, ${b}`);
    }
  });

  it('gives the same code to names that sound alike', () => {
    assert.equal(sound('robert'), sound('rupert'));
    assert.equal(sound('tymczak'), 't522');
    assert.equal(sound('pfister'), 'p236');
    assert.notEqual(sound('lopez'), sound('miller'));
  });
});

describe('compareAddresses', () => {
  const compare = (a: string, b: string) => compareAddresses(prepareAddress(a), prepareAddress(b));

  it('finds zip, house and street in any notation', () => {
    for (const [a, b, expected] of [
      ['100 N. Main St., Springfield, IL 62704', '100 Main Street Springfield 62704', 'same'],
      ['100 Main St Apt 4, 62704', 'Apt 12, 100 Main St, 62704-1234', 'same'],
      ['Acme Building, 100 Main St, 62704', '100 Main St, 62704', 'same'],
      ['747 Ninth Ave', '747 9th Avenue', 'same'],
      ['Hauptstraße 5, 10115 Berlin', 'Hauptstr. 5 10115 Berlin', 'same'],
      ['Hauptstraße 5, 10115 Berlin', 'hauptstrasse 5, Berlin', 'same'],
      ['10 Downing St, London SW1A 2AA', '10 Downing Street, sw1a 2aa', 'same'],
      ['100 Main St, 62704', '200 Oak St, 62704', 'other_house'],
      ['100 Main St, 62704', '200 Oak St, 90210', 'different'],
      ['62704', '100 Main St, 62704', 'same_zip'],
      ['62704', '62705', 'other_zip'],
      ['10115 Berlin', '10115', 'same_zip'],
      ['London', 'london', 'same_place'],
      ['London', '62704', 'unknown'],
    ] as const) {
      assert.equal(compare(a, b), expected, `${a}; ${b}`);
    }
  });
});

describe('prepare', () => {
  const text = fc.string({ unit: 'binary', maxLength: 300 });
  const nullable = fc.option(text);

  it('accepts any text', () => {
    fc.assert(
      fc.property(nullable, nullable, nullable, nullable, (name, phone, email, address) => {
        prepare({ name, phone, email, address });
      }),
    );
  });

  it('does not change folded text', () => {
    fc.assert(
      fc.property(text, (value) => {
        const folded = fold(value, 10_000);
        assert.equal(fold(folded, 10_000), folded);
      }),
    );
  });
});

describe('typos', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 8 });

  it('is symmetric, zero only for equal words, and never more than one above the limit', () => {
    fc.assert(
      fc.property(word, word, fc.integer({ min: 1, max: 3 }), (a, b, limit) => {
        const count = typos(a, b, limit);
        assert.equal(typos(b, a, limit), count);
        assert.equal(count === 0, a === b);
        assert.ok(count <= limit + 1);
        // The fast path for one typo gives the same result as the table for several.
        assert.equal(typos(a, b, 1), Math.min(2, typos(a, b, 3)));
      }),
    );
  });
});
