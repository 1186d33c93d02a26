/** Parts of the texts of ready playbooks, in Liquid. */
export const LEAD = '{{ lead.name | split: " " | first | default: "there" }}';
export const CUSTOMER =
  '{{ customer.name | default: lead.name | split: " " | first | default: "there" }}';
export const SERVICE = '{{ lead.service_needed | replace: "_", " " }}';
export const US = '{{ organization.name }}';
export const WHO = '{{ lead.name | default: lead.phone | default: lead.email }}';

/** A text where there is a number; a mail to those who left nothing but an address. */
export const HAS_PHONE = 'lead.phone != null';
export const HAS_ONLY_EMAIL = 'lead.phone == null && lead.email != null';
