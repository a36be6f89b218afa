import type { Output } from '@tongda/contract/core/endpoint';
import { noBreak } from '@tongda/contract/core/figure';
import type { LiveVehicle } from '@tongda/contract/core/live';
import type { MonitorVehicle, monitorDetail } from '@tongda/contract/watch/location/calls';
import type { ReactNode } from 'react';
import { formatNumber } from '../../../../kit/show/format';
import { formatDegrees, fuelIn, type MonitorItem } from '../monitor/model';
import { Sparkline } from './sparkline';

/** 温湿度: what each probe says, its bounds and its last day. */
export function Probes({ item, detail }: { item: MonitorItem; detail: Output<typeof monitorDetail> | null }) {
  const hums = item.info.probes.filter((p) => p.kind === 'hum');
  if (item.temps.length === 0 && hums.length === 0) return null;
  const curve = (kind: 'tem' | 'hum', channel: number) =>
    detail?.curves.find((c) => c.kind === kind && c.channel === channel)?.points ?? [];
  return (
    <div className="watch-location-probes">
      <h3>
        温湿度 <span className="td-cap">近 24 小时</span>
      </h3>
      {item.temps.map((t) => (
        <div className="probe" key={t.probe.channel}>
          <span className="name">{t.probe.name}</span>
          <b className={`temp ${t.level}`}>{formatDegrees(t.value)}</b>
          <span className="td-cap">{boundsText(t.probe.lower, t.probe.upper)}</span>
          <Sparkline
            points={curve('tem', t.probe.channel)}
            lower={t.probe.lower}
            upper={t.probe.upper}
            label={`${t.probe.name} 近24小时温度`}
          />
        </div>
      ))}
      {hums.map((p) => (
        <div className="probe" key={`h${p.channel}`}>
          <span className="name">{p.name}</span>
          <b>{item.live?.humPct[p.channel - 1] ?? '--'}</b>
          <span className="td-cap">%RH</span>
          <Sparkline
            points={curve('hum', p.channel)}
            lower={p.lower}
            upper={p.upper}
            label={`${p.name} 近24小时湿度`}
          />
        </div>
      ))}
    </div>
  );
}

const boundsText = (lower: number | null, upper: number | null): string => {
  if (lower === null && upper === null) return '未设上下限';
  if (lower === null) return noBreak(`≤ ${formatDegrees(upper)} ℃`);
  return noBreak(
    upper === null ? `≥ ${formatDegrees(lower)} ℃` : `${formatDegrees(lower)} ~ ${formatDegrees(upper)} ℃`,
  );
};

/** Doors, unit, fuel, ignition and way of the day, as far as the vehicle tells of them. */
export function Facts({ info, live }: { info: MonitorVehicle; live: LiveVehicle }) {
  const doors = info.probes.filter((p) => p.kind === 'door');
  const litres = fuelIn(live);
  const facts: Array<[string, ReactNode]> = doors.map((p) => [p.name, doorWord(live.doorOpen[p.channel - 1])]);
  for (const p of info.probes.filter(({ kind }) => kind === 'co2')) {
    const ppm = live.co2Ppm?.[p.channel - 1] ?? null;
    if (ppm !== null) facts.push([p.name, `${formatNumber(ppm)} ppm`]);
  }
  if (live.reeferOn !== null) facts.push(['冷机', live.reeferOn ? '运行' : '关']);
  if (litres !== null) facts.push(['油量', <Fuel key="f" litres={litres} tank={info.tankCapacityL} />]);
  facts.push(['ACC', live.acc ? '开' : '关']);
  facts.push(['今日里程', `${(live.todayMileageM / 1000).toFixed(1)} km`]);
  facts.push(['总里程', `${Math.round(live.totalMileageM / 1000).toLocaleString('zh-CN')} km`]);
  if (live.extVoltageV !== null) facts.push(['主电压', `${live.extVoltageV.toFixed(1)} V`]);
  if (live.lateCount > 0) facts.push(['今日补传', `${live.lateCount} 点`]);
  return (
    <dl className="watch-location-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function doorWord(open: boolean | null | undefined): ReactNode {
  if (open === null || open === undefined) return '--';
  return open ? <span className="amber">开</span> : '关';
}

function Fuel({ litres, tank }: { litres: number; tank: number | null }) {
  const pct = tank ? Math.min(100, (litres / tank) * 100) : null;
  return (
    <span className="fuel">
      {pct !== null && (
        <i title={`${pct.toFixed(0)}%`}>
          <em style={{ width: `${pct}%` }} className={pct < 20 ? 'low' : ''} />
        </i>
      )}
      {Math.round(litres)} L
    </span>
  );
}
