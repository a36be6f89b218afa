import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { colour } from '../../../theme/palette';
import './signature-pad.css';

interface SignaturePadProps {
  canvas: RefObject<HTMLCanvasElement | null>;
  /** somebody began to write, or the pad is empty again */
  onInk: (ink: boolean) => void;
}

const height = 180;
const penPx = 3;
const quality = 0.8;

/** What was drawn, on white. */
export function signatureJpeg(drawn: HTMLCanvasElement): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = drawn.width;
  canvas.height = drawn.height;
  const pen = canvas.getContext('2d');
  if (pen) {
    pen.fillStyle = colour('paper', 'light');
    pen.fillRect(0, 0, canvas.width, canvas.height);
    pen.drawImage(drawn, 0, 0);
  }
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('签名处理失败，请重写'))), 'image/jpeg', quality);
  });
}

/** A field to sign in with a finger. */
export function SignaturePad({ canvas, onInk }: SignaturePadProps) {
  const drawing = useRef(false);
  const [empty, setEmpty] = useState(true);
  useEffect(() => {
    const pad = canvas.current;
    if (!pad) return;
    const scale = window.devicePixelRatio;
    pad.width = Math.round(pad.clientWidth * scale);
    pad.height = Math.round(height * scale);
    const pen = pad.getContext('2d');
    if (!pen) return;
    pen.scale(scale, scale);
    pen.lineWidth = penPx;
    pen.lineCap = 'round';
    pen.lineJoin = 'round';
    pen.strokeStyle = colour('paper-ink', 'light');
  }, [canvas]);
  const at = (event: PointerEvent<HTMLCanvasElement>): [number, number] => {
    const box = event.currentTarget.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };
  const start = (event: PointerEvent<HTMLCanvasElement>): void => {
    event.currentTarget.setPointerCapture(event.pointerId);
    drawing.current = true;
    const pen = event.currentTarget.getContext('2d');
    pen?.beginPath();
    pen?.moveTo(...at(event));
  };
  const move = (event: PointerEvent<HTMLCanvasElement>): void => {
    if (!drawing.current) return;
    const pen = event.currentTarget.getContext('2d');
    pen?.lineTo(...at(event));
    pen?.stroke();
    setEmpty(false);
    onInk(true);
  };
  const clear = (): void => {
    const pad = canvas.current;
    pad?.getContext('2d')?.clearRect(0, 0, pad.width, pad.height);
    setEmpty(true);
    onInk(false);
  };
  return (
    <div className="transport-parts-sign-pad">
      <canvas
        ref={canvas}
        aria-label="签名区"
        style={{ height }}
        onPointerDown={start}
        onPointerMove={move}
        onPointerUp={() => {
          drawing.current = false;
        }}
      />
      {empty ? (
        <span className="transport-parts-sign-hint" aria-hidden="true">
          请在这里手写签名
        </span>
      ) : null}
      <button type="button" className="td-plain" onClick={clear}>
        重写
      </button>
    </div>
  );
}
