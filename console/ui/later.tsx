import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { KeyBoundary } from '../keys/keys.ts';
import { useTypedAhead } from './use-typed-ahead.ts';

const AGAIN_MS = 2_000;
const IDLE_MS = 1_000;
/** What the page loads before this mark is what its first screen needs. */
const PARTS_MARK = 'parts';
const parts = new Set<() => Promise<unknown>>();
const firstScreen = Promise.withResolvers<void>();
/** When the first screen is there, and what may be opened next is loaded. */
export const whenFirstScreen = firstScreen.promise;

/**
 * A part of the page that is opened later, and not loaded with the first screen. Until it is there, `meanwhile` is
 * shown, and without one the keys of the page below do not work: they are meant for the part.
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props & { meanwhile?: ReactNode }> {
  let Part: ComponentType<Props> | null = null;
  let loading: Promise<void> | null = null;
  const start = () => {
    loading ??= untilLoaded(load).then((loaded) => {
      Part = loaded;
    });
    return loading;
  };
  parts.add(start);
  return function Later({ meanwhile, ...props }) {
    const [isLoaded, setIsLoaded] = useState(Part !== null);
    // What has something to show meanwhile is not needed for the first screen.
    const canWait = meanwhile !== undefined;
    useEffect(() => {
      if (isLoaded) return;
      const loaded = canWait ? firstScreen.promise.then(start) : start();
      void loaded.then(() => setIsLoaded(true));
    }, [isLoaded, canWait]);
    useTypedAhead(isLoaded || canWait);
    // What is left without `meanwhile` are the properties of the part.
    if (Part !== null) return <Part {...(props as Props)} />;
    if (canWait) return meanwhile;
    return (
      <>
        <KeyBoundary />
        <span hidden data-typed-ahead />
      </>
    );
  };
}

/** A screen that most people open next: its scripts are loaded after those of the first one. */
export function loadNext(load: () => Promise<unknown>): void {
  parts.add(load);
}

/** Without a connection it is tried again and again. */
async function untilLoaded<Part>(load: () => Promise<Part>): Promise<Part> {
  for (;;) {
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  }
}

/** When the first screen is there: then they open at once, and also without a connection. */
export function loadParts(): () => void {
  const timer = setTimeout(() => {
    performance.mark(PARTS_MARK);
    firstScreen.resolve();
    for (const start of parts) void start().catch(() => {});
  }, IDLE_MS);
  return () => clearTimeout(timer);
}
