import { vehicleRead } from '@tongda/contract/resources/vehicle/access';
import { href, routes } from '@tongda/contract/shell/routes';
import type { AlarmRow } from '@tongda/contract/watch/alarm/calls';
import { memo } from 'react';
import { useNavigate } from 'react-router';
import { useCan } from '../../../kit/session/can';
import { AlarmPanel, AlarmSide, type LiveAlarmList } from '../alarm/door';
import { useServerNow } from './monitor/use';
import type { AlarmColumn } from './use-alarm-column';
import { VehicleCard } from './vehicle-card';

interface AlarmSlotProps {
  alarms: LiveAlarmList;
  column: AlarmColumn;
  feedOpen: boolean;
  onPick: (row: AlarmRow, handle: boolean) => void;
}

/** The right column: one alarm, or the list of those that wait. */
export function AlarmSlot({ alarms, column, feedOpen, onPick }: AlarmSlotProps) {
  const { alarmId } = column;
  if (alarmId !== null) {
    return (
      <AlarmSide
        id={alarmId}
        handle={column.handle}
        choose={column.choose}
        loaded={column.loaded}
        back={column.open ? () => column.leave(false) : undefined}
        toVehicle={() => column.leave(true)}
        close={() => column.leave(false)}
      />
    );
  }
  return feedOpen ? <Feed alarms={alarms} onPick={onPick} onClose={() => column.setOpen(false)} /> : null;
}

/** The clock that the durations need ticks here, so that the page around it is not drawn again. */
function Feed(props: Pick<AlarmSlotProps, 'alarms' | 'onPick'> & { onClose: () => void }) {
  const now = useServerNow(10_000);
  return <AlarmPanel {...props} now={now} chosenId={null} />;
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
