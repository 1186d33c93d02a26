import type { Job, WarrantyClaim } from '../../../packages/sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { sayDone } from '../../feedback/feedback.ts';
import { inSession } from '../../session/in-session.ts';
import { useMe } from '../../session/session.ts';
import * as text from '../../text/en.ts';
import { formatsFor } from '../../time/format.ts';
import { TextArea } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { typed, useForm } from '../../ui/use-form.ts';
import { MachineField } from '../places/place-fields.tsx';
import { sayBooked } from '../visits/say-booked.ts';
import { VisitDialog } from '../visits/visit-dialog.tsx';
import { inSentences } from '../visits/warnings.ts';

interface ClaimDialogProps {
  job: Job;
  onChanged(): Promise<void>;
  onClose(): void;
}

/** What is wrong, and when someone comes to look at it. */
export function OpenClaim({ job, onChanged, onClose }: ClaimDialogProps) {
  return (
    <VisitDialog
      title={text.job.openClaimTitle}
      about={text.job.openClaimAbout}
      submitLabel={text.job.openClaim}
      isTimeNeeded={false}
      assignedTo={null}
      service={job.service}
      fieldNames={['description', 'equipment_id']}
      send={async (visit, values) => {
        const description = typed(values, 'description');
        const machine = values.has('equipment_id') && {
          equipment_id: typed(values, 'equipment_id') || null,
        };
        const body = { description, ...machine, ...visit };
        const { warnings = [] } = await api.jobs.warrantyClaims.create(job.job_id, body);
        sayDone(inSentences(text.job.claimOpened, warnings));
        await onChanged();
      }}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <TextArea
            label={text.job.claimText}
            hint={text.job.claimHint}
            name="description"
            rows={2}
            maxLength={10_000}
            error={errors.description}
            autoFocus
          />
          <MachineField
            person={{ customerId: job.customer_id, leadId: job.lead_id }}
            machineId={job.equipment_id}
            error={errors.equipment_id}
          />
        </>
      )}
    </VisitDialog>
  );
}

export function ScheduleClaim({
  job,
  claim,
  onChanged,
  onClose,
}: ClaimDialogProps & { claim: WarrantyClaim }) {
  const { dayAndTime } = formatsFor(useMe().organization.time_zone);
  return (
    <VisitDialog
      title={text.job.scheduleClaimTitle}
      about={claim.description}
      submitLabel={text.visits.book}
      isTimeNeeded
      assignedTo={null}
      service={job.service}
      send={async (visit) => {
        if (visit === null) return;
        const booked = await api.warrantyClaims.schedule(claim.claim_id, visit);
        const { appointment_id, warnings = [] } = booked;
        const said = text.visits.booked(dayAndTime(visit.starts_at));
        if (appointment_id !== null) sayBooked({ appointment_id, warnings }, said);
        await onChanged();
      }}
      onClose={onClose}
    />
  );
}

export function CloseClaim({
  claim,
  onChanged,
  onClose,
}: ClaimDialogProps & { claim: WarrantyClaim }) {
  const form = useForm(['resolution'], async (values) => {
    const resolution = typed(values, 'resolution');
    await inSession(() => api.warrantyClaims.close(claim.claim_id, { resolution }));
    sayDone(text.job.claimClosed);
    onClose();
    await onChanged();
  });
  return (
    <FormDialog
      title={text.job.closeClaimTitle}
      about={claim.description}
      form={form}
      submit={text.job.closeClaim}
      onClose={onClose}
    >
      <TextArea
        label={text.job.resolution}
        hint={text.job.resolutionHint}
        name="resolution"
        rows={2}
        maxLength={10_000}
        error={form.trouble.fields.resolution}
        autoFocus
      />
    </FormDialog>
  );
}
