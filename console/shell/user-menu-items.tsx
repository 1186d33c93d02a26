import { useNavigate } from '@tanstack/react-router';
import type { Me } from '../../packages/sdk/src/index.ts';
import { act } from '../feedback/act.ts';
import { sendWaiting } from '../feedback/send-later.ts';
import { changeLook } from '../session/preferences.ts';
import { signOut } from '../session/session.ts';
import * as text from '../text/en.ts';
import { Menu } from '../ui/menu.tsx';
import { nextTheme } from '../ui/theme.ts';
import { UserButton } from './user-button.tsx';

export function UserMenuItems({
  me,
  isOpen,
  hasFocus,
  onShowKeys,
}: {
  me: Me;
  /** Whether it was clicked before it was loaded. */
  isOpen: boolean;
  /** Whether the button before it had the focus, which would be lost with it. */
  hasFocus: boolean;
  onShowKeys(): void;
}) {
  const navigate = useNavigate();
  return (
    <Menu
      isOpenAtFirst={isOpen}
      button={<UserButton me={me} autoFocus={hasFocus} />}
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
        { label: text.switchTheme, run: () => void changeLook({ theme: nextTheme() }) },
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
