import type { WireShape } from '@tongda/contract/ground/place/shape';
import type { LngLat } from '@tongda/geo/types';
import type { MapMouseEvent } from 'maplibre-gl';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { fromMap, toMap } from '../base/providers';
import type { MapKit } from '../view/context';
import {
  addStep,
  type Drawn,
  type DrawTool,
  dragHandle,
  firstStep,
  type Handle,
  handlesOf,
  heldHandle,
  isComplete,
  leastVertices,
  redoStep,
  shapeOfClicks,
  undoStep,
  withoutVertex,
} from './model';

export interface Drawing {
  tool: DrawTool | null;
  shape: WireShape | null;
  halfWidthM: number;
  onShape: (shape: WireShape | null) => void;
  /** the shape of the tool is complete, or the user gave it up */
  onToolEnd: () => void;
}

/** What the canvas shows while something is drawn or dragged. */
export interface Scene {
  clicks: readonly LngLat[];
  hover: LngLat | null;
  /** the shape while one of its handles is dragged; null: the shape as it is */
  live: Drawn | null;
  chosen: Handle | null;
}
const empty: Scene = { clicks: [], hover: null, live: null, chosen: null };
const reachPx = 10;

export const isDrawn = (shape: WireShape | null): shape is Drawn => shape !== null && shape.kind !== 'district';

/** Drawing by mouse and keys: clicks make a shape, its handles change it, steps can be taken back and done again. */
export function useDrawing(kit: MapKit, drawing: Drawing, repaint: RefObject<() => void>) {
  const { map, tool: toolOfMap } = kit;
  const { tool, shape } = drawing;
  const latest = useRef(drawing);
  latest.current = drawing;
  const scene = useRef<Scene>(empty);
  const [shown, setShown] = useState<Scene>(empty);
  const steps = useRef(firstStep(shape));
  if (steps.current.now !== shape) steps.current = addStep(steps.current, shape);

  const show = useRef((next: Partial<Scene>) => {
    scene.current = { ...scene.current, ...next };
    setShown(scene.current);
    repaint.current();
  }).current;

  useEffect(() => {
    show(empty);
    toolOfMap.current = tool || isDrawn(shape) ? 'draw' : null;
    if (tool) map.doubleClickZoom.disable();
    map.getCanvas().style.cursor = tool ? 'crosshair' : '';
    return () => {
      toolOfMap.current = null;
      map.doubleClickZoom.enable();
      map.getCanvas().style.cursor = '';
    };
  }, [map, tool, shape, toolOfMap, show]);

  const finish = useRef((): void => {
    const { tool: kind, halfWidthM, onShape, onToolEnd } = latest.current;
    if (!kind || scene.current.clicks.length < leastVertices(kind)) return;
    const made = shapeOfClicks(kind, scene.current.clicks, halfWidthM);
    if (!made) return;
    onShape(made);
    onToolEnd();
  }).current;

  useDrawPointer({ kit, latest, scene, show, finish });

  const back = useRef((): void => {
    if (scene.current.clicks.length > 0) {
      show({ clicks: scene.current.clicks.slice(0, -1) });
      return;
    }
    if (latest.current.tool) return;
    steps.current = undoStep(steps.current);
    latest.current.onShape(steps.current.now);
  }).current;
  const again = useRef((): void => {
    if (latest.current.tool) return;
    steps.current = redoStep(steps.current);
    latest.current.onShape(steps.current.now);
  }).current;
  useDrawKeys({ latest, scene, show, finish, back, again });
  return {
    scene,
    shown,
    finish,
    back,
    again,
    canUndo: shown.clicks.length > 0 || (!tool && steps.current.past.length > 0),
    canRedo: !tool && steps.current.future.length > 0,
  };
}

interface DrawTools {
  latest: RefObject<Drawing>;
  scene: RefObject<Scene>;
  show: (next: Partial<Scene>) => void;
  finish: () => void;
}

/** The handle of the shape within reach of the pointer (px), the nearest one; middles give way to vertices. */
function nearestHandle(
  { map, crs }: MapKit,
  shape: WireShape | null,
  { x, y }: { x: number; y: number },
): Handle | null {
  if (!isDrawn(shape)) return null;
  let best: Handle | null = null;
  let least = reachPx;
  for (const handle of handlesOf(shape)) {
    const px = map.project(toMap(crs, handle.at[0], handle.at[1]));
    const distance = Math.hypot(px.x - x, px.y - y) + (handle.role === 'middle' ? 2 : 0);
    if (distance < least) {
      least = distance;
      best = handle;
    }
  }
  return best;
}

/** The mouse: with a tool each click adds a point, without one a handle is taken and dragged. */
function useDrawPointer({ kit, latest, scene, show, finish }: DrawTools & { kit: MapKit }): void {
  const { map, crs } = kit;
  useEffect(() => {
    let taken: { handle: Handle; shape: Drawn } | null = null;
    const at = ({ lngLat }: MapMouseEvent): LngLat => fromMap(crs, lngLat.lng, lngLat.lat);
    const handleNear = (event: MapMouseEvent): Handle | null => nearestHandle(kit, latest.current.shape, event.point);
    const onClick = (event: MapMouseEvent): void => {
      const { tool: kind } = latest.current;
      // the second click of a double click adds nothing
      if (!kind || event.originalEvent.detail > 1) return;
      const clicks = [...scene.current.clicks, at(event)];
      show({ clicks });
      if (isComplete(kind, clicks.length)) finish();
    };
    const onDown = (event: MapMouseEvent): void => {
      const { tool: kind, shape: now } = latest.current;
      if (kind || !isDrawn(now)) return;
      const handle = handleNear(event);
      show({ chosen: handle });
      if (!handle) return;
      // the map itself stays where it is
      event.preventDefault();
      taken = { handle, shape: now };
    };
    const onMove = (event: MapMouseEvent): void => {
      if (latest.current.tool) {
        show({ hover: at(event) });
        return;
      }
      if (taken) {
        const to = at(event);
        taken = { shape: dragHandle(taken.shape, taken.handle, to), handle: heldHandle(taken.handle, to) };
        show({ live: taken.shape, chosen: taken.handle });
        return;
      }
      if (isDrawn(latest.current.shape)) map.getCanvas().style.cursor = handleNear(event) ? 'move' : '';
    };
    const onUp = (): void => {
      if (!taken) return;
      const { shape: next, handle } = taken;
      taken = null;
      const changed = scene.current.live !== null;
      scene.current = { ...scene.current, live: null };
      if (changed) latest.current.onShape(next);
      show({ live: null, chosen: handle });
    };
    map.on('click', onClick);
    map.on('dblclick', finish);
    map.on('mousedown', onDown);
    map.on('mousemove', onMove);
    window.addEventListener('mouseup', onUp);
    return () => {
      map.off('click', onClick);
      map.off('dblclick', finish);
      map.off('mousedown', onDown);
      map.off('mousemove', onMove);
      window.removeEventListener('mouseup', onUp);
    };
  }, [kit, map, crs, latest, scene, finish, show]);
}

interface KeyTools extends DrawTools {
  back: () => void;
  again: () => void;
}

/** Escape gives up, Enter ends, Backspace and Ctrl+Z take a step back, Ctrl+Y does it again, Delete removes the chosen vertex. */
function useDrawKeys({ latest, scene, show, finish, back, again }: KeyTools): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const { target } = event;
      if (target instanceof HTMLElement && target.closest('input,textarea,[contenteditable],.ant-select')) return;
      const { tool, shape, onShape, onToolEnd } = latest.current;
      if (!tool && !isDrawn(shape)) return;
      const key = event.key.toLowerCase();
      if (event.ctrlKey || event.metaKey) {
        if (key === 'z' && !event.shiftKey) back();
        else if (key === 'y' || (key === 'z' && event.shiftKey)) again();
        else return;
        event.preventDefault();
        return;
      }
      if (tool) {
        if (key === 'escape') {
          if (scene.current.clicks.length > 0) show({ clicks: [] });
          else onToolEnd();
          event.preventDefault();
        } else if (key === 'enter') finish();
        else if (key === 'backspace') back();
        return;
      }
      const { chosen } = scene.current;
      if ((key === 'delete' || key === 'backspace') && isDrawn(shape) && chosen?.role === 'vertex') {
        onShape(withoutVertex(shape, chosen.index));
        show({ chosen: null });
      } else if (key === 'escape' && chosen) {
        show({ chosen: null });
        event.preventDefault();
      }
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [latest, scene, show, finish, back, again]);
}
