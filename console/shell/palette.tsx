import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { Me } from '../../packages/sdk/src/index.ts';
import { bindingsNow } from '../keys/keys.ts';
import * as text from '../text/en.ts';
import { Dialog } from '../ui/dialog.tsx';
import { type Choice, Picker } from '../ui/picker.tsx';
import { matchesWords } from './match-words.ts';
import { screensFor } from './screens.ts';
import { useFound } from './use-found.ts';

interface Destination extends Choice {
  go(): void;
}

/** Finds people, numbers, jobs, screens and actions: what is on this computer at once, the rest from the service. */
export function Palette({ me, onClose }: { me: Me; onClose(): void }) {
  const [typed, setTyped] = useState('');
  const [actions] = useState(bindingsNow);
  const navigate = useNavigate();
  const found = useFound(typed);
  const choices = useMemo((): readonly Destination[] => {
    const people = found.map(({ id, title, about, group, lifecycleNumber }) => ({
      id,
      title,
      about,
      group,
      go: () => void navigate({ to: '/n/$number', params: { number: lifecycleNumber } }),
    }));
    const screens = screensFor(me).map(({ to, label }) => ({
      id: to,
      title: label,
      group: text.palette.screen,
      go: () => void navigate({ to }),
    }));
    const others = actions
      .filter(({ keys }) => !keys.startsWith('g ') && keys !== 'mod+k')
      .map(({ keys, label, run }) => ({
        id: keys,
        title: label,
        group: text.palette.action,
        go: run,
      }));
    return [
      ...people,
      ...[...screens, ...others].filter(({ title }) => matchesWords(title, typed)),
    ];
  }, [found, me, actions, typed, navigate]);
  return (
    <Dialog title={text.find} size="wide" onClose={onClose}>
      <Picker
        label={text.palette.label}
        choices={choices}
        emptyText={text.palette.nothing}
        onType={setTyped}
        onChoose={({ go }) => {
          onClose();
          go();
        }}
        autoFocus
      />
    </Dialog>
  );
}
