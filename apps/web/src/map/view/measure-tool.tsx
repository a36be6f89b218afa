import { pathLengthM } from '@tongda/geo/distance';
import type { LngLat } from '@tongda/geo/types';
import type { MapMouseEvent } from 'maplibre-gl';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { ThemeMode } from '../../theme/palette';
import { fromMap } from '../base/providers';
import { mapColour, mapFont } from '../base/tokens';
import { OverlayCanvas } from '../overlay/canvas';
import { makeProjector, type Pixel } from '../track/painter';
import { useMapKit } from './context';
import { lengthText, type MeasureKind, measureText } from './measure';

interface Props {
  kind: MeasureKind;
  /** Escape, or the button 结束: the page takes the tool away. */
  onClose: () => void;
}

const hints: Record<MeasureKind, string> = {
  distance: '单击地图添加测距点，双击结束',
  area: '单击地图添加边界点，双击结束',
};

/** Distance and area by clicking on the map. Backspace takes the last point back, double click ends, Escape closes. */
export function MeasureTool({ kind, onClose }: Props) {
  const { map, crs, mode, tool } = useMapKit();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [points, setPoints] = useState<LngLat[]>([]);
  const [done, setDone] = useState(false);
  const scene = useRef<Scene>({ kind, points, hover: null, done, mode });
  const overlay = useRef<OverlayCanvas | null>(null);

  useEffect(() => {
    if (!canvas.current) return;
    const made = new OverlayCanvas(map, canvas.current, (pen, view) =>
      paintMeasure(pen, makeProjector(view, crs), scene.current),
    );
    overlay.current = made;
    tool.current = 'measure';
    map.doubleClickZoom.disable();
    map.getCanvas().style.cursor = 'crosshair';
    return () => {
      made.destroy();
      overlay.current = null;
      tool.current = null;
      map.doubleClickZoom.enable();
      map.getCanvas().style.cursor = '';
    };
  }, [map, crs, tool]);

  useEffect(() => {
    const at = ({ lngLat }: MapMouseEvent): LngLat => fromMap(crs, lngLat.lng, lngLat.lat);
    const onClick = (event: MapMouseEvent) => {
      // the second click of a double click adds nothing
      if (event.originalEvent.detail > 1) return;
      setDone(false);
      setPoints((list) => (scene.current.done ? [at(event)] : [...list, at(event)]));
    };
    const onMove = (event: MapMouseEvent) => {
      if (scene.current.done) return;
      scene.current = { ...scene.current, hover: at(event) };
      overlay.current?.invalidate();
    };
    const onDouble = () => setDone(true);
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onClose();
      if (event.key === 'Backspace') setPoints((list) => list.slice(0, -1));
    };
    map.on('click', onClick);
    map.on('mousemove', onMove);
    map.on('dblclick', onDouble);
    document.addEventListener('keydown', onKey);
    return () => {
      map.off('click', onClick);
      map.off('mousemove', onMove);
      map.off('dblclick', onDouble);
      document.removeEventListener('keydown', onKey);
    };
  }, [map, crs, onClose]);

  useEffect(() => {
    scene.current = { kind, points, hover: done ? null : scene.current.hover, done, mode };
    overlay.current?.invalidate();
  }, [kind, points, done, mode]);

  return createPortal(
    <>
      <canvas ref={canvas} className="map-view-canvas" data-map-overlay="measure" />
      <div className="map-view-note map-view-measure" role="status">
        {measureText(kind, points) || hints[kind]}
        <button type="button" className="td-plain" onClick={() => setPoints([])} disabled={points.length === 0}>
          清除
        </button>
        <button type="button" className="td-plain" onClick={onClose}>
          结束
        </button>
      </div>
    </>,
    map.getContainer().parentElement ?? map.getContainer(),
  );
}

interface Scene {
  kind: MeasureKind;
  points: readonly LngLat[];
  /** where the pointer is, the next point to be */
  hover: LngLat | null;
  done: boolean;
  mode: ThemeMode;
}

function paintMeasure(pen: CanvasRenderingContext2D, at: (lng: number, lat: number) => Pixel, scene: Scene): void {
  const { kind, points, hover, done, mode } = scene;
  if (points.length === 0) return;
  const all = hover && !done ? [...points, hover] : points;
  const pixels = all.map(([lng, lat]) => at(lng, lat));
  const colour = mapColour('primary', mode);
  pen.beginPath();
  pixels.forEach(([x, y], i) => {
    if (i === 0) pen.moveTo(x, y);
    else pen.lineTo(x, y);
  });
  if (kind === 'area') {
    pen.closePath();
    pen.globalAlpha = 0.14;
    pen.fillStyle = colour;
    pen.fill();
    pen.globalAlpha = 1;
  }
  pen.lineJoin = 'round';
  pen.lineWidth = 2;
  pen.strokeStyle = colour;
  pen.stroke();
  points.forEach((_, i) => {
    const [x, y] = pixels[i] ?? [0, 0];
    pen.beginPath();
    pen.arc(x, y, 4, 0, 2 * Math.PI);
    pen.fillStyle = mapColour('symbolEdge', mode);
    pen.fill();
    pen.stroke();
    if (kind === 'distance')
      drawText(pen, x, y, i === 0 ? '起点' : lengthText(pathLengthM(points.slice(0, i + 1))), mode);
  });
}

function drawText(pen: CanvasRenderingContext2D, x: number, y: number, text: string, mode: ThemeMode): void {
  pen.save();
  pen.font = `12px ${mapFont}`;
  pen.textBaseline = 'middle';
  pen.textAlign = 'left';
  pen.lineWidth = 3.5;
  pen.lineJoin = 'round';
  pen.strokeStyle = mapColour('symbolEdge', mode);
  pen.strokeText(text, x + 9, y);
  pen.fillStyle = mapColour('symbolInk', mode);
  pen.fillText(text, x + 9, y);
  pen.restore();
}
