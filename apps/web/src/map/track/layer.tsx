import type { MapMouseEvent } from 'maplibre-gl';
import { type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import { OverlayCanvas, viewOf } from '../overlay/canvas';
import { useMapKit } from '../view/context';
import { hitTrack, type TrackHit } from './hit';
import { makeProjector, paintCursor, paintTracks, type TrackScene } from './painter';
import type { MapAlarm, MapNote, MapStop, MapTrack, TrackCursor } from './types';

/** Playback moves the cursor many times a second without a render of the page. */
export interface TrackHandle {
  setCursor(cursor: TrackCursor | null): void;
}

export interface TrackLayerProps {
  ref?: Ref<TrackHandle>;
  tracks: readonly MapTrack[];
  stops?: readonly MapStop[];
  alarms?: readonly MapAlarm[];
  /** Tags beside the line: back-filled points, reason of a gap. */
  notes?: readonly MapNote[];
  selectedStop?: number | null;
  onHit?: (hit: TrackHit) => void;
}

const none: readonly never[] = [];

/** Tracks with stops, alarms and the cursor of playback. Stands inside `<MapView>`. */
export function TrackLayer(props: TrackLayerProps) {
  const { tracks, stops = none, alarms = none, notes = none, selectedStop = null } = props;
  const { map, crs, mode, tool } = useMapKit();
  const lines = useRef<HTMLCanvasElement>(null);
  const marks = useRef<HTMLCanvasElement>(null);
  const scene = useRef<TrackScene>({ tracks, stops, alarms, notes, selectedStop, mode, crs });
  const cursor = useRef<TrackCursor | null>(null);
  const onHit = useRef(props.onHit);
  onHit.current = props.onHit;
  const overlays = useRef<{ lines: OverlayCanvas; marks: OverlayCanvas } | null>(null);

  useEffect(() => {
    if (!lines.current || !marks.current) return;
    const made = {
      lines: new OverlayCanvas(map, lines.current, (pen, view) => paintTracks(pen, view, scene.current)),
      marks: new OverlayCanvas(map, marks.current, (pen, view) => {
        const at = cursor.current;
        if (at) paintCursor(pen, makeProjector(view, scene.current.crs)(at.lng, at.lat), at, view, scene.current.mode);
      }),
    };
    overlays.current = made;
    const hitAt = ({ point }: MapMouseEvent) => hitTrack(scene.current, viewOf(map), point.x, point.y);
    const onClick = (event: MapMouseEvent) => {
      const hit = tool.current ? null : hitAt(event);
      if (hit) onHit.current?.(hit);
    };
    const onHover = (event: MapMouseEvent) => {
      if (!tool.current) map.getCanvas().style.cursor = hitAt(event) ? 'pointer' : '';
    };
    map.on('click', onClick);
    map.on('mousemove', onHover);
    return () => {
      map.off('click', onClick);
      map.off('mousemove', onHover);
      made.lines.destroy();
      made.marks.destroy();
      overlays.current = null;
    };
  }, [map, tool]);

  useEffect(() => {
    scene.current = { tracks, stops, alarms, notes, selectedStop, mode, crs };
    overlays.current?.lines.invalidate();
    overlays.current?.marks.invalidate();
  }, [tracks, stops, alarms, notes, selectedStop, mode, crs]);

  useImperativeHandle(
    props.ref,
    () => ({
      setCursor(next) {
        cursor.current = next;
        overlays.current?.marks.invalidate();
      },
    }),
    [],
  );

  return (
    <>
      <canvas ref={lines} className="map-view-canvas" data-map-overlay="track" />
      <canvas ref={marks} className="map-view-canvas" data-map-overlay="cursor" />
    </>
  );
}
