import { useRef, useState } from 'react';
import type { User } from '../../../../packages/sdk/src/index.ts';
import { api } from '../../../api/client.ts';
import { act } from '../../../feedback/act.ts';
import { smallPhoto } from '../../../offline/small-photo.ts';
import * as text from '../../../text/en.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import list from '../shared/list.module.css';

const words = text.settings.people;

/** A picture is sent when it is chosen, and belongs to the person when the form is saved. */
export function AvatarField({
  user,
  name,
  error,
}: {
  user: User;
  name: string;
  error: string | undefined;
}) {
  const [fileId, setFileId] = useState(user.avatar_file_id);
  const [isSending, setIsSending] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const send = async (file: File) => {
    setIsSending(true);
    const sent = await act(async () => {
      const content = await smallPhoto(file);
      return api.files.create({ type: 'image/jpeg', content }, { name: words.pictureName });
    });
    setIsSending(false);
    if (sent) setFileId(sent.file_id);
  };
  return (
    <div className={list.actions}>
      <Avatar name={user.name} fileId={fileId} size={48} />
      <input type="hidden" name={name} value={fileId ?? ''} readOnly />
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        aria-label={words.picture}
        onChange={({ target }) => target.files?.[0] && void send(target.files[0])}
      />
      <Button disabled={isSending} onClick={() => input.current?.click()}>
        {isSending ? text.working : words.choosePicture}
      </Button>
      {fileId !== null && <Button onClick={() => setFileId(null)}>{words.removePicture}</Button>}
      {error !== undefined && <span role="alert">{error}</span>}
    </div>
  );
}
