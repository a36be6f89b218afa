import { vehicleRead } from '@tongda/contract/resources/vehicle/access';
import { href, routes } from '@tongda/contract/shell/routes';
import type { AlarmRow } from '@tongda/contract/watch/alarm/calls';
import { memo } from 'react';
import { useNavigate } from 'react-router';
import { useCan } from '../../../kit/session/can';
import { AlarmDock, AlarmSide, type LiveAlarmList } from '../alarm/door';
import { VehicleCard } from './card/vehicle';
import { useServerNow } from './monitor/use';
import type { AlarmColumn } from './use-alarm-column';

/** The alarm in the right column. */
export function AlarmSlot({ column }: { column: AlarmColumn }) {
  const { alarmId } = column;
  if (alarmId === null) return null;
  return (
    <AlarmSide
      id={alarmId}
      handle={column.handle}
      choose={column.choose}
      loaded={column.loaded}
      toVehicle={() => column.leave(true)}
      close={() => column.leave(false)}
    />
  );
}

interface FeedProps {
  alarms: LiveAlarmList;
  column: AlarmColumn;
  onPick: (row: AlarmRow, handle: boolean) => void;
}

/** The feed under the map. The clock that ages need ticks here, so that the page around it is not drawn again. */
export function Feed({ alarms, column, onPick }: FeedProps) {
  const now = useServerNow(5_000);
  const { open, setOpen, alarmId } = column;
  return <AlarmDock alarms={alarms} now={now} open={open} onOpen={setOpen} chosenId={alarmId} onPick={onPick} />;
}

type CardProps = Pick<
  Parameters<typeof VehicleCard>[0],
  'item' | 'detail' | 'detailError' | 'following' | 'onClose' | 'alarms' | 'onAlarm'
>;

/** The card with what its buttons do; drawn again when its own vehicle changes, not when another one does. */
export const SelectedCard = memo(function SelectedCard(
  props: CardProps & { setFollowing: (next: (before: boolean) => boolean) => void },
) {
  const { setFollowing, ...card } = props;
  const { info } = props.item;
  const navigate = useNavigate();
  const maySeeVehicle = useCan({ access: vehicleRead });
  return (
    <VehicleCard
      {...card}
      onFollow={() => setFollowing((before) => !before)}
      onTrajectory={() => void navigate(href(routes.trajectory, 'community', { vehicleId: info.vehicleId }))}
      onVehicle={
        maySeeVehicle && !info.sharedFrom
          ? () => void navigate(href(routes.vehicleDetails, 'resources', { id: info.vehicleId }))
          : null
      }
    />
  );
});
