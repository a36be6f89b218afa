import { waitingOrderOf } from '@tongda/contract/transport/waybill/facts';
import { rangeOf } from '@tongda/contract/transport/waybill/stow/compartments';
import { formatNumber } from '../../../../kit/show/format';
import { type BoardLoad, judgeBoardLoad } from './board/state';

/** Load bars turn amber here, % (the checks warn at the same shares). */
const nearlyFull = { weight: 95, volume: 90 } as const;
/** Ends of the temperature scale, ℃. */
const scale = { low: -30, high: 25 } as const;

/** 装载率: weight, volume and pallets against what the truck takes, and the temperatures of every order beside what the box reaches. */
export function LoadBars({ load }: { load: BoardLoad }) {
  const { checks, loadRateWeight, loadRateVolume } = judgeBoardLoad(load);
  const pallet = checks.find(({ code }) => code === 'PALLET');
  return (
    <div className="transport-waybill-stow-bars">
      <Bar
        name="重量"
        percent={loadRateWeight}
        warnAt={nearlyFull.weight}
        text={`${formatNumber(weightOf(load))} / ${formatNumber(load.vehicle.ratedLoadKg)} kg`}
      />
      <Bar
        name="体积"
        percent={loadRateVolume}
        warnAt={nearlyFull.volume}
        text={`${formatNumber(volumeOf(load), 1)} / ${formatNumber(load.vehicle.boxVolumeM3, 1)} m³`}
      />
      {pallet?.value != null && pallet.limit ? (
        <Bar
          name="托位"
          percent={(pallet.value / pallet.limit) * 100}
          warnAt={100}
          text={`${pallet.value} / ${pallet.limit}`}
        />
      ) : null}
      <Temperatures load={load} />
    </div>
  );
}

const sumOrders = (load: BoardLoad, of: (order: BoardLoad['orders'][number]) => number): number =>
  load.orders.reduce((total, order) => total + of(order), 0);
export const weightOf = (load: BoardLoad): number => sumOrders(load, (order) => order.weightKg);
export const volumeOf = (load: BoardLoad): number => sumOrders(load, (order) => order.volumeM3);

function Bar(props: { name: string; percent: number | null; warnAt: number; text: string }) {
  const { name, percent, warnAt, text } = props;
  const tone = percent === null || percent <= warnAt ? 'ok' : percent > 100 ? 'bad' : 'warn';
  return (
    <div className="transport-waybill-stow-bar" data-tone={tone}>
      <span>{name}</span>
      <span className="transport-waybill-stow-track" aria-hidden="true">
        <i style={{ width: `${Math.min(100, percent ?? 0)}%` }} />
      </span>
      <span className="transport-waybill-stow-value">{text}</span>
      <b>{percent === null ? '--' : `${formatNumber(percent, 1)}%`}</b>
    </div>
  );
}

const scalePercent = (tempC: number): number =>
  ((Math.min(scale.high, Math.max(scale.low, tempC)) - scale.low) / (scale.high - scale.low)) * 100;

/** The temperatures of a box: grey is what each compartment reaches, a line is what an order asks, green is where all orders of a compartment agree, and the mark is the set temperature. */
function Temperatures({ load }: { load: BoardLoad }) {
  const { box } = judgeBoardLoad(load);
  const cooled = load.vehicle.compartments.filter(({ tempMin }) => tempMin !== null);
  const ranges = load.orders.map((order) => ({ code: order.orderCode, ...rangeOf(waitingOrderOf(order)) }));
  return (
    <div className="transport-waybill-stow-temp">
      <span>温度</span>
      <svg viewBox="0 0 100 30" preserveAspectRatio="none" role="img" aria-label="温度区间">
        {cooled.map(({ no, tempMin, tempMax }) => (
          <rect
            key={no}
            className="transport-waybill-stow-reach"
            x={scalePercent(tempMin ?? 0)}
            width={scalePercent(tempMax ?? 0) - scalePercent(tempMin ?? 0)}
            y={0}
            height={30}
          />
        ))}
        {ranges.map(({ code, low, high }, i) => {
          const y = 4 + (i % 6) * 4.4;
          return low === null || high === null ? null : (
            <line
              key={code}
              className="transport-waybill-stow-range"
              data-bad={box === null}
              x1={scalePercent(low)}
              x2={scalePercent(high)}
              y1={y}
              y2={y}
            />
          );
        })}
        {[...(box?.setpoints ?? [])].map(([no, tempC]) =>
          tempC === null ? null : (
            <line
              key={no}
              className="transport-waybill-stow-set"
              x1={scalePercent(tempC)}
              x2={scalePercent(tempC)}
              y1={0}
              y2={30}
            />
          ),
        )}
      </svg>
      <span className="transport-waybill-stow-set-words">
        {[...(box?.setpoints.values() ?? [])]
          .filter((c) => c !== null)
          .map((c) => `${formatNumber(c, 1)}`)
          .join(' / ') || '--'}{' '}
        ℃
      </span>
      <span className="transport-waybill-stow-axis" aria-hidden="true">
        <i style={{ left: `${scalePercent(-30)}%` }}>−30</i>
        <i style={{ left: `${scalePercent(-18)}%` }}>−18</i>
        <i style={{ left: `${scalePercent(0)}%` }}>0</i>
        <i style={{ left: `${scalePercent(8)}%` }}>8</i>
      </span>
    </div>
  );
}
