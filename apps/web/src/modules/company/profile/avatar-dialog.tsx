import { Slider } from 'antd';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { useAct } from '../../../kit/call/use-act';
import { ActDialog } from '../../../kit/dialog/form';
import { colour } from '../../../theme/palette';
import { type Crop, dragCrop, keepInside, maxZoom, squareOf } from './crop';

const shownPx = 280;
const savedPx = 256;
const keyStepPx = 8;
const arrows: Record<string, readonly [number, number]> = {
  ArrowLeft: [-keyStepPx, 0],
  ArrowRight: [keyStepPx, 0],
  ArrowUp: [0, -keyStepPx],
  ArrowDown: [0, keyStepPx],
};

interface AvatarDialogProps {
  picture: ImageBitmap;
  save: (square: Blob) => Promise<unknown>;
  /** asks again for what shows the picture */
  changed: () => Promise<void>;
  close: () => void;
}

/** The chosen picture under a square: moved by dragging or arrow keys, enlarged by the slider. */
export function AvatarDialog({ picture, save, changed, close }: AvatarDialogProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const from = useRef<{ x: number; y: number } | null>(null);
  const [crop, setCrop] = useState<Crop>(() =>
    keepInside({ width: picture.width, height: picture.height, zoom: 1, x: 0.5, y: 0.5 }),
  );
  useEffect(() => paintCrop(canvas.current, picture, crop), [picture, crop]);
  const move = (event: PointerEvent): void => {
    const start = from.current;
    if (!start) return;
    from.current = { x: event.clientX, y: event.clientY };
    setCrop((old) => dragCrop(old, event.clientX - start.x, event.clientY - start.y, shownPx));
  };
  const key = (event: KeyboardEvent): void => {
    const step = arrows[event.key];
    if (!step) return;
    event.preventDefault();
    setCrop((old) => dragCrop(old, step[0], step[1], shownPx));
  };
  const send = useAct(async (square: Crop) => save(await squareBlob(picture, square)), {
    told: '头像已更新',
    done: changed,
  });
  return (
    <ActDialog act={send} input={crop} touched={false} close={close} width={360} title="裁剪头像">
      <div className="company-profile-crop">
        <button
          type="button"
          className="td-plain company-profile-crop-frame"
          aria-label="拖动或用方向键移动图片"
          onKeyDown={key}
          onPointerDown={(event) => {
            from.current = { x: event.clientX, y: event.clientY };
            event.currentTarget.setPointerCapture(event.pointerId);
          }}
          onPointerMove={move}
          onPointerUp={() => {
            from.current = null;
          }}
        >
          <canvas ref={canvas} width={shownPx} height={shownPx} />
        </button>
        <Slider
          aria-label="缩放"
          min={1}
          max={maxZoom}
          step={0.05}
          value={crop.zoom}
          tooltip={{ formatter: (value) => `${Math.round((value ?? 1) * 100)}%` }}
          onChange={(zoom) => setCrop((old) => keepInside({ ...old, zoom }))}
        />
      </div>
    </ActDialog>
  );
}

function paintCrop(canvas: HTMLCanvasElement | null, picture: ImageBitmap, crop: Crop): void {
  const pen = canvas?.getContext('2d');
  if (!canvas || !pen) return;
  const { left, top, side } = squareOf(crop);
  // What is transparent becomes white: the saved picture is a JPEG.
  pen.fillStyle = colour('paper', 'light');
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(picture, left, top, side, side, 0, 0, canvas.width, canvas.height);
}

function squareBlob(picture: ImageBitmap, crop: Crop): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = savedPx;
  canvas.height = savedPx;
  paintCrop(canvas, picture, crop);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/jpeg', 0.9),
  );
}
