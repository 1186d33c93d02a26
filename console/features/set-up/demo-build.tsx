import { useEffect, useState } from 'react';
import type { DemoCompany, Throughline } from '../../../packages/sdk/src/index.ts';
import { isProblem } from '../../../packages/sdk/src/problem.ts';
import { api, apiWith } from '../../api/client.ts';
import { NO_TROUBLE, type Trouble, troubleOf } from '../../api/problems.ts';
import { Page } from '../../session/page.tsx';
import { readSession } from '../../session/session.ts';
import * as text from '../../text/en.ts';
import { Button } from '../../ui/button.tsx';
import { TroubleNotice } from '../../ui/trouble.tsx';
import styles from './set-up.module.css';

const POLL_MS = 1_000;
const MAX_TRIES = 5;

/**
 * Asks for the demo company, shows how far it is, and signs in to it. There is one per service: if it is being built or
 * ready, asking again only shows it, in any browser.
 */
export default function DemoBuild({
  token,
  onDone,
  onBack,
}: {
  token: string;
  onDone(): void;
  onBack(): void;
}) {
  const [tries, setTries] = useState(0);
  const { progress, trouble } = useDemo(token, tries, onDone);
  if (trouble.message !== null) {
    return (
      <Page title={text.demoTitle}>
        <TroubleNotice trouble={trouble} />
        <div className={styles.buttons}>
          <Button onClick={onBack}>{text.back}</Button>
          <Button look="primary" onClick={() => setTries(tries + 1)}>
            {text.tryAgain}
          </Button>
        </div>
      </Page>
    );
  }
  return (
    <Page title={text.demoTitle} intro={text.demoIntro}>
      <div className={styles.progress}>
        <progress max={100} value={progress} aria-label={text.demoTitle} />
        <span>{text.demoProgress(progress)}</span>
      </div>
    </Page>
  );
}

interface Building {
  progress: number;
  trouble: Trouble;
}

const BEGUN: Building = { progress: 0, trouble: NO_TROUBLE };

function useDemo(token: string, tries: number, onDone: () => void): Building {
  const [building, setBuilding] = useState(BEGUN);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try begins again; what comes after is the same.
  useEffect(() => {
    const page = new AbortController();
    setBuilding(BEGUN);
    buildAndOpen(token, page.signal, (progress) => setBuilding({ progress, trouble: NO_TROUBLE }))
      .then((failure) => {
        if (page.signal.aborted) return;
        if (failure === null) onDone();
        else setBuilding({ progress: 0, trouble: { ...NO_TROUBLE, message: failure } });
      })
      .catch((error: unknown) => {
        if (!page.signal.aborted) setBuilding({ progress: 0, trouble: troubleOf(error, []) });
      });
    return () => page.abort();
  }, [token, tries]);
  return building;
}

/** Resolves when the owner of the demo company is signed in, with the reason if it could not be built. */
async function buildAndOpen(
  token: string,
  signal: AbortSignal,
  onProgress: (percent: number) => void,
): Promise<string | null> {
  const { demoCompany } = apiWith(token);
  let company: DemoCompany = await demoCompany.create({ signal });
  while (company.status === 'building') {
    onProgress(company.progress);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    company = await demoCompany.get({ signal });
  }
  signal.throwIfAborted();
  if (company.status !== 'ready') return text.demoFailed(company.failure ?? '');
  onProgress(company.progress);
  await signIn(demoCompany, signal);
  await readSession();
  return null;
}

/** A link that is used ends all others of its user, also that of another browser which opens the company right now. */
async function signIn(company: Throughline['demoCompany'], signal: AbortSignal): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const { url } = await company.signInLinks.create({ signal });
    try {
      await api.signInLinks.use({ key: new URL(url).hash.slice(1) }, { maxRetries: 0 });
      return;
    } catch (error) {
      if (tries === MAX_TRIES || !isProblem(error, 'sign_in_link_not_valid')) throw error;
    }
  }
}
