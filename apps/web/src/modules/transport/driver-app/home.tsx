import type { DriverTask } from '@tongda/contract/transport/driver-app/calls';
import { transportStatus } from '@tongda/contract/transport/enums';
import { driverConfirmStatus, stopStatus } from '@tongda/contract/transport/waybill/enums';
import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router';
import { formatNumber, minuteText } from '../../../kit/show/format';
import { dottedPlate, PlateChip } from '../../../kit/show/plate/chip';
import { DriverFrame } from './frame';
import { driverLinks } from './links';
import { DriverPlans } from './task/plan';
import type { Driver } from './use-driver';

const groups: ReadonlyArray<{ name: string; has: (task: DriverTask) => boolean }> = [
  { name: '运输中', has: (task) => task.transportStatus === transportStatus.inTransit },
  {
    name: '待接单',
    has: (task) =>
      task.transportStatus === transportStatus.toDepart && task.driverConfirm !== driverConfirmStatus.accepted,
  },
  {
    name: '待发车',
    has: (task) =>
      task.transportStatus === transportStatus.toDepart && task.driverConfirm === driverConfirmStatus.accepted,
  },
  { name: '最近完成', has: (task) => task.transportStatus === transportStatus.complete },
];

/** 我的任务. */
export function DriverHome({ driver }: { driver: Driver & { tasks: DriverTask[] } }) {
  const shown = groups
    .map((group) => ({ ...group, tasks: driver.tasks.filter(group.has) }))
    .filter(({ tasks }) => tasks.length > 0);
  return (
    <DriverFrame title={driver.name ? `${driver.name}的任务` : '我的任务'} driver={driver} home>
      {driver.leaver ? (
        <p className="transport-driver-app-note transport-driver-app-none" role="alert">
          您已{driver.leaver}，不能再接单和发车，请联系调度改派；在途的任务仍可到站、拍照和签收
        </p>
      ) : null}
      {driver.vehicles && !driver.leaver ? <Vehicles vehicles={driver.vehicles} /> : null}
      {shown.length === 0 && driver.plans.length === 0 ? (
        <div className="transport-driver-app-empty">
          <b>现在没有任务</b>
          <p>调度派车后，任务会出现在这里</p>
        </div>
      ) : null}
      {shown.map(({ name, tasks }) => (
        <section key={name}>
          <h2 className="transport-driver-app-group">
            {name} <span>{tasks.length}</span>
          </h2>
          {tasks.map((task) => (
            <TaskCard key={task.waybillCode} task={task} />
          ))}
        </section>
      ))}
      <DriverPlans plans={driver.plans} />
    </DriverFrame>
  );
}

/** Which vehicle he drives, as the office has it. */
function Vehicles({ vehicles }: { vehicles: NonNullable<Driver['vehicles']> }) {
  if (vehicles.length === 0)
    return (
      <p className="transport-driver-app-note transport-driver-app-none">
        您还没有绑定车辆，用手机相机或微信扫车上的二维码即可绑定
      </p>
    );
  return (
    <section className="transport-driver-app-card transport-driver-app-mine" aria-label="我的车辆">
      <span className="transport-driver-app-note">我的车辆</span>
      {vehicles.map(({ plateNo, vehicleColor, vehicleType }) => (
        <span key={plateNo}>
          <PlateChip plateNo={plateNo} colour={vehicleColor} /> {vehicleType}
        </span>
      ))}
    </section>
  );
}

function TaskCard({ task }: { task: DriverTask }) {
  const left = task.stops.filter((stop) => stop.stopStatus >= stopStatus.left).length;
  const running = task.transportStatus === transportStatus.inTransit;
  return (
    <Link className="transport-driver-app-card" to={driverLinks.task(task.waybillCode)}>
      <div className="transport-driver-app-row">
        <b>{dottedPlate(task.plateNo)}</b>
        <span className="transport-driver-app-note">{task.waybillCode}</span>
      </div>
      <div className="transport-driver-app-way">
        <span>{task.fromName}</span>
        <ArrowRight />
        <span>{task.toName}</span>
      </div>
      <div className="transport-driver-app-row transport-driver-app-note">
        <span>
          {formatNumber(task.totalPieces)} 件　{formatNumber(task.totalWeight)} kg　{formatNumber(task.totalVolume, 1)}{' '}
          m³
        </span>
        <span>
          {running
            ? `已走 ${left}/${task.stops.length} 站`
            : task.transportStatus === transportStatus.complete
              ? `完成 ${minuteText(task.actualArriveTime ?? task.planArriveTime)}`
              : `计划 ${minuteText(task.planDepartTime)} 发车`}
        </span>
      </div>
    </Link>
  );
}
