import { Link } from '@tanstack/react-router';
import { Page } from '../session/page.tsx';
import * as text from '../text/en.ts';

export function NotFound() {
  return (
    <Page title={text.notFound}>
      <Link to="/">{text.screens.inbox}</Link>
    </Page>
  );
}
