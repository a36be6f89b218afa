import { codes } from '@tongda/contract/core/endpoint';
import { driverBindVehicle, driverScanVehicle, type ScannedVehicle } from '@tongda/contract/transport/driver-app/scan';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../../../kit/call/api';
import { ApiError } from '../../../../kit/call/api-error';
import { useAsk } from '../../../../kit/call/use-ask';
import { PlateChip } from '../../../../kit/show/plate/chip';
import { Loading } from '../../../../kit/show/states';
import { DriverFrame } from '../frame';
import { driverLinks } from '../links';
import { failureText, Said, type ScanProps } from '../task/said';

const title = '绑定车辆';

/** 车辆二维码: the driver sees which vehicle he scanned and whom he replaces, and confirms. */
export function ScanVehicle({ driver, code }: ScanProps) {
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState('');
  const [bound, setBound] = useState(false);
  const answer = useAsk(driverScanVehicle, { code }, { retry: false, staleTime: 0, refetchOnWindowFocus: false });
  const { data: vehicle } = answer;
  if (answer.error && !vehicle)
    return (
      <Said driver={driver} title="不能绑定" text={failureText(answer.error, '没有网络，请在有网络的地方再扫一次')} />
    );
  if (!vehicle)
    return (
      <DriverFrame title={title} driver={driver}>
        <Loading />
      </DriverFrame>
    );
  const bind = async (): Promise<void> => {
    setBusy(true);
    setFault('');
    try {
      const leaves = vehicle.others.map(({ id }) => id);
      await call(driverBindVehicle, { code, replaces: vehicle.driver?.id ?? null, leaves }, { quiet: true });
      setBound(true);
      driver.refresh();
    } catch (error) {
      setFault(
        error instanceof ApiError && error.code === codes.conflict
          ? '这辆车或您的绑定刚刚有变化，请再确认一次'
          : failureText(error, '没有网络，绑定没有提交，请稍后再试'),
      );
      await answer.refetch();
    }
    setAsking(false);
    setBusy(false);
  };
  const warnings = warningsOf(vehicle);
  const done = bound || (vehicle.mine && warnings.length === 0);
  return (
    <DriverFrame
      title={title}
      driver={driver}
      foot={<Foot done={done} warned={warnings.length > 0} asking={asking} busy={busy} ask={setAsking} bind={bind} />}
    >
      {done ? (
        <p className="transport-driver-app-done" role="status">
          {bound ? `已绑定到 ${vehicle.plateNo}，您是这辆车的主驾` : `您已经是 ${vehicle.plateNo} 的主驾`}
        </p>
      ) : null}
      <div className="transport-driver-app-card transport-driver-app-vehicle">
        <PlateChip plateNo={vehicle.plateNo} colour={vehicle.vehicleColor} large />
        <p>{vehicle.vehicleType}</p>
      </div>
      {done || warnings.length === 0 ? null : (
        <Warnings warnings={warnings} question={asking ? `确定绑定到 ${vehicle.plateNo}？` : null} />
      )}
      {fault ? (
        <p className="transport-driver-app-fault" role="alert">
          {fault}
        </p>
      ) : null}
    </DriverFrame>
  );
}

interface FootProps {
  done: boolean;
  /** somebody else drives the vehicle, or he drives another: he is asked once more */
  warned: boolean;
  asking: boolean;
  busy: boolean;
  ask: (asking: boolean) => void;
  bind: () => Promise<void>;
}

/** The big button: bind, the question before it, and the way to the tasks when it is done. */
function Foot({ done, warned, asking, busy, ask, bind }: FootProps) {
  return done ? (
    <Link className="transport-driver-app-big transport-driver-app-link" to={driverLinks.home}>
      查看我的任务
    </Link>
  ) : asking ? (
    <>
      <button
        type="button"
        className="transport-driver-app-big transport-driver-app-plain"
        disabled={busy}
        onClick={() => ask(false)}
      >
        取消
      </button>
      <button type="button" className="transport-driver-app-big" disabled={busy} onClick={() => void bind()}>
        确定绑定
      </button>
    </>
  ) : (
    <button
      type="button"
      className="transport-driver-app-big"
      disabled={busy}
      onClick={() => (warned ? ask(true) : void bind())}
    >
      绑定到这辆车
    </button>
  );
}

/** What binding changes for others, and the question whether he is sure. */
function Warnings({ warnings, question }: { warnings: readonly string[]; question: string | null }) {
  return (
    <section className="transport-driver-app-card transport-driver-app-warn" aria-label="绑定前请确认">
      {warnings.map((warning) => (
        <p key={warning}>
          <TriangleAlert />
          <span>{warning}</span>
        </p>
      ))}
      {question ? <b>{question}</b> : null}
    </section>
  );
}

function warningsOf({ driver, others, plateNo }: ScannedVehicle): string[] {
  return [
    ...(driver ? [`${plateNo} 现在的主驾是 ${driver.name}，绑定后由您替换`] : []),
    ...(others.length > 0 ? [`您现在是 ${others.map((one) => one.plateNo).join('、')} 的主驾，绑定后从那里解绑`] : []),
  ];
}
