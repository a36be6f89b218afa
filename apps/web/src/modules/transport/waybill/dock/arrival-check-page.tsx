import { transportStatus } from '@tongda/contract/transport/enums';
import { arrivalCheck, arrivalConfirm } from '@tongda/contract/transport/waybill/dock/arrival';
import type { WaybillDetail, WaybillStop } from '@tongda/contract/transport/waybill/shapes';
import { Button, Checkbox, Select } from 'antd';
import { useNavigate, useSearchParams } from 'react-router';
import { useAsk } from '../../../../kit/call/use-ask';
import { Can } from '../../../../kit/session/can';
import { formatNumber, minuteText } from '../../../../kit/show/format';
import { Empty, ErrorState, Loading } from '../../../../kit/show/states';
import { WorkBar, WorkNote } from '../../../../kit/work/bar';
import { WorkFrame } from '../../../../kit/work/frame';
import { WorkBody } from '../../../../kit/work/page';
import { ScanBox } from '../../parts/scan-box';
import { waybillLinks } from '../links';
import { WaybillLog } from '../log';
import { StopList } from '../stow/stops/list';
import { waybillHead } from '../work-head';
import { ArrivalCounts, ArrivalFields } from './arrival-parts';
import { type Arrival, legsAt, useArrival } from './use-arrival';
import '../styles.css';

/** 到站核对: pieces of every order that is loaded or unloaded at a stop, seal and temperatures. `?id=` is the waybill, `?seq=` the stop. */
export function ArrivalCheckPage() {
  const [params, setParams] = useSearchParams();
  const id = params.get('id') ?? '';
  const navigate = useNavigate();
  const answer = useAsk(arrivalCheck, { id }, { when: id !== '', refetchOnWindowFocus: false });
  const back = <Button onClick={() => void navigate(waybillLinks.arrivals)}>返回到站管理</Button>;
  if (id === '') return <Empty title="没有指定运单" action={back} />;
  if (answer.error && !answer.data) return <ErrorState error={answer.error} retry={() => void answer.refetch()} />;
  if (!answer.data) return <Loading />;
  const waybill = answer.data;
  const open = waybill.stops.filter((stop) => stop.seq > 1 && !stop.checked);
  const wanted = Number(params.get('seq') ?? 0);
  const stop = open.find(({ seq }) => seq === wanted) ?? open[0];
  const choose = (seq: number): void => {
    const next = new URLSearchParams(params);
    next.set('seq', String(seq));
    setParams(next, { replace: true });
  };
  return (
    <WorkFrame
      head={waybillHead(waybill, {
        title: '到站核对',
        back: waybillLinks.arrivals,
        meta: `${waybill.driverName} ${waybill.driverPhone}${stop ? `　计划到站 ${minuteText(stop.planArriveTime)}` : ''}`,
        marks: stop ? (
          <Select
            aria-label="站点"
            value={stop.seq}
            onChange={choose}
            style={{ width: 220 }}
            options={open.map(({ seq, name }) => ({ value: seq, label: `${seq} ${name}` }))}
          />
        ) : null,
      })}
    >
      {stop && waybill.transportStatus === transportStatus.inTransit ? (
        <CountForm
          // what was counted stays when the waybill changes, as long as it is about the same orders
          key={`${stop.seq} ${legsAt(waybill, stop).map(({ orderCode }) => orderCode)}`}
          waybill={waybill}
          stop={stop}
          refetch={() => answer.refetch({ throwOnError: true })}
        />
      ) : (
        <NothingToCount waybill={waybill} />
      )}
    </WorkFrame>
  );
}

function NothingToCount({ waybill }: { waybill: WaybillDetail }) {
  return (
    <WorkBody aside={{ label: '操作日志', panels: <WaybillLog of={waybill} /> }}>
      <p className="td-cap">
        {waybill.transportStatus === transportStatus.toDepart
          ? '运单还没有发车，发车后才能核对到站。'
          : '这张运单的站点都已核对。'}
      </p>
      <StopList waybill={waybill} />
    </WorkBody>
  );
}

interface CountFormProps {
  waybill: WaybillDetail;
  stop: WaybillStop;
  refetch: () => Promise<unknown>;
}

function CountForm({ waybill, stop, refetch }: CountFormProps) {
  const arrival = useArrival(waybill, stop, refetch);
  return (
    <WorkBody
      acts={[arrival.act]}
      aside={{ label: '操作日志', panels: <WaybillLog of={waybill} /> }}
      bar={<ArrivalBar arrival={arrival} />}
    >
      <ArrivalFields waybill={waybill} arrival={arrival} />
      <ScanBox lines={arrival.scanLines} scans={arrival.scans} noun="此站" onScan={arrival.putScans} />
      <ArrivalCounts arrival={arrival} />
      <h2 className="transport-waybill-section">途经点</h2>
      <StopList waybill={waybill} />
    </WorkBody>
  );
}

function ArrivalBar({ arrival }: { arrival: Arrival }) {
  const { loading, lines, legs, due, problem, facts } = arrival;
  const counted = lines.reduce((n, line) => n + line.pieces, 0);
  const expected = legs.reduce((n, leg) => n + due(leg), 0);
  return (
    <WorkBar
      note={
        <WorkNote tone={problem ? 'bad' : undefined}>
          {problem ??
            `${loading ? '装车' : '到站'} ${formatNumber(counted)} 件，${loading ? '应装' : '应到'} ${formatNumber(expected)} 件`}
        </WorkNote>
      }
    >
      {arrival.differs ? (
        <Checkbox
          checked={facts.reportDifferences}
          onChange={(event) => arrival.putFacts({ reportDifferences: event.target.checked })}
        >
          生成异常
        </Checkbox>
      ) : null}
      <Button disabled={arrival.sealWrong} onClick={() => arrival.putScans({})}>
        全部正常
      </Button>
      <Can do={arrivalConfirm}>
        <Button type="primary" loading={arrival.act.busy} disabled={problem !== null} onClick={arrival.send}>
          确认核对
        </Button>
      </Can>
    </WorkBar>
  );
}
