import type { SourceKind } from '../schemas.ts';
import type { Adapter } from './adapter.ts';
import { angi } from './angi.ts';
import { callrail } from './callrail.ts';
import { email } from './email.ts';
import { facebook } from './facebook.ts';
import { googleLeadForm } from './google-lead-form.ts';
import { googleLocalServices } from './google-local-services.ts';
import { form, json } from './json.ts';
import { thumbtack } from './thumbtack.ts';

/** Every kind of source, one line each. */
export const ADAPTERS: Readonly<Record<SourceKind, Adapter>> = {
  angi,
  thumbtack,
  google_lead_form: googleLeadForm,
  google_local_services: googleLocalServices,
  facebook,
  callrail,
  json,
  form,
  email,
};
