import { noBreak } from '@tongda/contract/core/figure';
import type { TrackAnswer } from '@tongda/contract/watch/track/calls';
import { formatDuration, formatKm, formatNumber, formatRange } from '../../../kit/show/format';

const states = [
  ['行驶', 'drivingSec', 'st-moving'],
  ['怠速', 'idleSec', 'st-idle'],
  ['停车', 'parkedSec', 'st-parked'],
  ['无数据', 'noDataSec', 'gap'],
] as const;

/** The figures of the range: the same kernel as the reports, so the same numbers. */
export function TrackStats({ track }: { track: TrackAnswer }) {
  const { stat } = track;
  const name = (channel: number): string =>
    track.probes.find((p) => p.kind === 'tem' && p.channel === channel)?.name ?? `温度${channel}`;
  const fuelUsed =
    stat.fuelStartL !== null && stat.fuelEndL !== null
      ? `${formatNumber(stat.fuelStartL)} → ${formatNumber(stat.fuelEndL)} L`
      : '--';
  const doorSec = track.doorEvents.reduce((sum, e) => sum + e.durationSec, 0);
  const facts: Array<[string, string]> = [
    ['均速 / 最高', `${formatNumber(stat.avgSpeedKmh)} / ${formatNumber(stat.maxSpeedKmh)} km/h`],
    ['油量', fuelUsed],
    ...stat.temps
      .filter((t) => t.min !== null)
      .map((t): [string, string] => [name(t.channel), noBreak(`${formatRange(t.min, t.max, 1)} ℃`)]),
    ['车门', `${track.doorEvents.length} 次 ${doorSec > 0 ? formatDuration(doorSec) : ''}`],
    ['定位点', formatNumber(stat.pointCount)],
    ['补传点', formatNumber(stat.lateCount)],
    ['停车', `${stat.stopCount} 次`],
  ];
  return (
    <div className="watch-track-stats">
      <div className="total">
        <strong>{formatKm(stat.mileageM)}</strong>
        <span className="td-cap">km</span>
        {stat.gapMileageM > 0 && <span className="td-cap">含补算 {formatKm(stat.gapMileageM)}</span>}
        <span className="grow" />
        <span className="td-cap">完整率</span>
        <b>{formatNumber(stat.completePct, 1)} %</b>
      </div>
      <div className="share" aria-hidden="true">
        {states.map(([, key, token]) => stat[key] > 0 && <i key={key} className={token} style={{ flex: stat[key] }} />)}
      </div>
      <div className="states">
        {states.map(([word, key, token]) => (
          <div key={key}>
            <span className="td-cap">
              <i className={token} />
              {word}
            </span>
            <div>{stat[key] > 0 ? formatDuration(stat[key]) : '--'}</div>
          </div>
        ))}
      </div>
      <dl>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
