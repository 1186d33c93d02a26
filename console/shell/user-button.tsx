import type { ComponentProps } from 'react';
import type { Me } from '../../packages/sdk/src/index.ts';
import * as text from '../text/en.ts';
import { Button } from '../ui/button.tsx';

/** The name of the user; it opens the menu. */
export function UserButton({ me, ...rest }: { me: Me } & ComponentProps<typeof Button>) {
  return (
    <Button look="plain" {...rest}>
      {me.user?.name ?? text.product}
    </Button>
  );
}
