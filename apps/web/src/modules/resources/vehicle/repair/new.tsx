import { repairSummary } from '@tongda/contract/resources/vehicle/repair';
import { useAsk } from '../../../../kit/call/use-ask';
import type { RepairOfAlarm } from '../../../watch/alarm/door';
import { RepairForm } from './form';

/** 转维修, 报修: a new order for a vehicle, linked to the alarm that it comes from. */
export function NewRepair({ vehicle, reason, alarmId, done, close }: RepairOfAlarm) {
  const { data, isPending } = useAsk(repairSummary, { vehicleId: vehicle.id });
  if (isPending) return null;
  return (
    <RepairForm
      vehicle={vehicle}
      odometerKm={data?.odometerKm ?? null}
      task={{ verb: 'add', reason, ...(alarmId === undefined ? {} : { alarmId }) }}
      done={done}
      close={close}
    />
  );
}
