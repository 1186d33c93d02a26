import { type PointerEvent, useId, useRef, useState } from 'react';
import * as text from '../../text/en.ts';
import { Button } from '../../ui/button.tsx';
import fields from '../../ui/field.module.css';
import styles from './estimates.module.css';

/** Of the picture. On the page it is as wide as its place. */
const WIDTH = 900;
const HEIGHT = 270;
const LINE_PX = 5;

/** Draws with a finger, a pen or the mouse. Who uses a keyboard leaves it empty and signs with the typed name. */
export function SignaturePad({
  error,
  onChange,
}: {
  error: string | undefined;
  /** A PNG image as a data URL; null if nothing is drawn. */
  onChange(image: string | null): void;
}) {
  const id = useId();
  const canvas = useRef<HTMLCanvasElement>(null);
  const last = useRef<readonly [number, number] | null>(null);
  const [isEmpty, setIsEmpty] = useState(true);
  const begin = (event: PointerEvent<HTMLCanvasElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    last.current = placeOf(event);
    if (isEmpty) paper(event.currentTarget);
    draw(event);
  };
  const draw = (event: PointerEvent<HTMLCanvasElement>) => {
    if (last.current === null) return;
    const next = placeOf(event);
    drawLine(event.currentTarget, last.current, next);
    last.current = next;
  };
  const end = () => {
    if (last.current === null || canvas.current === null) return;
    last.current = null;
    setIsEmpty(false);
    onChange(canvas.current.toDataURL('image/png'));
  };
  const clear = () => {
    canvas.current?.getContext('2d')?.clearRect(0, 0, WIDTH, HEIGHT);
    setIsEmpty(true);
    onChange(null);
  };
  return (
    <div className={styles.sign}>
      <span id={`${id}-label`} className={fields.label}>
        {text.estimates.draw}
      </span>
      <canvas
        ref={canvas}
        className={styles.pad}
        role="img"
        aria-labelledby={`${id}-label`}
        aria-describedby={`${id}-hint`}
        width={WIDTH}
        height={HEIGHT}
        onPointerDown={begin}
        onPointerMove={draw}
        onPointerUp={end}
        onPointerCancel={end}
      />
      <span id={`${id}-hint`} className={fields.hint}>
        {text.estimates.drawHint}
      </span>
      {error !== undefined && (
        <span role="alert" className={fields.error}>
          {error}
        </span>
      )}
      {!isEmpty && <Button onClick={clear}>{text.estimates.clearDrawing}</Button>}
    </div>
  );
}

/** Where the pointer is, in pixels of the picture. */
function placeOf({
  clientX,
  clientY,
  currentTarget,
}: PointerEvent<HTMLCanvasElement>): readonly [number, number] {
  const { left, top, width, height } = currentTarget.getBoundingClientRect();
  return [((clientX - left) / width) * WIDTH, ((clientY - top) / height) * HEIGHT];
}

/** White, also where the page is dark: it is printed. */
function paper(canvas: HTMLCanvasElement): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  context.fillStyle = '#fff';
  context.fillRect(0, 0, WIDTH, HEIGHT);
}

function drawLine(
  canvas: HTMLCanvasElement,
  from: readonly [number, number],
  to: readonly [number, number],
): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  context.strokeStyle = '#000';
  context.lineWidth = LINE_PX;
  context.lineCap = 'round';
  context.beginPath();
  context.moveTo(...from);
  context.lineTo(...to);
  context.stroke();
}
