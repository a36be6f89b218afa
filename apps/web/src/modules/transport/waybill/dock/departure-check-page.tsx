import { coolerStatus } from '@tongda/contract/resources/device/enums';
import { transportStatus } from '@tongda/contract/transport/enums';
import { transportTaskCalls, waybillStowageCalls } from '@tongda/contract/transport/waybill/calls';
import {
  type DepartureCheck,
  departureCheck,
  departureConfirm,
  departurePage,
  departureStatusCount,
  manualChecks,
  maxItemFiles,
  needsSeal,
} from '@tongda/contract/transport/waybill/dock/departure';
import { departureCooler } from '@tongda/contract/transport/waybill/dock/site-work';
import { maxCheckFiles } from '@tongda/contract/transport/waybill/shapes';
import { Button, DatePicker, Input, InputNumber, Segmented } from 'antd';
import dayjs from 'dayjs';
import { Ban, Check, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useAct } from '../../../../kit/call/use-act';
import { useAsk } from '../../../../kit/call/use-ask';
import { Panel } from '../../../../kit/detail/panel';
import { type Picture, PictureInput } from '../../../../kit/files/pictures';
import { Can } from '../../../../kit/session/can';
import { num, shortTime, temp } from '../../../../kit/show/format';
import { StateDot } from '../../../../kit/show/state-dot';
import { Empty, ErrorState, Loading } from '../../../../kit/show/states';
import { WorkBar, WorkNote } from '../../../../kit/work/bar';
import { WorkPage } from '../../../../kit/work/page';
import { countOf, type Scans } from '../../parts/scan';
import { ScanBox } from '../../parts/scan-box';
import { waybillLinks } from '../links';
import { WaybillLog } from '../log';
import { StopList } from '../stow/stop-list';
import { waybillHead } from '../work-head';
import { CoolerDialog } from './cooler-dialog';
import '../road/reloading.css';
import '../styles.css';
import '../../parts/table.css';

/** 发车核对: what the machine found, what a person looks at, and the departure itself. */
export function DepartureCheckPage() {
  const [params] = useSearchParams();
  const id = params.get('id') ?? '';
  const navigate = useNavigate();
  const answer = useAsk(departureCheck, { id }, { when: id !== '', refetchOnWindowFocus: false });
  if (id === '')
    return (
      <Empty
        title="没有指定运单"
        action={<Button onClick={() => void navigate(waybillLinks.departures)}>返回发车管理</Button>}
      />
    );
  if (answer.error && !answer.data) return <ErrorState error={answer.error} retry={() => void answer.refetch()} />;
  if (!answer.data) return <Loading />;
  return <CheckForm key={id} waybill={answer.data} refetch={() => answer.refetch({ throwOnError: true })} />;
}

interface Item {
  item: string;
  ok: boolean;
  remark: string;
  pictures: Picture[];
}

const idsOf = (pictures: readonly Picture[]): string[] => pictures.map(({ id }) => id);

function CheckForm({ waybill, refetch }: { waybill: DepartureCheck; refetch: () => Promise<unknown> }) {
  const navigate = useNavigate();
  const [items, setItems] = useState<Item[]>(() =>
    manualChecks.map((item) => ({ item, ok: true, remark: '', pictures: [] })),
  );
  const [pictures, setPictures] = useState<Picture[]>([]);
  const [departTime, setDepartTime] = useState<string | null>(null);
  const [sealNo, setSealNo] = useState(waybill.sealNo ?? '');
  const [mileageKm, setMileageKm] = useState<number | null>(null);
  const [why, setWhy] = useState('');
  const [remark, setRemark] = useState('');
  const [scans, setScans] = useState<Scans>({});
  const open = waybill.transportStatus === transportStatus.toDepart;
  const scanned = scanItem(waybill, scans);
  const broken = items.some(({ ok }) => !ok) || scanned?.ok === false;
  const unseen = items.find(({ ok, pictures: seen }) => !ok && seen.length === 0);
  const unsealed = needsSeal(waybill) && sealNo.trim() === '';
  const needsWhy = waybill.canDepart === 'override' || broken;
  const go = useAct(departureConfirm, {
    told: ({ departTime: at }) => `${waybill.waybillCode} 已于 ${shortTime(at)} 发车`,
    stale: [departurePage, departureStatusCount, transportTaskCalls.page, waybillStowageCalls.page],
    fresh: refetch,
    done: () => navigate(waybillLinks.departures),
  });
  const send = (): void =>
    void go.run({
      waybillCode: waybill.waybillCode,
      version: waybill.version,
      departTime: departTime ?? undefined,
      mileageKm,
      sealNo: sealNo.trim() || null,
      checkItems: (scanned ? [...items, scanned] : items).map(({ pictures: seen, ...one }) => ({
        ...one,
        fileIds: one.ok ? [] : idsOf(seen),
      })),
      fileIds: idsOf(pictures),
      overrideReason: needsWhy ? why.trim() : null,
      remark,
    });
  const put = (at: number, patch: Partial<Item>): void =>
    setItems(items.map((one, i) => (i === at ? { ...one, ...patch } : one)));
  return (
    <WorkPage
      head={waybillHead(waybill, {
        title: '发车核对',
        back: waybillLinks.departures,
        meta: `${waybill.driverName} ${waybill.driverPhone}　${waybill.fromName} → ${waybill.toName}　计划 ${shortTime(waybill.planDepartTime).slice(0, 11)} 发车`,
      })}
      acts={[go]}
      aside={{
        label: '自动检查',
        panels: (
          <>
            {' '}
            {open ? (
              <Panel
                title="自动检查"
                extra={{ yes: '可以发车', override: '须写原因放行', no: '不能发车' }[waybill.canDepart]}
              >
                <ul className="transport-waybill-checks">
                  {waybill.checks.map((check) => (
                    <li key={`${check.code}${check.msg}`} data-level={check.level}>
                      {check.level === 'ok' ? <Check /> : check.level === 'warn' ? <TriangleAlert /> : <Ban />}
                      <span>{check.msg}</span>
                    </li>
                  ))}
                </ul>
                {waybill.checks.length === 0 ? <span className="td-cap">运单确认配载后才能发车</span> : null}
              </Panel>
            ) : null}
            {open && waybill.setTemp !== null ? <Cooling waybill={waybill} refetch={() => void refetch()} /> : null}
            <WaybillLog waybillCode={waybill.waybillCode} />
          </>
        ),
      }}
      bar={
        open ? (
          <WorkBar
            note={
              <WorkNote tone={unseen || unsealed ? 'bad' : undefined}>
                {unseen ? `${unseen.item}异常，请上传照片　` : unsealed ? '冷藏、冷冻货物须填写铅封号　' : ''}
                {num(waybill.totalPieces)} 件　{num(waybill.totalWeight, 2)} kg　{waybill.orderCount} 个订单
              </WorkNote>
            }
          >
            <Button onClick={() => void navigate(waybillLinks.departures)}>取消</Button>
            <Can do={departureConfirm}>
              <Button
                type="primary"
                loading={go.busy}
                disabled={
                  waybill.canDepart === 'no' || unseen !== undefined || unsealed || (needsWhy && why.trim().length < 2)
                }
                onClick={send}
              >
                {needsWhy ? '带条件放行并发车' : '核对通过，发车'}
              </Button>
            </Can>
          </WorkBar>
        ) : null
      }
    >
      {open ? (
        <>
          <h2 className="transport-waybill-section">人工检查</h2>
          <div className="transport-waybill-hand">
            {items.map((one, i) => (
              <div key={one.item}>
                <span>{one.item}</span>
                <Segmented
                  size="small"
                  value={one.ok ? 1 : 0}
                  onChange={(value) => put(i, { ok: value === 1 })}
                  options={[
                    { value: 1, label: '正常' },
                    { value: 0, label: '异常' },
                  ]}
                />
                {one.ok ? null : (
                  <Input
                    size="small"
                    aria-label={`${one.item}异常说明`}
                    placeholder="哪里不正常"
                    maxLength={100}
                    value={one.remark}
                    onChange={(event) => put(i, { remark: event.target.value })}
                  />
                )}
                {one.ok ? null : (
                  <PictureInput
                    label={`${one.item}异常照片`}
                    max={maxItemFiles}
                    value={one.pictures}
                    onChange={(next) => put(i, { pictures: next })}
                  />
                )}
              </div>
            ))}
          </div>
          <div className="transport-waybill-form">
            <div className="transport-waybill-field">
              实际发车时间
              <DatePicker
                aria-label="实际发车时间"
                showTime={{ format: 'HH:mm' }}
                format="MM-DD HH:mm"
                placeholder="现在"
                value={departTime ? dayjs(departTime) : null}
                onChange={(day) => setDepartTime(day ? day.format('YYYY-MM-DD HH:mm:00') : null)}
              />
            </div>
            <div className="transport-waybill-field">
              铅封号
              <Input
                aria-label="铅封号"
                value={sealNo}
                maxLength={30}
                placeholder={needsSeal(waybill) ? '冷藏、冷冻货物必填' : ''}
                onChange={(event) => setSealNo(event.target.value)}
              />
            </div>
            <div className="transport-waybill-field">
              里程表 km
              <InputNumber
                aria-label="里程表 km"
                value={mileageKm}
                min={0}
                max={9_999_999}
                precision={1}
                placeholder="取终端里程"
                onChange={setMileageKm}
              />
            </div>
            <div className="transport-waybill-field">
              备注
              <Input
                aria-label="备注"
                value={remark}
                maxLength={200}
                onChange={(event) => setRemark(event.target.value)}
              />
            </div>
            {needsWhy ? (
              <div className="transport-waybill-field transport-waybill-wide">
                带条件放行的原因
                <Input
                  aria-label="带条件放行的原因"
                  value={why}
                  maxLength={100}
                  placeholder="有未通过的检查，放行请说明原因"
                  onChange={(event) => setWhy(event.target.value)}
                />
              </div>
            ) : null}
          </div>
          <div className="transport-waybill-field transport-waybill-road-reloading-photos">
            照片（铅封、货物、温度计）
            <PictureInput label="发车照片" max={maxCheckFiles} value={pictures} onChange={setPictures} />
          </div>
        </>
      ) : null}
      <h2 className="transport-waybill-section">装载核对</h2>
      {open ? <ScanBox lines={scanLines(waybill)} scans={scans} noun="此运单上" onScan={setScans} /> : null}
      <Loads waybill={waybill} scans={scans} />
      <h2 className="transport-waybill-section">途经点</h2>
      <StopList waybill={waybill} />
    </WorkPage>
  );
}

const coolerTones = { [coolerStatus.preCooling]: 'amber', [coolerStatus.done]: 'green', [coolerStatus.stopped]: 'red' };

/** 预冷: what the probes say, and a word to the driver when they do not say enough. */
function Cooling({ waybill, refetch }: { waybill: DepartureCheck; refetch: () => void }) {
  const [asking, setAsking] = useState(false);
  return (
    <Panel title="预冷">
      <dl className="transport-waybill-cool">
        <dt>状态</dt>
        <dd>
          {waybill.coolerStatus === null ? (
            '未开始'
          ) : (
            <StateDot of={coolerStatus} tones={coolerTones} code={waybill.coolerStatus} />
          )}
        </dd>
        <dt>厢温 / 设定</dt>
        <dd>
          {temp(waybill.boxTemp)} / {temp(waybill.setTemp)} ℃
        </dd>
      </dl>
      <Can do={departureCooler}>
        <Button size="small" onClick={() => setAsking(true)}>
          预冷指令
        </Button>
      </Can>
      {asking ? (
        <CoolerDialog
          waybill={waybill}
          done={() => undefined}
          close={() => {
            setAsking(false);
            refetch();
          }}
        />
      ) : null}
    </Panel>
  );
}

/** What a scanner finds on the truck: what was loaded, or is planned while nothing was counted. */
const scanLines = (waybill: DepartureCheck) =>
  waybill.legs.map((leg) => ({ code: leg.orderCode, due: leg.loadPieces || leg.planPieces }));

/** The scan as one item of the check: once somebody scans, what was not found needs a reason. */
function scanItem(waybill: DepartureCheck, scans: Scans): Item | null {
  if (Object.keys(scans).length === 0) return null;
  const lines = scanLines(waybill);
  const found = lines.reduce((n, line) => n + countOf(scans, line), 0);
  const due = lines.reduce((n, line) => n + line.due, 0);
  const ok = lines.every((line) => countOf(scans, line) === line.due);
  return { item: '扫码核对', ok, remark: `扫到${found}件，应为${due}件`, pictures: [] };
}

function Loads({ waybill, scans }: { waybill: DepartureCheck; scans: Scans }) {
  const due = new Map(scanLines(waybill).map((line) => [line.code, line]));
  const begun = Object.keys(scans).length > 0;
  const scanned = (code: string) => {
    const line = due.get(code) ?? { code, due: 0 };
    const count = countOf(scans, line);
    return (
      <td className={count === line.due ? 'num transport-waybill-good' : 'num transport-waybill-warn'}>
        {num(count)}/{num(line.due)}
      </td>
    );
  };
  return (
    <table className="transport-parts-table">
      <thead>
        <tr>
          <th>订单号</th>
          <th>收货点</th>
          <th className="num">装车顺序</th>
          <th className="num">计划件数</th>
          <th className="num">已装件数</th>
          {begun ? <th className="num">扫码</th> : null}
          <th className="num">重量 kg</th>
        </tr>
      </thead>
      <tbody>
        {[...waybill.legs]
          .sort((a, b) => (a.loadSeq ?? 0) - (b.loadSeq ?? 0))
          .map((leg) => (
            <tr key={leg.orderCode}>
              <td>{leg.orderCode}</td>
              <td>{leg.receiver}</td>
              <td className="num">{leg.loadSeq ?? '--'}</td>
              <td className="num">{num(leg.planPieces)}</td>
              <td className="num">{num(leg.loadPieces)}</td>
              {begun ? scanned(leg.orderCode) : null}
              <td className="num">{num(leg.weightKg, 2)}</td>
            </tr>
          ))}
      </tbody>
    </table>
  );
}
