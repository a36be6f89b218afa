import type { Output } from '@tongda/contract/core/endpoint';
import { vehicleRead } from '@tongda/contract/resources/vehicle/access';
import { maintainStatus } from '@tongda/contract/resources/vehicle/enums';
import { button } from '@tongda/contract/shell/rights';
import { href, routes } from '@tongda/contract/shell/routes';
import type { AlarmRow, alarmDetail } from '@tongda/contract/watch/alarm/calls';
import { Button } from 'antd';
import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import { useCan } from '../../../../kit/session/can';
import { repairSlot } from './repair-slot';

const repairing = { access: button('vehicle', 'repair') };
const reading = { access: vehicleRead };

/** 转维修: the vehicle of an alarm gets an order for the workshop. */
export function ToRepair({ alarm, done }: { alarm: AlarmRow; done: () => void }) {
  const may = useCan(repairing);
  const [open, setOpen] = useState(false);
  const NewRepair = repairSlot.part();
  if (!may || !NewRepair) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>转维修</Button>
      {open ? (
        <Suspense>
          <NewRepair
            vehicle={{ id: alarm.vehicleId, plateNo: alarm.plateNo }}
            reason={[alarm.title, alarm.value].filter(Boolean).join(' ')}
            alarmId={alarm.id}
            done={done}
            close={() => setOpen(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}

type Repairs = Output<typeof alarmDetail>['repairs'];

/** Orders that came from the alarm, with their state; a link for who may read the vehicle. */
export function RepairsOf({ repairs, vehicleId }: { repairs: Repairs; vehicleId: string }) {
  const may = useCan(reading);
  const to = href(routes.vehicleDetails, 'resources', { id: vehicleId, tab: 'repairs' });
  return (
    <>
      {repairs.map(({ id, repairCode, maintainStatus: status }) => (
        <div key={id}>
          {may ? <Link to={to}>{repairCode}</Link> : repairCode}
          <span className="td-quiet"> {maintainStatus.label(status)}</span>
        </div>
      ))}
    </>
  );
}
