import { driverScanStore } from '@tongda/contract/transport/driver-app/scan';
import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { Link, useNavigate } from 'react-router';
import { useAsk } from '../../../../kit/call/use-ask';
import { Loading } from '../../../../kit/show/states';
import { DriverFrame } from '../frame';
import { driverLinks } from '../links';
import { failureText, Said, type ScanProps } from '../task/said';
import { useStep } from '../task/use-step';
import { type StoreVisit, visitsAt } from './store-visit';

/** 收货二维码: the arrival at the stop there is registered with the code as its evidence, and the trip goes on. */
export function ScanStore({ driver, code }: ScanProps) {
  const navigate = useNavigate();
  const { busy, fault, act } = useStep(driver);
  const answer = useAsk(
    driverScanStore,
    { code },
    { retry: false, staleTime: 0, gcTime: 0, refetchOnWindowFocus: false },
  );
  const { data: store } = answer;
  const visits = useMemo(() => visitsAt(driver.tasks, store?.stops ?? []), [driver.tasks, store]);
  const open = visits.filter(({ state }) => state === 'toCome' || state === 'arrived');
  const arrive = async ({ task, stop, state, scanned }: StoreVisit): Promise<void> => {
    const { waybillCode } = task;
    const step = { action: 'arrive', waybillCode, stopSeq: stop.seq, stopId: stop.id, scanCode: code } as const;
    if (!(state === 'arrived' && scanned) && !(await act(step))) return;
    const done = state === 'arrived' ? `${stop.name} 之前已登记到站` : `已扫码登记到达 ${stop.name}`;
    await navigate(driverLinks.task(waybillCode), { replace: true, state: { done } });
  };
  // one stop here: nothing to ask
  const [only, second] = open;
  const started = useRef(false);
  const start = useEffectEvent((visit: StoreVisit) => void arrive(visit));
  useEffect(() => {
    if (!only || second || started.current) return;
    started.current = true;
    start(only);
  }, [only, second]);
  if (answer.error && !store)
    return (
      <Said
        driver={driver}
        title="没有登记到店"
        text={failureText(answer.error, '没有网络，请在任务里点“到达”，恢复后自动上传')}
      >
        <Link className="transport-driver-app-chip" to={driverLinks.home}>
          查看我的任务
        </Link>
      </Said>
    );
  if (!store || (only && !second && !fault))
    return (
      <DriverFrame title={store?.storeName ?? '扫码'} driver={driver}>
        <Loading />
      </DriverFrame>
    );
  return (
    <DriverFrame title={store.storeName} driver={driver}>
      <div className="transport-driver-app-card">
        <b>{store.storeName}</b>
        <p className="transport-driver-app-note">
          {store.storeCode}　{store.address}
        </p>
      </div>
      {fault ? (
        <p className="transport-driver-app-fault" role="alert">
          {fault}
        </p>
      ) : null}
      {store.stops.length === 0 ? <div className="transport-driver-app-card">{store.msg}</div> : null}
      {open.length > 1 ? <h2 className="transport-driver-app-group">有几个任务要到这里，请选择</h2> : null}
      {visits.map((visit) => (
        <Visit key={visit.stop.id} visit={visit} busy={busy} arrive={() => void arrive(visit)} />
      ))}
      {visits.length === 0 ? (
        <Link className="transport-driver-app-chip" to={driverLinks.home}>
          查看我的任务
        </Link>
      ) : null}
    </DriverFrame>
  );
}

const words: Readonly<Record<StoreVisit['state'], string>> = {
  toDepart: '还没有发车，请先接单、发车，到店后再扫一次',
  toCome: '登记到达',
  arrived: '已登记到站，继续',
  left: '已经完成，车辆已离开',
};

function Visit({
  visit: { task, stop, state },
  busy,
  arrive,
}: {
  visit: StoreVisit;
  busy: boolean;
  arrive: () => void;
}) {
  return (
    <section className="transport-driver-app-card" aria-label={task.waybillCode}>
      <div className="transport-driver-app-row">
        <b>{stop.name}</b>
        <span className="transport-driver-app-note">{task.waybillCode}</span>
      </div>
      {state === 'toCome' || state === 'arrived' ? (
        <button type="button" className="transport-driver-app-second" disabled={busy} onClick={arrive}>
          {words[state]}
        </button>
      ) : (
        <>
          <p>{words[state]}</p>
          <div className="transport-driver-app-links">
            <Link className="transport-driver-app-chip" to={driverLinks.task(task.waybillCode)}>
              打开任务
            </Link>
          </div>
        </>
      )}
    </section>
  );
}
