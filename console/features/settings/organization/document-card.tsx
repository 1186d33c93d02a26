import { useRef, useState } from 'react';
import { textColorOn } from '../../../../server/domain/brand.ts';
import { api } from '../../../api/client.ts';
import { act } from '../../../feedback/act.ts';
import * as text from '../../../text/en.ts';
import { Button } from '../../../ui/button.tsx';
import fields from '../../../ui/field.module.css';
import { Field, TextArea } from '../../../ui/field.tsx';
import { EditCard, type FieldOf, valuesOf } from '../shared/edit-card.tsx';
import { textOrNull } from '../shared/values.ts';
import styles from './document-card.module.css';
import type { OrganizationCard } from './organization.tsx';

const words = text.settings.organization;
const COLOR = /^#[0-9a-f]{6}$/i;
const MAX_LOGO_BYTES = 1024 * 1024;

/** How invoices, estimates and the pages of links look, and what is written on them. */
export function DocumentCard({ organization, isReadOnly, save }: OrganizationCard) {
  return (
    <EditCard
      title={words.documents}
      intro={words.documentsIntro}
      names={['address', 'tax_id', 'logo_file_id', 'brand_color']}
      isReadOnly={isReadOnly}
      read={(values) => ({
        address: textOrNull(values, 'address'),
        tax_id: textOrNull(values, 'tax_id'),
        logo_file_id: textOrNull(values, 'logo_file_id'),
        brand_color: textOrNull(values, 'brand_color'),
      })}
      save={save}
      before={(change) => valuesOf(organization, change)}
    >
      {(field) => (
        <>
          <TextArea
            label={words.address}
            hint={words.addressHint}
            {...field('address')}
            rows={2}
            defaultValue={organization.address ?? ''}
          />
          <Field
            label={words.taxId}
            {...field('tax_id')}
            maxLength={50}
            autoComplete="off"
            defaultValue={organization.tax_id ?? ''}
          />
          <Logo fileId={organization.logo_file_id} isReadOnly={isReadOnly} field={field} />
          <BrandColor stored={organization.brand_color ?? ''} field={field} />
        </>
      )}
    </EditCard>
  );
}

/** Sent when it is chosen, and the logo of the company when the form is saved. */
function Logo({
  fileId: stored,
  isReadOnly,
  field,
}: {
  fileId: string | null;
  isReadOnly: boolean;
  field: FieldOf;
}) {
  const { name, error } = field('logo_file_id');
  const [fileId, setFileId] = useState(stored);
  const [wrong, setWrong] = useState<string>();
  const [isSending, setIsSending] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const send = async (file: File) => {
    const type = file.type === 'image/png' || file.type === 'image/jpeg' ? file.type : null;
    const isFine = type !== null && file.size <= MAX_LOGO_BYTES;
    setWrong(isFine ? undefined : words.wrongLogo);
    if (!isFine) return;
    setIsSending(true);
    const sent = await act(() => api.files.create({ type, content: file }, { name: file.name }));
    setIsSending(false);
    if (sent) setFileId(sent.file_id);
  };
  const said = wrong ?? error;
  return (
    <fieldset className={styles.logo}>
      <legend className={fields.label}>{words.logo}</legend>
      {fileId !== null && (
        <img className={styles.picture} src={`/v1/files/${fileId}/content`} alt={words.logo} />
      )}
      <input type="hidden" name={name} value={fileId ?? ''} readOnly />
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg"
        hidden
        aria-label={words.chooseLogo}
        onChange={({ target }) => {
          if (target.files?.[0]) void send(target.files[0]);
          // The same file can be chosen again.
          target.value = '';
        }}
      />
      {!isReadOnly && (
        <div className={styles.buttons}>
          <Button disabled={isSending} onClick={() => input.current?.click()}>
            {isSending ? text.working : words.chooseLogo}
          </Button>
          {fileId !== null && <Button onClick={() => setFileId(null)}>{words.removeLogo}</Button>}
        </div>
      )}
      <span className={fields.hint}>{words.logoHint}</span>
      {said !== undefined && (
        <span role="alert" className={fields.error}>
          {said}
        </span>
      )}
    </fieldset>
  );
}

/** With how text on it looks: the service chooses white or black, so that it can be read. */
function BrandColor({ stored, field }: { stored: string; field: FieldOf }) {
  const [color, setColor] = useState(stored);
  const known = COLOR.test(color.trim()) ? color.trim() : null;
  return (
    <div className={styles.color}>
      <Field
        label={words.brandColor}
        hint={words.brandColorHint}
        {...field('brand_color')}
        value={color}
        onChange={({ target }) => setColor(target.value)}
        maxLength={7}
        autoComplete="off"
        spellCheck={false}
      />
      <input
        type="color"
        className={styles.pick}
        aria-label={words.pickColor}
        value={known ?? '#2b54cc'}
        onChange={({ target }) => setColor(target.value)}
      />
      {known !== null && (
        <span
          className={styles.preview}
          style={{ backgroundColor: known, color: textColorOn(known) }}
        >
          {words.colorPreview}
        </span>
      )}
    </div>
  );
}
