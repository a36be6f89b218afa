import { placeOptions } from '@tongda/contract/ground/place/calls';
import { placeSource, routeStrategy } from '@tongda/contract/ground/place/enums';
import { placeSearch } from '@tongda/contract/ground/place/find';
import { shapeLimits } from '@tongda/contract/ground/place/shape';
import { planLimits } from '@tongda/contract/ground/route-plan/calls';
import { linePlan } from '@tongda/contract/ground/route-plan/line';
import type { PlannedWay } from '@tongda/contract/ground/route-plan/way';
import { simplifyLine } from '@tongda/geo/simplify';
import { Button, Modal, Radio } from 'antd';
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../../kit/call/api';
import { useAsk } from '../../../../kit/call/use-ask';
import { type Found, RemoteSelect } from '../../../../kit/form/input/remote-select';
import { formatDuration, formatNumber } from '../../../../kit/show/format';
import { ErrorState } from '../../../../kit/show/states';
import type { NewPlace } from '../form';
import './line.css';

interface Spot extends Found {
  lng: number;
  lat: number;
}
interface Row {
  key: number;
  spot: Spot | null;
}
const kinds = { point: '经纬度', place: '', vehicle: '', district: '' } as const;

/** Own sites while nothing is typed, else everything with a position that matches. */
async function searchSpots(keyword: string): Promise<Spot[]> {
  if (!keyword) {
    const sites = await call(placeOptions, { keyword, kind: 'site' }, { quiet: true });
    return sites.map(({ id, name, address, lng, lat }) => ({ id: `place ${id}`, name, note: address, lng, lat }));
  }
  const hits = await call(placeSearch, { keyword }, { quiet: true });
  return hits.map(({ kind, id, name, note, lng, lat }) => {
    // so that the select box does not filter out a coordinate that was typed in another form
    const words = kind === 'point' ? `${kinds.point} ${keyword} ${note}` : note;
    return { id: `${kind} ${id || `${lng},${lat}`}`, name, note: words, lng, lat };
  });
}

let serial = 0;
const blankRow = (): Row => ({ key: ++serial, spot: null });
const round5 = (n: number): number => Math.round(n * 1e5) / 1e5;
/** A way of an engine has a corner every few metres. */
const thinM = 20;

/** The way as a line to draw on, thinned until it fits. */
function drawnPath(way: PlannedWay): Array<[number, number]> {
  let path: ReadonlyArray<readonly [number, number]> = way.path;
  for (let tolerance = thinM; path.length > shapeLimits.line.max || tolerance === thinM; tolerance *= 2)
    path = simplifyLine(way.path, tolerance);
  return path.map(([lng, lat]) => [round5(lng), round5(lat)]);
}

/** 规划生成线路: start, places on the way, end; the way between them as an electronic line to draw on. */
export function PlanDialog({ begin, close }: { begin: (place: NewPlace) => void; close: () => void }) {
  const [rows, setRows] = useState<Row[]>(() => [blankRow(), blankRow()]);
  const [chosen, setChosen] = useState(0);
  const stops = rows.flatMap(({ spot }): Array<[number, number]> => (spot ? [[spot.lng, spot.lat]] : []));
  const complete = stops.length === rows.length;
  const planned = useAsk(linePlan, { stops }, { when: complete, staleTime: 60_000 });
  const found = complete ? planned.data : undefined;
  const way = found?.ways[chosen] ?? found?.ways[0];
  const put = (key: number, spot: Spot | null): void => {
    setChosen(0);
    setRows(rows.map((row) => (row.key === key ? { ...row, spot } : row)));
  };
  const take = (): void => {
    if (!way || !found) return;
    const [first, last] = [rows[0]?.spot, rows.at(-1)?.spot];
    begin({
      kind: 'line',
      name: `${first?.name ?? ''}-${last?.name ?? ''}`.slice(0, 30),
      source: found.estimated ? placeSource.estimate : placeSource.plan,
      shape: { kind: 'line', points: drawnPath(way), halfWidthM: shapeLimits.halfWidth.usual },
    });
  };
  return (
    <Modal
      open
      title="由规划生成电子线路"
      width={560}
      okText="在地图上编辑"
      cancelText="取消"
      okButtonProps={{ disabled: !way || planned.isFetching }}
      onOk={take}
      onCancel={close}
    >
      {rows.map(({ key, spot }, i) => {
        const word = i === 0 ? '起点' : i === rows.length - 1 ? '终点' : `途经${i}`;
        return (
          <div className="ground-place-draw-stop" key={key}>
            <span className="td-cap">{word}</span>
            <RemoteSelect
              label={word}
              search={searchSpots}
              value={spot?.id}
              known={spot}
              placeholder="站点、车辆、行政区或 经度,纬度"
              // `searchSpots` answers spots
              onChange={(_id, hit) => put(key, (hit as Spot | undefined) ?? null)}
            />
            {rows.length > 2 ? (
              <Button
                type="text"
                icon={<Trash2 />}
                aria-label={`删除${word}`}
                onClick={() => setRows(rows.filter((row) => row.key !== key))}
              />
            ) : null}
          </div>
        );
      })}
      <Button
        icon={<Plus />}
        disabled={rows.length >= planLimits.direct}
        onClick={() => setRows([...rows.slice(0, -1), blankRow(), ...rows.slice(-1)])}
      >
        添加途经点
      </Button>
      {planned.error && complete ? <ErrorState error={planned.error} retry={() => void planned.refetch()} /> : null}
      {found ? (
        <>
          <Radio.Group
            className="ground-place-track ground-place-draw-ways"
            aria-label="走法"
            value={chosen}
            onChange={(event) => setChosen(Number(event.target.value))}
          >
            {found.ways.map((one, i) => (
              <Radio key={`${one.distanceKm} ${one.driveMin}`} value={i}>
                {found.estimated
                  ? '估算'
                  : one.strategies.map((code) => routeStrategy.label(code)).join('、') || '备选'}{' '}
                <b>{formatNumber(one.distanceKm, 1)}</b> km，约 <b>{formatDuration(one.driveMin * 60)}</b>
                {one.limits.length > 0 ? <span className="td-cap">穿过限行区：{one.limits.join('、')}</span> : null}
              </Radio>
            ))}
          </Radio.Group>
          {found.note ? <p className="ground-place-draw-note">{found.note}</p> : null}
        </>
      ) : null}
    </Modal>
  );
}
