import type { Me } from '../../packages/sdk/src/index.ts';
import * as text from '../text/en.ts';
import { Dialog } from '../ui/dialog.tsx';
import { SignInForm } from './sign-in.tsx';

/** Over the page, which keeps everything that was typed. */
export function SignInAgain({ me }: { me: Me }) {
  return (
    <Dialog title={text.signIn} about={text.sessionEnded}>
      <SignInForm email={me.user?.email ?? ''} organizationId={me.organization.organization_id} />
    </Dialog>
  );
}
