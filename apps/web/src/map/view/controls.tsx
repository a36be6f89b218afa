import { metresPerPixel } from '@tongda/geo/mercator';
import { Minus, Pentagon, Plus, Ruler } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { useMapKit } from './context';
import type { MeasureKind } from './measure';
import { MeasureTool } from './measure-tool';

interface Props {
  place: { right: number; bottom: number };
  attribution: string;
  tools?: ReactNode;
}

/** Scale bar, credit, the page's own tools and the zoom buttons, in one line at the lower right. */
export function MapControls({ place, attribution, tools }: Props) {
  const { handle } = useMapKit();
  return (
    <div className="map-view-controls" data-map-panel style={{ right: place.right, bottom: place.bottom }}>
      <span className="map-view-credit">{attribution}</span>
      <ScaleBar />
      {tools}
      <MeasureButtons />
      <div className="map-view-panel map-view-zoom">
        <button type="button" className="td-plain" aria-label="缩小地图" onClick={() => handle.zoomBy(-1)}>
          <Minus size={15} strokeWidth={1.6} />
        </button>
        <button type="button" className="td-plain" aria-label="放大地图" onClick={() => handle.zoomBy(1)}>
          <Plus size={15} strokeWidth={1.6} />
        </button>
      </div>
    </div>
  );
}

function MeasureButtons() {
  const [kind, setKind] = useState<MeasureKind | null>(null);
  const close = useCallback(() => setKind(null), []);
  const toggle = (wanted: MeasureKind) => setKind(kind === wanted ? null : wanted);
  return (
    <>
      <div className="map-view-panel map-view-zoom map-view-measures">
        <button
          type="button"
          className="td-plain"
          title="测距"
          aria-label="测距"
          aria-pressed={kind === 'distance'}
          onClick={() => toggle('distance')}
        >
          <Ruler size={15} strokeWidth={1.6} />
        </button>
        <button
          type="button"
          className="td-plain"
          title="测面积"
          aria-label="测面积"
          aria-pressed={kind === 'area'}
          onClick={() => toggle('area')}
        >
          <Pentagon size={15} strokeWidth={1.6} />
        </button>
      </div>
      {kind && <MeasureTool key={kind} kind={kind} onClose={close} />}
    </>
  );
}

function ScaleBar() {
  const { map } = useMapKit();
  const [scale, setScale] = useState(() => scaleOf(map.getCenter().lat, map.getZoom()));
  useEffect(() => {
    const update = () => setScale(scaleOf(map.getCenter().lat, map.getZoom()));
    map.on('move', update);
    update();
    return () => {
      map.off('move', update);
    };
  }, [map]);
  return (
    <span className="map-view-scale" role="img" aria-label={`比例尺 ${scale.label}`}>
      {scale.label}
      <i style={{ width: scale.px }} />
    </span>
  );
}

const longestPx = 90;

/** The longest round length (1, 2 or 5 times a power of ten) that fits the bar. */
export function scaleOf(lat: number, zoom: number): { label: string; px: number } {
  const perPx = metresPerPixel(lat, zoom);
  const most = perPx * longestPx;
  const power = 10 ** Math.floor(Math.log10(most));
  const metres = power * ([5, 2, 1].find((n) => n * power <= most) ?? 1);
  return { label: metres >= 1000 ? `${metres / 1000} km` : `${metres} m`, px: Math.round(metres / perPx) };
}
