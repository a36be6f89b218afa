import { useLocation, useParams } from 'react-router';
import { ErrorState, Loading } from '../../../kit/show/states';
import { DriverFrame } from './frame';
import { DriverHome } from './home';
import { driverLinks } from './links';
import { DriverScan } from './scan/camera';
import { DriverAbnormal } from './task/abnormal';
import { DriverTaskView } from './task/page';
import { DriverPlanView } from './task/plan';
import { DriverSign } from './task/sign';
import { useDriver } from './use-driver';
import './styles.css';

/**
 * The driver's phone page (transport.md 7): his trips, one trip, a plan of a run, a signature, a report, what he scanned. One module for all of them, so that a driver who opened it can go
 * anywhere in it without a network.
 */
export function DriverPage() {
  const driver = useDriver();
  const { waybillCode, orderCode, planId, code } = useParams();
  const { pathname } = useLocation();
  if (driver.refusal)
    return (
      <DriverFrame title="司机端" driver={driver} home>
        <div className="transport-driver-app-empty">
          <b>{code ? '这是给司机扫的二维码' : '不能使用司机端'}</b>
          <p>{driver.refusal}</p>
        </div>
      </DriverFrame>
    );
  if (driver.tasks === null)
    return (
      <DriverFrame title="司机端" driver={driver} home>
        {driver.trouble ? <ErrorState error={new Error(driver.trouble)} retry={driver.refresh} /> : <Loading />}
      </DriverFrame>
    );
  const loaded = { ...driver, tasks: driver.tasks };
  if (code) return <DriverScan driver={loaded} code={code} />;
  if (planId) return <DriverPlanView driver={loaded} planId={planId} />;
  if (orderCode) return <DriverSign driver={loaded} orderCode={orderCode} />;
  if (waybillCode && pathname === driverLinks.abnormal(waybillCode))
    return <DriverAbnormal driver={loaded} waybillCode={waybillCode} />;
  if (waybillCode) return <DriverTaskView driver={loaded} waybillCode={waybillCode} />;
  return <DriverHome driver={loaded} />;
}
