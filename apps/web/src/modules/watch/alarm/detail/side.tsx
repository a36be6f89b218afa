import type { Output } from '@tongda/contract/core/endpoint';
import { alarmDetail } from '@tongda/contract/watch/alarm/calls';
import { Tooltip } from 'antd';
import { Truck, X } from 'lucide-react';
import { lazy, Suspense, useCallback, useState } from 'react';
import { useAsk } from '../../../../kit/call/use-ask';
import { useFocusBack } from '../../../../kit/show/hooks/use-focus-back';
import { Loading } from '../../../../kit/show/states';
import '../styles.css';

/** The live map comes first: curve, evidence and rules are loaded when somebody moves to the feed. */
export const loadAlarmPanel = () => import('./panel');
const AlarmDetail = lazy(async () => ({ default: (await loadAlarmPanel()).AlarmDetail }));

type Detail = Output<typeof alarmDetail>;

interface AlarmSideProps {
  id: string;
  handle: boolean;
  choose: (id: string) => void;
  loaded?: (detail: Detail) => void;
  /** the card of the vehicle */
  toVehicle: () => void;
  close: () => void;
}

const feedButtons = (): HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>('.watch-alarm-feed .watch-alarm-act'),
];
/** The line of the feed that stands where the alarm was opened, when that one was handled and is gone. */
function nextInFeed(opener: Element | null): () => HTMLElement | undefined {
  const at = opener instanceof HTMLElement ? feedButtons().indexOf(opener) : -1;
  return () => (at < 0 ? undefined : (feedButtons()[at] ?? feedButtons().at(-1)));
}

/** The alarm in the right column of the map. */
export function AlarmSide({ id, handle, choose, loaded, toVehicle, close }: AlarmSideProps) {
  const [title, setTitle] = useState('报警详情');
  // asked here already, so that the answer is on its way while the panel's code is loaded
  useAsk(alarmDetail, { id });
  const box = useFocusBack<HTMLElement>(nextInFeed);
  const shown = useCallback(
    (detail: Detail) => {
      setTitle(detail.alarm.title);
      loaded?.(detail);
    },
    [loaded],
  );
  return (
    <section className="watch-alarm-side" ref={box} data-map-panel aria-label="报警详情">
      <header>
        <h2>{title}</h2>
        <span className="grow" />
        <Tooltip title="车辆信息">
          <button type="button" className="map-view-icon" aria-label="查看车辆信息" onClick={toVehicle}>
            <Truck />
          </button>
        </Tooltip>
        <button type="button" className="map-view-icon" aria-label="关闭报警详情" onClick={close}>
          <X />
        </button>
      </header>
      <Suspense fallback={<Loading />}>
        <AlarmDetail
          key={`${id} ${String(handle)}`}
          id={id}
          form={handle ? 'handle' : null}
          choose={choose}
          loaded={shown}
          done={close}
        />
      </Suspense>
    </section>
  );
}
