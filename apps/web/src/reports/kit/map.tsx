import type { Report } from '@tongda/contract/reports/kit/report';
import { Segmented } from 'antd';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { List } from '../../kit/list/use-rows';
import { formatDuration } from '../../kit/show/format';
import { shortPlace } from '../../kit/show/place';
import { MapView } from '../../map/view/canvas';
import type { MapHandle } from '../../map/view/handle';
import type { AnyRow } from './cells';
import { type Circle, CircleLayer, type CircleView } from './circle-layer';
import { MapSide } from './map-side';

const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0);

const mapViews: Array<{ value: CircleView; label: string }> = [
  { value: 'dots', label: '圆点' },
  { value: 'heat', label: '热力' },
  { value: 'cluster', label: '聚合' },
];

/** Room of the switch above and of the legend below, px: no circle lies behind them. */
const mapPadding = { top: 0, right: 0, bottom: 24, left: 0 };

/** The rows of the page on a map, as circles whose area is the declaration's column; the chosen one is told in words below. */
export function ReportMap({ of, list }: { of: Report; list: List<AnyRow> }) {
  const map = useRef<MapHandle | null>(null);
  const [chosenId, choose] = useState<string | null>(null);
  const { rows } = list;
  const { size = '', name = '', part, side } = of.map ?? {};
  const [view, setView] = useState<CircleView>('dots');
  const circles = useMemo(
    () =>
      rows.flatMap((row): Circle[] =>
        typeof row.lng === 'number' && typeof row.lat === 'number'
          ? [
              {
                id: row.id,
                lng: row.lng,
                lat: row.lat,
                size: numberOf(row[size]),
                // a label and the list beside have room for a few characters
                name: shortPlace(String(row[name] ?? '')),
                count: typeof row.stops === 'number' ? row.stops : null,
                dashed: row.kind === 'outside',
                part: part && typeof row[part] === 'number' ? row[part] : null,
              },
            ]
          : [],
      ),
    [rows, size, name, part],
  );
  /** Shows all circles. A map that has just loaded comes along: the ref holds it only after the next paint. */
  const fit = (on = map.current): void => {
    const corners = circles.map(({ lng, lat }) => [lng, lat] as const);
    if (corners.length > 0) on?.fitBounds(corners, { animate: false, maxZoom: 13 });
  };
  const shown = circles.map(({ id }) => id).join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows are another picture, the same rows stay where the user put them
  useEffect(() => fit(), [shown]);
  const chosen = circles.find(({ id }) => id === chosenId);
  return (
    <div className="reports-kit-map" data-side={side !== undefined}>
      {side ? <MapSide of={of} rows={rows} figures={side} chosenId={chosenId} choose={choose} /> : null}
      <div className="reports-kit-map-view">
        <MapView ref={map} onReady={fit} padding={mapPadding} controls={{ right: 12, bottom: 12 }}>
          <CircleLayer circles={circles} chosenId={chosenId} choose={choose} view={view} />
        </MapView>
        <Segmented<CircleView>
          aria-label="地图样式"
          className="reports-kit-map-way"
          data-map-panel
          size="small"
          options={mapViews}
          value={view}
          onChange={setView}
        />
        <div className="reports-kit-legend" data-map-panel>
          <span>
            <i className="reports-kit-ring" /> 站点
          </span>
          <span>
            <i className="reports-kit-ring" data-dashed="true" /> 站外
          </span>
          {part ? (
            <span>
              <i className="reports-kit-ring" data-part="true" /> 怠速占比
            </span>
          ) : null}
          <span>本页 {circles.length} 处，圆面积 = 总时长，圆内为次数</span>
          {chosen ? (
            <b role="status">
              {chosen.name} {formatDuration(chosen.size * 3600)}
            </b>
          ) : null}
        </div>
      </div>
    </div>
  );
}
