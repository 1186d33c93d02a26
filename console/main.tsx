import './ui/tokens.css';
import { RouterProvider } from '@tanstack/react-router';
import { setNonce } from 'get-nonce';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { readFirstScreen } from './first-screen.ts';
import { listenToKeys } from './keys/keys.ts';
import { router } from './routes.tsx';
import { applyDensity } from './ui/density.ts';
import { applyTheme } from './ui/theme.ts';

// Dialogs add a style of their own, which the policy of the page allows only with its nonce.
setNonce(document.querySelector<HTMLElement>('meta[property=csp-nonce]')?.nonce ?? '');
applyTheme();
applyDensity();
listenToKeys();
// After all modules have run: a request from within them is traced back through each of them by developer tools.
void Promise.resolve().then(readFirstScreen).then(show);
// Only on https and on this computer; elsewhere the console needs a connection. The first screen does not wait for it.
if ('serviceWorker' in navigator) {
  addEventListener('load', () =>
    navigator.serviceWorker.register('/service-worker.js').catch(() => {}),
  );
}

function show(): void {
  const root = document.getElementById('root');
  if (root === null) throw new Error('The page has no element with the id root.');
  createRoot(root).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  );
}
