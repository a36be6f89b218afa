import type { Output } from '@tongda/contract/core/endpoint';
import { ruleScope } from '@tongda/contract/rules/alarm-rule/codes';
import type { Bounds } from '@tongda/contract/rules/alarm-rule/field';
import { boundsWord } from '@tongda/contract/rules/alarm-rule/field';
import type { RuleKind } from '@tongda/contract/rules/alarm-rule/kind';
import { monitorDetail } from '@tongda/contract/watch/location/calls';
import { Form } from 'antd';
import { useState } from 'react';
import { useAsk } from '../../../kit/call/use-ask';
import { Panel } from '../../../kit/detail/panel';
import { useEditScope } from '../../../kit/form/edit-context';
import { useCan } from '../../../kit/session/can';
import { formatNumber } from '../../../kit/show/format';
import { ErrorState } from '../../../kit/show/states';
import { VehiclePicker } from '../../base/vehicle-picker/door';

const measured: Partial<Record<RuleKind, { curve: 'tem' | 'hum'; unit: string }>> = {
  temperature: { curve: 'tem', unit: '℃' },
  humidity: { curve: 'hum', unit: '%RH' },
};
type Detail = Output<typeof monitorDetail>;
type Points = Detail['curves'][number]['points'];
const most = 4;

/** What a vehicle measured in the last 24 hours, with the bounds as the form has them: shows at a glance whether they are too tight. */
export function CurvePanel({ kind }: { kind: RuleKind }) {
  const may = useCan(monitorDetail);
  const of = measured[kind];
  return may && of ? <Curves {...of} /> : null;
}

function Curves({ curve, unit }: { curve: 'tem' | 'hum'; unit: string }) {
  const { form } = useEditScope();
  const scope: unknown = Form.useWatch('scope', form);
  // the field `targetIds`
  const targets = (Form.useWatch('targetIds', form) ?? []) as string[];
  // the parameter `probes`, a list of bounds
  const rows = (Form.useWatch(['params', 'probes'], form) ?? []) as Bounds[];
  const [chosen, setChosen] = useState<string | null>(null);
  const vehicleId = chosen ?? (scope === ruleScope.vehicles ? (targets[0] ?? null) : null);
  const detail = useAsk(monitorDetail, vehicleId === null ? null : { vehicleId }, { staleTime: 60_000 });
  return (
    <Panel title="近24小时曲线">
      <VehiclePicker
        label="示例车辆"
        value={vehicleId}
        placeholder="选择一辆车，对照它的数据"
        style={{ width: '100%' }}
        onChange={(id) => setChosen(typeof id === 'string' ? id : null)}
      />
      {detail.error ? <ErrorState error={detail.error} retry={() => void detail.refetch()} /> : null}
      {detail.data ? <Channels detail={detail.data} curve={curve} unit={unit} rows={rows} /> : null}
    </Panel>
  );
}

interface ChannelsProps {
  detail: Detail;
  curve: 'tem' | 'hum';
  unit: string;
  rows: readonly Bounds[];
}

/** Channels that the rule has bounds for; without any those of the vehicle's own set-up. */
function Channels({ detail, curve, unit, rows }: ChannelsProps) {
  const own = detail.vehicle.probes.filter((probe) => probe.kind === curve);
  const named = (channel: number): string => own.find((probe) => probe.channel === channel)?.name ?? `探头${channel}`;
  const shown = (rows.length > 0 ? rows : own).slice(0, most);
  if (shown.length === 0) return <p className="td-cap rules-alarm-rule-curve-none">这辆车没有相应的探头</p>;
  return shown.map((bounds) => (
    <Curve
      key={bounds.channel}
      name={named(bounds.channel)}
      unit={unit}
      bounds={bounds}
      points={detail.curves.find((c) => c.kind === curve && c.channel === bounds.channel)?.points ?? []}
    />
  ));
}

const size = { width: 258, height: 62, top: 4, bottom: 4 };

function Curve({ name, unit, bounds, points }: { name: string; unit: string; bounds: Bounds; points: Points }) {
  const { lower, upper } = bounds;
  const values = points.flatMap(([, value]) => (value === null ? [] : [value]));
  const [from, to] = [points[0]?.[0], points.at(-1)?.[0]];
  if (values.length < 2 || from === undefined || to === undefined)
    return <p className="td-cap rules-alarm-rule-curve-none">{name}：近24小时没有数据</p>;
  const limits = [lower, upper].filter((limit) => limit !== null);
  const [least, largest] = [Math.min(...values), Math.max(...values)];
  const [low, high] = [Math.min(least, ...limits) - 1, Math.max(largest, ...limits) + 1];
  const x = (t: number): number => ((t - from) / (to - from || 1)) * size.width;
  const y = (v: number): number => size.top + ((high - v) / (high - low)) * (size.height - size.top - size.bottom);
  const out = values.filter((v) => (lower !== null && v < lower) || (upper !== null && v > upper)).length;
  return (
    <figure className="rules-alarm-rule-curve">
      <figcaption>
        <b>{name}</b>
        <span className={out > 0 ? 'over' : 'td-cap'}>
          {out > 0 ? `${formatNumber((out / values.length) * 100, 1)}% 超限` : '未超限'}
        </span>
      </figcaption>
      <svg viewBox={`0 0 ${size.width} ${size.height}`} role="img" aria-label={`${name}近24小时曲线与上下限`}>
        <rect
          className="band"
          x="0"
          width={size.width}
          y={y(upper ?? high)}
          height={Math.max(0, y(lower ?? low) - y(upper ?? high))}
        />
        {limits.map((limit) => (
          <line key={limit} className="limit" x1="0" x2={size.width} y1={y(limit)} y2={y(limit)} />
        ))}
        <path d={pathOf(points, x, y)} />
      </svg>
      <p className="td-cap">
        {formatNumber(least, 1)} ~ {formatNumber(largest, 1)}
        {unit}
        {limits.length > 0 ? `，界限 ${boundsWord(bounds, unit)}` : '，未设上下限'}
      </p>
    </figure>
  );
}

/** Holes stay holes. */
function pathOf(points: Points, x: (t: number) => number, y: (v: number) => number): string {
  let pen = 'M';
  return points
    .map(([t, value]) => {
      if (value === null) {
        pen = 'M';
        return '';
      }
      const piece = `${pen}${x(t).toFixed(1)} ${y(value).toFixed(1)}`;
      pen = 'L';
      return piece;
    })
    .join('');
}
