import { malformedContact, normalizePhone } from '../../domain/contact.ts';
import { currencyErrors } from '../../domain/currencies.ts';
import { toUuid } from '../../domain/ids.ts';
import { presentText, textAsSent } from '../../domain/text.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { updateResource } from '../../platform/events/change-resource.ts';
import { mutation } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { organizationUpdated } from './events.ts';
import {
  canonicalTimeZone,
  checkQuietHours,
  qualificationPolicyErrors,
  timeZoneAndCountryErrors,
} from './organization.ts';
import { lockOrganization, organizationResource } from './organization-queries.ts';
import { Organization, UpdateOrganizationBody } from './organization-schemas.ts';
import { changedScheduling, schedulingErrors } from './scheduling.ts';
import { changedTextLimits, textLimitErrors } from './text-limits.ts';
import { normalizeWorkingHours, workingHoursErrors } from './working-hours-schema.ts';

/** Refuses the id of a file that no document can show. */
type AssertLogo = (tx: Tx, fileId: string | null, pointer: string) => Promise<void>;

export const updateOrganization = (assertLogo: AssertLogo) =>
  mutation({
    id: 'updateOrganization',
    method: 'PATCH',
    path: '/v1/organization',
    tag: 'Organizations',
    resource: 'organization',
    scopes: ['organization:write'],
    summary: 'Update your organization',
    description:
      'Changes the settings you send. All other settings stay unchanged, including those within `scheduling` and `text_limits`.',
    body: UpdateOrganizationBody,
    responses: returns(Organization, 'The updated organization.'),
    problems: ['evaluation_busy', 'file_erased'],
    check: async (body, { organizationId, country }) => ({
      errors: [
        ...timeZoneAndCountryErrors(body),
        ...currencyErrors('/currency', body.currency),
        ...(await qualificationPolicyErrors(body, organizationId)),
        ...workingHoursErrors(body),
        ...checkQuietHours(body),
        ...textLimitErrors(body),
        ...schedulingErrors(body),
        ...malformedContact(
          { phone: body.phone },
          typeof body.country === 'string' ? body.country : country,
        ),
      ],
    }),
    async run(tx, { body }) {
      const before = await lockOrganization(tx);
      const logo = body.logo_file_id && toUuid('file', body.logo_file_id);
      if (body.logo_file_id) await assertLogo(tx, logo ?? null, '/logo_file_id');
      const after = {
        ...before,
        ...changedScheduling(body.scheduling),
        ...changedTextLimits(before, body.text_limits),
        name: body.name?.trim() ?? before.name,
        time_zone: body.time_zone ? canonicalTimeZone(body.time_zone) : before.time_zone,
        country: body.country ?? before.country,
        currency: body.currency ?? before.currency,
        phone:
          body.phone === undefined
            ? before.phone
            : normalizePhone(presentText(body.phone), body.country ?? before.country),
        address: body.address === undefined ? before.address : presentText(body.address),
        tax_id: body.tax_id === undefined ? before.tax_id : presentText(body.tax_id),
        logo_file_id: body.logo_file_id === undefined ? before.logo_file_id : (logo ?? null),
        brand_color:
          body.brand_color === undefined
            ? before.brand_color
            : (body.brand_color?.toLowerCase() ?? null),
        payment_instructions:
          body.payment_instructions === undefined
            ? before.payment_instructions
            : textAsSent(body.payment_instructions),
        language: body.language ?? before.language,
        messages_per_person_per_day:
          body.messages_per_person_per_day ?? before.messages_per_person_per_day,
        qualification_policy: body.qualification_policy?.trim() ?? before.qualification_policy,
        working_hours: body.working_hours
          ? normalizeWorkingHours(body.working_hours)
          : before.working_hours,
        quiet_allowed_from: body.quiet_hours?.allowed_from ?? before.quiet_allowed_from,
        quiet_allowed_until: body.quiet_hours?.allowed_until ?? before.quiet_allowed_until,
      };
      const organization = updateResource(
        tx,
        organizationResource,
        before,
        after,
        organizationUpdated,
      );
      return { status: 200, body: organization };
    },
  });
