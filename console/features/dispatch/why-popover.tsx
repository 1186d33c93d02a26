import * as text from '../../text/en.ts';
import { Button } from '../../ui/button.tsx';
import styles from './board.module.css';
import type { ShownWhy } from './use-why.ts';

/** Why a person cannot come then, beside the pointer, with what can be done about it. */
export function WhyPopover({
  why: { sentence, isFree, visitId, canBook, lane, at, x, y },
  canWrite,
  onOpen,
  onBook,
  onLeave,
}: {
  why: ShownWhy;
  canWrite: boolean;
  onOpen(visitId: string): void;
  onBook(place: { lane: string; at: number }): void;
  onLeave(): void;
}) {
  return (
    <div className={styles.why} data-why style={{ left: x, top: y }} onPointerLeave={onLeave}>
      <span role="tooltip">{sentence}</span>
      {visitId !== null && (
        <Button
          look="plain"
          onClick={() => {
            onLeave();
            onOpen(visitId);
          }}
        >
          {text.dispatch.why.open}
        </Button>
      )}
      {canWrite && canBook && (
        <Button
          look="plain"
          onClick={() => {
            onLeave();
            onBook({ lane, at });
          }}
        >
          {isFree ? text.dispatch.why.book : text.dispatch.why.bookAnyway}
        </Button>
      )}
    </div>
  );
}
