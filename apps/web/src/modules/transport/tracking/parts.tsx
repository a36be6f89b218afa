import { type LateState, lateText } from '@tongda/contract/transport/figures';
import type { Happening, OrderTrackRow, TrackingLive, TrackStop } from '@tongda/contract/transport/tracking/calls';
import { eventSource } from '@tongda/contract/transport/waybill/enums';
import { Modal } from 'antd';
import { type CSSProperties, type ReactNode, useState } from 'react';
import { PictureViewer } from '../../../kit/files/pictures';
import { formatNumber, minuteText, none, shortTime } from '../../../kit/show/format';
import { spotText } from '../../../kit/show/spot';
import './styles.css';
import { etaText } from '../parts/eta';

const lateTones = { onTime: undefined, expectedLate: 'transport-tracking-amber', late: 'transport-tracking-bad' };
/** How much earlier or later something is than promised; in colour when it counts as late. */
export const Late = ({ minutes, late }: { minutes: number | null; late: LateState }) =>
  minutes === null ? null : <span className={lateTones[late]}>{lateText(late, minutes)}</span>;

/** How far along its stops something is. */
export function Progress({ done, count }: { done: number; count: number }) {
  if (count === 0) return <>{none}</>;
  return (
    <span className="transport-tracking-bar">
      {/* React's types know no custom properties */}
      <i style={{ '--done': `${Math.round((done / count) * 100)}%` } as CSSProperties} />
      {done}/{count}
    </span>
  );
}

/** Where a truck is, in words. */
export function Where({ live }: { live: TrackingLive }) {
  if (!live) return <span className="td-cap">没有位置</span>;
  return (
    <span>
      {live.address || spotText(live.lng, live.lat)}
      <span className="td-cap">
        {' '}
        {live.stale ? '离线' : `${formatNumber(live.speedKmh)} km/h ${live.acc ? 'ACC 开' : 'ACC 关'}`}{' '}
        {shortTime(live.time)}
      </span>
    </span>
  );
}

/** Where the goods of an order are: at a site of the company, or with their truck. */
export function GoodsPlace({ row }: { row: Pick<OrderTrackRow, 'siteName' | 'live'> }) {
  if (row.siteName) return <span title="货物在站，等待下一程配载">在 {row.siteName}</span>;
  if (!row.live) return <span>{none}</span>;
  const { address, stale, time } = row.live;
  if (!stale) return <span title={address}>{address || '在途'}</span>;
  return (
    <span className="td-cap" title={`${address}（最后位置）`}>
      离线 {minuteText(time)} {address}
    </span>
  );
}

/** Stops with planned and real times. */
export function Stops({ stops }: { stops: readonly TrackStop[] }) {
  return (
    <ol className="transport-tracking-stops">
      {stops.map((stop) => (
        <li key={stop.seq} data-state={stop.stopStatus}>
          <span>
            {stop.name}
            {stop.windowEnd ? <span className="td-cap"> 不晚于 {minuteText(stop.windowEnd)}</span> : null}
          </span>
          <span>
            计划 {minuteText(stop.planArriveTime)}
            {stop.etaTime && !stop.arriveTime ? <span className="td-cap"> 预计 {etaText(stop.etaTime)}</span> : null}
          </span>
          <span>
            {stop.arriveTime
              ? `到 ${minuteText(stop.arriveTime)}`
              : stop.leaveTime
                ? `离 ${minuteText(stop.leaveTime)}`
                : '未到'}{' '}
            <Late minutes={stop.lateMin} late={stop.late} />
            {stop.arriveTime && stop.leaveTime ? (
              <span className="td-cap"> 离 {minuteText(stop.leaveTime)}</span>
            ) : null}
          </span>
        </li>
      ))}
    </ol>
  );
}

/** Everything that happened, the newest first. */
export function Timeline({ steps }: { steps: readonly Happening[] }) {
  if (steps.length === 0) return <p className="td-cap">还没有记录</p>;
  return (
    <ol className="transport-tracking-line" aria-label="运输过程">
      {steps.map((step, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is never changed in place
        <li key={i}>
          <b>{step.text}</b>
          <span className="td-cap">
            {shortTime(step.time)} {step.operator}
            {step.enteredTime ? ` ${shortTime(step.enteredTime)} 登记` : ''}
            {step.source === eventSource.manual ? '' : `（${eventSource.label(step.source)}）`}
          </span>
          {step.remark ? <p>{step.remark}</p> : null}
          {step.pictures.length > 0 ? <StepPictures step={step} /> : null}
        </li>
      ))}
    </ol>
  );
}

/** A word that opens what was photographed: links of pictures change with every reading, so that nothing of them is drawn before. */
function StepPictures({ step }: { step: Happening }) {
  const [viewing, setViewing] = useState<Happening['pictures'] | null>(null);
  return (
    <p>
      <button type="button" className="td-plain td-link" onClick={() => setViewing(step.pictures)}>
        照片 {step.pictures.length} 张
      </button>
      {viewing ? (
        <Modal open width={900} title={`${step.text}照片`} footer={null} onCancel={() => setViewing(null)}>
          <PictureViewer pictures={viewing} />
        </Modal>
      ) : null}
    </p>
  );
}

/** Label and value where there is little room. */
export function Lines({ facts }: { facts: ReadonlyArray<readonly [label: string, value: ReactNode]> }) {
  return (
    <dl className="transport-tracking-facts">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value || none}</dd>
        </div>
      ))}
    </dl>
  );
}
