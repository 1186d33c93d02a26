import type { AddressAgreement } from './address.ts';
import type { EmailAgreement } from './email.ts';
import type { GivenAgreement, NameAgreement, SurnameAgreement } from './name.ts';
import type { PhoneAgreement } from './phone.ts';

/** The result of comparing two contacts, by field. */
export interface Evidence {
  phone: PhoneAgreement;
  email: EmailAgreement;
  name: NameAgreement;
  address: AddressAgreement;
  phoneShared: boolean;
  emailShared: boolean;
}

const PHONE_REASONS: Partial<Record<PhoneAgreement, string>> = {
  same: 'same_phone',
  one_digit_off: 'phone_one_digit_off',
  same_ending: 'same_phone_ending',
  different: 'different_phone',
};
const EMAIL_REASONS: Partial<Record<EmailAgreement, string>> = {
  same: 'same_email',
  typo: 'email_typo',
  domain_typo: 'email_domain_typo',
  same_local_part: 'same_email_local_part',
  same_company: 'same_email_domain',
  other_digits: 'different_email_digits',
  different: 'different_email',
};
const GIVEN_REASONS: Partial<Record<GivenAgreement, string>> = {
  nickname: 'same_first_name_short_form',
  similar: 'similar_first_name',
  close: 'similar_first_name',
  initial: 'same_initial',
  different: 'different_first_name',
};
const SURNAME_REASONS: Partial<Record<SurnameAgreement, string>> = {
  same: 'same_surname',
  similar: 'similar_surname',
  initial: 'same_surname_initial',
  different: 'different_surname',
};
const ADDRESS_REASONS: Partial<Record<AddressAgreement, string>> = {
  same: 'same_address',
  same_zip: 'same_zip',
  same_place: 'same_place',
  other_house: 'different_house',
  other_zip: 'different_zip',
  different: 'different_address',
};

/** The evidence as short codes, for the user who reviews the match. */
export function reasonsOf(evidence: Evidence): string[] {
  const { phone, email, name, address } = evidence;
  const reasons = [
    PHONE_REASONS[phone],
    phone === 'same' && evidence.phoneShared ? 'shared_phone' : undefined,
    EMAIL_REASONS[email],
    email === 'same' && evidence.emailShared ? 'shared_email' : undefined,
    ...nameReasons(name),
    ADDRESS_REASONS[address],
  ];
  return reasons.filter((reason) => reason !== undefined);
}

function nameReasons({ given, surname }: NameAgreement): (string | undefined)[] {
  if (given === 'same' && surname === 'same') return ['same_name'];
  if (given === 'different' && surname === 'different') return ['different_name'];
  return [given === 'same' ? 'same_first_name' : GIVEN_REASONS[given], SURNAME_REASONS[surname]];
}
