import { answersOf, at, joined, present, textOf, toCode, toMetadata } from '../texts.ts';
import { type Adapter, unknownShape } from './adapter.ts';

/**
 * Angi, formerly HomeAdvisor: one lead as a JSON object, with `x-api-key` if a key was agreed. It repeats a lead that was not
 * confirmed. The older format of Angie's List has other names for the same.
 */
export const angi: Adapter = {
  read(payload) {
    const id = textOf(at(payload, 'leadOid')) ?? textOf(at(payload, 'CorrelationId')) ?? null;
    const name =
      textOf(at(payload, 'name')) ??
      joined([at(payload, 'firstName'), at(payload, 'lastName')], ' ') ??
      joined([at(payload, 'FirstName'), at(payload, 'LastName')], ' ');
    const phone = textOf(at(payload, 'primaryPhone')) ?? textOf(at(payload, 'PhoneNumber'));
    const email = textOf(at(payload, 'email')) ?? textOf(at(payload, 'Email'));
    if (id === null && phone === undefined && email === undefined) return unknownShape('Angi');
    const older = at(payload, 'PostalAddress');
    const address =
      joined(
        [
          at(payload, 'address'),
          at(payload, 'city'),
          joined([at(payload, 'stateProvince'), at(payload, 'postalCode')], ' '),
        ],
        ', ',
      ) ??
      joined(
        [
          at(older, 'AddressFirstLine'),
          at(older, 'AddressSecondLine'),
          at(older, 'City'),
          joined([at(older, 'State'), at(older, 'PostalCode')], ' '),
        ],
        ', ',
      );
    const notes = joined(
      [
        at(payload, 'comments') ?? at(payload, 'Description'),
        at(payload, 'leadDescription'),
        ...answersOf(at(payload, 'interview'), 'question', 'answer'),
      ],
      '\n',
    );
    const fields = present({
      name,
      phone,
      email,
      address,
      notes,
      service_needed: toCode(at(payload, 'taskName') ?? at(payload, 'Category')),
    });
    const metadata = toMetadata({
      angi_job: at(payload, 'srOid'),
      angi_match: at(payload, 'matchType'),
      angi_fee: at(payload, 'fee'),
      secondary_phone: at(payload, 'secondaryPhone'),
    });
    return { id, fields: { ...fields, metadata } };
  },
};
