import { type MonitorVehicle, monitorCall } from '@tongda/contract/watch/location/calls';
import { Dropdown } from 'antd';
import { Phone, Radar, Send } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useAct } from '../../../../kit/call/use-act';
import { CommandDialog, type CommandVerb, commandMenu, useCommandVerbs } from '../../command/door';
import type { MonitorItem } from '../monitor/model';

const NearbyDialog = lazy(async () => ({ default: (await import('../nearby-dialog')).NearbyDialog }));

/** The masked number, and 拨打, which asks for the whole one. */
export function DriverCall({ info }: { info: MonitorVehicle }) {
  const calling = useAct(monitorCall, { done: ({ phone }) => window.location.assign(`tel:${phone}`) });
  return (
    <>
      <span className="td-cap"> {info.driverPhone}</span>
      <button
        type="button"
        className="td-plain call"
        disabled={calling.busy}
        onClick={() => void calling.run({ vehicleId: info.vehicleId })}
      >
        <Phone className="td-ico" />
        拨打
      </button>
    </>
  );
}

/** 周边: vehicles around this one. */
export function Nearby({ info, live }: Pick<MonitorItem, 'info' | 'live'>) {
  const [at, setAt] = useState<{ lng: number; lat: number } | null>(null);
  if (!live || live.lng === null || live.lat === null) return null;
  const { lng, lat } = live;
  return (
    <>
      <CardAction icon={<Radar />} word="周边" onClick={() => setAt({ lng, lat })} />
      {at && (
        <Suspense fallback={null}>
          <NearbyDialog {...at} of={info.plateNo} exceptId={info.vehicleId} close={() => setAt(null)} />
        </Suspense>
      )}
    </>
  );
}

/** 指令: what may be asked of the terminal. A vehicle that is shared in is only looked at. */
export function Commands({ info }: Pick<MonitorItem, 'info'>) {
  const verbs = useCommandVerbs();
  const [giving, setGiving] = useState<CommandVerb | null>(null);
  if (verbs.length === 0 || info.sharedFrom !== '' || info.terminalNo === '') return null;
  return (
    <>
      <Dropdown
        // a menu that is shut takes its open sub-menu along
        destroyOnHidden
        trigger={['click']}
        placement="topRight"
        menu={{
          items: commandMenu(verbs),
          onClick: ({ key }) => setGiving(verbs.find((verb) => verb.key === key) ?? null),
        }}
      >
        <button type="button" className="act">
          <Send />
          <span>指令</span>
        </button>
      </Dropdown>
      {giving && (
        <Suspense fallback={null}>
          <CommandDialog
            kind={giving.key}
            vehicles={[{ id: info.vehicleId, plateNo: info.plateNo }]}
            close={() => setGiving(null)}
          />
        </Suspense>
      )}
    </>
  );
}

/** A button at the foot of the card. */
export function CardAction({
  icon,
  word,
  onClick,
  pressed,
}: {
  icon: ReactNode;
  word: string;
  onClick: () => void;
  pressed?: boolean;
}) {
  return (
    <button type="button" className={pressed ? 'act on' : 'act'} aria-pressed={pressed} onClick={onClick}>
      {icon}
      <span>{word}</span>
    </button>
  );
}
