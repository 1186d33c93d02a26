/** Liquid snippets that the texts of ready playbooks share. */
export const LEAD_FIRST_NAME = '{{ lead.name | split: " " | first | default: "there" }}';
export const CUSTOMER_FIRST_NAME =
  '{{ customer.name | default: lead.name | split: " " | first | default: "there" }}';
export const SERVICE = '{{ lead.service_needed | replace: "_", " " }}';
export const ORGANIZATION = '{{ organization.name }}';
export const LEAD_CONTACT = '{{ lead.name | default: lead.phone | default: lead.email }}';

/** Contacts with a phone number get a text; contacts with only an email address get an email. */
export const HAS_PHONE = 'lead.phone != null';
export const HAS_ONLY_EMAIL = 'lead.phone == null && lead.email != null';
