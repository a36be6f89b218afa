import type { Output } from '@tongda/contract/core/endpoint';
import { transportationStatus, transportStatus } from '@tongda/contract/transport/enums';
import { isPickUpCode } from '@tongda/contract/transport/pick-up/status';
import { billOfLadingCalls, transportTaskCalls, waybillStowageCalls } from '@tongda/contract/transport/waybill/calls';
import {
  arrivalCheck,
  arrivalConfirm,
  arrivalPage,
  arrivalStatusCount,
} from '@tongda/contract/transport/waybill/dock/arrival';
import { countProblem } from '@tongda/contract/transport/waybill/dock/counting';
import { stopType } from '@tongda/contract/transport/waybill/enums';
import {
  maxCheckFiles,
  type WaybillDetail,
  type WaybillLeg,
  type WaybillStop,
} from '@tongda/contract/transport/waybill/shapes';
import { Button, Checkbox, Input, InputNumber, Select } from 'antd';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useAct } from '../../../../kit/call/use-act';
import { useAsk } from '../../../../kit/call/use-ask';
import { type Picture, PictureInput } from '../../../../kit/files/pictures';
import { Can } from '../../../../kit/session/can';
import { num, shortTime, temp } from '../../../../kit/show/format';
import { Empty, ErrorState, Loading } from '../../../../kit/show/states';
import { WorkBar, WorkNote } from '../../../../kit/work/bar';
import { WorkFrame } from '../../../../kit/work/frame';
import { WorkBody } from '../../../../kit/work/page';
import { countOf, type Scans } from '../../parts/scan';
import { ScanBox } from '../../parts/scan-box';
import { waybillLinks } from '../links';
import { WaybillLog } from '../log';
import { StopList } from '../stow/stop-list';
import { waybillHead } from '../work-head';
import { type ArrivalLine, Counts, isCold } from './arrival-counts';
import '../road/reloading.css';
import '../styles.css';

const legsAt = (waybill: WaybillDetail, stop: WaybillStop): WaybillLeg[] =>
  waybill.legs.filter(
    (leg) =>
      (stop.stopType === stopType.load ? leg.fromSeq : leg.toSeq) === stop.seq &&
      (stop.stopType === stopType.load && isPickUpCode(leg.orderCode)
        ? leg.transportationStatus === transportationStatus.notStarted
        : leg.transportationStatus !== transportationStatus.completed),
  );

/** 到站核对: pieces of every order that is loaded or unloaded at a stop, seal and temperatures. */
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
        meta: `${waybill.driverName} ${waybill.driverPhone}${stop ? `　计划到站 ${shortTime(stop.planArriveTime).slice(0, 11)}` : ''}`,
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
        <WorkBody aside={{ label: '操作日志', panels: <WaybillLog waybillCode={waybill.waybillCode} /> }}>
          <p className="td-cap">
            {waybill.transportStatus === transportStatus.toDepart
              ? '运单还没有发车，发车后才能核对到站。'
              : '这张运单的站点都已核对。'}
          </p>
          <StopList waybill={waybill} />
        </WorkBody>
      )}
    </WorkFrame>
  );
}

function doneWords({ name }: WaybillStop, { receiptCodes, abnormalCodes }: Output<typeof arrivalConfirm>): string {
  const more = [
    receiptCodes.length > 0 ? `收货单 ${receiptCodes.length} 张` : '',
    abnormalCodes.length > 0 ? `异常单 ${abnormalCodes.join('、')}` : '',
  ].filter(Boolean);
  return `${name} 已核对${more.length > 0 ? `，生成${more.join('，')}` : ''}`;
}

interface CountFormProps {
  waybill: WaybillDetail;
  stop: WaybillStop;
  refetch: () => Promise<unknown>;
}

function CountForm({ waybill, stop, refetch }: CountFormProps) {
  const navigate = useNavigate();
  const loading = stop.stopType === stopType.load;
  const legs = legsAt(waybill, stop);
  const due = (leg: WaybillLeg): number => (loading ? leg.planPieces : leg.loadPieces);
  const whole = (): ArrivalLine[] =>
    legs.map((leg) => ({
      orderCode: leg.orderCode,
      pieces: due(leg),
      damaged: 0,
      short: 0,
      over: 0,
      productTemp: null,
    }));
  const [lines, setLines] = useState<ArrivalLine[]>(whole);
  const [scans, setScans] = useState<Scans>({});
  const [sealNoSeen, setSeal] = useState('');
  const [boxTemp, setBoxTemp] = useState<number | null>(waybill.boxTemp);
  const [boxTempReason, setReason] = useState('');
  const [pictures, setPictures] = useState<Picture[]>([]);
  const [reportDifferences, setReport] = useState(true);
  const [remark, setRemark] = useState('');
  // what is missing or too many follows from the pieces
  const counted = (line: ArrivalLine, leg: WaybillLeg | undefined, pieces: number): ArrivalLine =>
    leg && !loading
      ? { ...line, pieces, short: Math.max(0, due(leg) - pieces), over: Math.max(0, pieces - due(leg)) }
      : { ...line, pieces };
  const put = (at: number, patch: Partial<ArrivalLine>): void =>
    setLines(
      lines.map((line, i) => {
        if (i !== at) return line;
        const next = { ...line, ...patch };
        return patch.pieces === undefined ? next : counted(next, legs[i], patch.pieces);
      }),
    );
  const scanLines = legs.map((leg) => ({ code: leg.orderCode, due: due(leg) }));
  // once somebody scans, what was not scanned is not there
  const onScan = (next: Scans): void => {
    setScans(next);
    const seen = (line: ArrivalLine, i: number): ArrivalLine => {
      const of = scanLines[i];
      return of ? counted(line, legs[i], countOf(next, of)) : line;
    };
    setLines(Object.keys(next).length === 0 ? whole() : lines.map(seen));
  };
  const problems = lines.map((line, i) => {
    const leg = legs[i];
    if (!leg) return null;
    if (loading && isPickUpCode(leg.orderCode)) return line.pieces > 0 ? null : '没有提到货，请在提货单登记提货失败';
    if (loading) return line.pieces === leg.planPieces ? null : `应装${leg.planPieces}件，部分装车请先拆单`;
    return (
      countProblem({ ...line, loaded: leg.loadPieces, unloaded: line.pieces }) ??
      (isCold(leg) && line.pieces > 0 && line.productTemp === null ? `请填写${leg.orderCode}货温` : null)
    );
  });
  const sealWrong = waybill.sealNo !== null && sealNoSeen.trim() !== '' && sealNoSeen.trim() !== waybill.sealNo;
  const tempOther = boxTemp !== null && waybill.boxTemp !== null && boxTemp !== waybill.boxTemp;
  const differs = sealWrong || lines.some((line) => line.damaged + line.short + line.over > 0);
  const problem =
    problems.find((one) => one !== null) ??
    (sealWrong && pictures.length === 0 ? '铅封不符，请上传铅封照片' : null) ??
    (tempOther && boxTempReason.trim() === '' ? '厢温与探头不同，请填写原因' : null);
  const save = useAct(arrivalConfirm, {
    told: (done) => doneWords(stop, done),
    stale: [arrivalPage, arrivalStatusCount, transportTaskCalls.page, waybillStowageCalls.page, billOfLadingCalls.page],
    fresh: refetch,
    done: () => navigate(waybillLinks.arrivals),
  });
  const send = (): void =>
    void save.run({
      waybillCode: waybill.waybillCode,
      version: waybill.version,
      stopSeq: stop.seq,
      sealNoSeen: sealNoSeen.trim() || null,
      boxTemp,
      boxTempReason: tempOther ? boxTempReason.trim() : null,
      fileIds: pictures.map(({ id }) => id),
      reportDifferences,
      lines,
      remark,
    });
  return (
    <WorkBody
      acts={[save]}
      aside={{ label: '操作日志', panels: <WaybillLog waybillCode={waybill.waybillCode} /> }}
      bar={
        <WorkBar
          note={
            <WorkNote tone={problem ? 'bad' : undefined}>
              {problem ??
                `${loading ? '装车' : '到站'} ${num(lines.reduce((n, line) => n + line.pieces, 0))} 件，${loading ? '应装' : '应到'} ${num(legs.reduce((n, leg) => n + due(leg), 0))} 件`}
            </WorkNote>
          }
        >
          {differs ? (
            <Checkbox checked={reportDifferences} onChange={(event) => setReport(event.target.checked)}>
              生成异常
            </Checkbox>
          ) : null}
          <Button disabled={sealWrong} onClick={() => onScan({})}>
            全部正常
          </Button>
          <Can do={arrivalConfirm}>
            <Button type="primary" loading={save.busy} disabled={problem !== null} onClick={send}>
              确认核对
            </Button>
          </Can>
        </WorkBar>
      }
    >
      <div className="transport-waybill-form">
        {waybill.sealNo === null ? null : (
          <div className="transport-waybill-field">
            <span>
              铅封号（发车时 {waybill.sealNo}）
              {sealNoSeen === '' ? (
                <button type="button" className="td-plain kit-table-word" onClick={() => setSeal(waybill.sealNo ?? '')}>
                  相符
                </button>
              ) : null}
            </span>
            <Input
              aria-label="铅封号"
              value={sealNoSeen}
              maxLength={30}
              status={sealWrong ? 'error' : undefined}
              onChange={(event) => setSeal(event.target.value)}
            />
            {sealWrong ? <span className="transport-waybill-bad">与发车铅封不符，请上传铅封照片</span> : null}
          </div>
        )}
        <div className="transport-waybill-field">
          厢温 ℃{waybill.boxTemp === null ? '' : `（探头 ${temp(waybill.boxTemp)}）`}
          <InputNumber aria-label="厢温 ℃" value={boxTemp} min={-60} max={60} precision={1} onChange={setBoxTemp} />
        </div>
        {tempOther ? (
          <div className="transport-waybill-field">
            与探头不同的原因
            <Input
              aria-label="与探头不同的原因"
              value={boxTempReason}
              maxLength={100}
              placeholder="如 手持温度计复测"
              onChange={(event) => setReason(event.target.value)}
            />
          </div>
        ) : null}
        <div className="transport-waybill-field">
          备注
          <Input aria-label="备注" value={remark} maxLength={200} onChange={(event) => setRemark(event.target.value)} />
        </div>
      </div>
      <div className="transport-waybill-field transport-waybill-road-reloading-photos">
        照片（铅封、货物、温度计）
        <PictureInput label="核对照片" max={maxCheckFiles} value={pictures} onChange={setPictures} />
      </div>
      <ScanBox lines={scanLines} scans={scans} noun="此站" onScan={onScan} />
      <Counts legs={legs} lines={lines} problems={problems} loading={loading} due={due} put={put} />
      <h2 className="transport-waybill-section">途经点</h2>
      <StopList waybill={waybill} />
    </WorkBody>
  );
}
