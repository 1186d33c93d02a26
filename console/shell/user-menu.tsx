import { useState } from 'react';
import type { Me } from '../../packages/sdk/src/index.ts';
import { later } from '../ui/later.tsx';
import { UserButton } from './user-button.tsx';

const UserMenuItems = later(async () => (await import('./user-menu-items.tsx')).UserMenuItems);

export function UserMenu({ me, onShowKeys }: { me: Me; onShowKeys(): void }) {
  const [isClicked, setIsClicked] = useState(false);
  const [hasFocus, setHasFocus] = useState(false);
  return (
    <UserMenuItems
      me={me}
      isOpen={isClicked}
      hasFocus={hasFocus}
      onShowKeys={onShowKeys}
      meanwhile={
        <UserButton
          me={me}
          aria-haspopup="menu"
          onClick={() => setIsClicked(true)}
          onFocus={() => setHasFocus(true)}
          onBlur={() => setHasFocus(false)}
        />
      }
    />
  );
}
