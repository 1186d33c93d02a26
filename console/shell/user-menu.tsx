import { useNavigate } from '@tanstack/react-router';
import type { Me } from '../../packages/sdk/src/index.ts';
import { act } from '../feedback/act.ts';
import { sendWaiting } from '../feedback/send-later.ts';
import { changeLook } from '../session/preferences.ts';
import { signOut } from '../session/session.ts';
import { text } from '../text/en.ts';
import { Button } from '../ui/button.tsx';
import { Menu } from '../ui/menu.tsx';
import { nextTheme } from '../ui/theme.ts';

export function UserMenu({ me, onShowKeys }: { me: Me; onShowKeys(): void }) {
  const navigate = useNavigate();
  return (
    <Menu
      button={<Button look="plain">{me.user?.name ?? text.product}</Button>}
      items={[
        {
          label: text.settings.sections.account,
          run: () =>
            void navigate({
              to: '/settings/{-$section}/{-$id}',
              params: { section: 'account', id: undefined },
            }),
        },
        { label: text.keys, run: onShowKeys },
        {
          label: text.switchTheme,
          run: () => void changeLook({ theme: nextTheme() }),
        },
        {
          label: text.signOut,
          run: () => {
            sendWaiting();
            void act(signOut);
          },
        },
      ]}
    />
  );
}
