import type { Output } from '@tongda/contract/core/endpoint';
import { messages } from '@tongda/contract/core/messages';
import { vehicleDetail, vehiclePage } from '@tongda/contract/resources/vehicle/calls';
import {
  fewPoints,
  type ProbeKind,
  probeCorrect,
  probeGet,
  probeKinds,
  probeSave,
} from '@tongda/contract/resources/vehicle/probe';
import { Button, DatePicker, Input, Tooltip } from 'antd';
import type { Dayjs } from 'dayjs';
import { CircleAlert, Printer } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useAct } from '../../../../kit/call/use-act';
import { useAsk } from '../../../../kit/call/use-ask';
import { ActBar } from '../../../../kit/dialog/act-bar';
import { addLeaveGuard } from '../../../../kit/form/leave-guards';
import { useCan } from '../../../../kit/session/can';
import { PlateChip } from '../../../../kit/show/plate-chip';
import { ErrorState, Loading } from '../../../../kit/show/states';
import { WorkBar } from '../../../../kit/work/bar';
import { WorkFrame } from '../../../../kit/work/frame';
import { DeviceConfig } from '../detail/device-config';
import { openPaper, useVehicleLinks } from '../links';
import { CalibrationTable } from './calibration-table';
import { ProbeCopy } from './copy';
import { ProbeDiagram } from './diagram';
import { correctionsChanged, faultsIn, kinds, type ProbeRow, probesIn, rowKey, rowsOf } from './rows';
import { ProbeTable } from './table';
import '../../../../kit/form/edit-page.css';
import './styles.css';

type Setting = Output<typeof probeGet>;
const refreshMs = 10_000;

/** 探头设置: what each wire of a vehicle means. Every temperature, door and oil figure reads it. */
export function VehicleProbePage() {
  const [params] = useSearchParams();
  const id = params.get('id') ?? '';
  const answer = useAsk(probeGet, { vehicleId: id }, { refetchInterval: refreshMs });
  if (answer.error && !answer.data) return <ErrorState error={answer.error} retry={() => void answer.refetch()} />;
  if (!answer.data) return <Loading />;
  return <ProbeForm key={id} setting={answer.data} reload={() => answer.refetch({ throwOnError: true })} />;
}

function ProbeForm({ setting, reload }: { setting: Setting; reload: () => Promise<{ data: Setting | undefined }> }) {
  // The version and the rows of the first answer stay: later ones only bring new values.
  const [base, setBase] = useState(() => ({ version: setting.version, rows: rowsOf(setting.probes) }));
  const [rows, setRows] = useState(base.rows);
  const links = useVehicleLinks();
  const navigate = useNavigate();
  const [since, setSince] = useState<Dayjs | null>(null);
  const [reason, setReason] = useState('');
  const mayChange = useCan(probeSave) && setting.sharedFrom === '';
  const mayCorrect = useCan({ access: probeCorrect });
  const faults = useMemo(() => faultsIn(rows), [rows]);
  const corrects = correctionsChanged(base.rows, rows);
  const release = useUnsaved(base.rows, rows);
  const change = (next: ProbeRow): void =>
    setRows((old) => old.map((row) => (rowKey(row) === rowKey(next) ? next : row)));
  const save = useAct(probeSave, {
    told: messages['save.ok'],
    stale: [vehiclePage, vehicleDetail, probeGet],
    // wires that were not changed here become what somebody else made of them
    fresh: async () => {
      const { data } = await reload();
      if (!data) return;
      const theirs = rowsOf(data.probes);
      setRows((mine) => mine.map((row) => mergedRow(row, base.rows, theirs)));
      setBase({ version: data.version, rows: theirs });
    },
    done: () => {
      release();
      return navigate(links.details(setting.vehicleId, 'probes'));
    },
  });
  const send = (): void =>
    void save.run({
      vehicleId: setting.vehicleId,
      version: base.version,
      probes: probesIn(rows),
      ...(corrects ? { reason } : {}),
      ...(since ? { effectiveFrom: since.format('YYYY-MM-DD HH:mm:ss') } : {}),
    });
  return (
    <WorkFrame
      head={{
        title: '探头设置',
        back: links.list,
        code: setting.remarkNo,
        marks: <PlateChip plateNo={setting.plateNo} colour={setting.vehicleColor} />,
        meta: setting.readTime ? `实时值 ${setting.readTime}` : '还没有上报过数据',
      }}
    >
      <ActBar of={save} />
      <div className="resources-vehicle-probe-probe-body">
        {kinds.map((kind) => (
          <ProbeGroup
            key={kind}
            kind={kind}
            rows={rows}
            setting={setting}
            faults={faults}
            change={change}
            readOnly={!mayChange}
          />
        ))}
        <section className="kit-form-group">
          <div className="kit-form-group-head">
            <h2>校准</h2>
            <div className="td-cap">到期前30天起提醒；显示值 = 原始值 + 证书给出的修正值</div>
          </div>
          <div>
            <CalibrationTable
              rows={rows}
              faults={faults}
              change={change}
              readOnly={!mayChange}
              mayCorrect={mayCorrect}
            />
            {corrects ? (
              <div className="resources-vehicle-probe-reason">
                <span>修正原因</span>
                <Input
                  aria-label="修正原因"
                  value={reason}
                  maxLength={100}
                  placeholder="如：年度校准，证书给出的示值误差"
                  onChange={(event) => setReason(event.target.value)}
                />
              </div>
            ) : null}
          </div>
        </section>
        <section className="kit-form-group">
          <div className="kit-form-group-head">
            <h2>布点图</h2>
            <div className="td-cap">货箱侧面，左为车头；拖动圆点到探头的实际位置</div>
          </div>
          <ProbeDiagram
            rows={rows}
            boxLengthM={setting.boxLengthM}
            boxHeightM={setting.boxHeightM}
            change={change}
            readOnly={!mayChange}
          />
        </section>
      </div>
      <WorkBar
        note={
          faults.size > 0 || (corrects && reason.trim() === '') ? (
            <span className="kit-form-edit-errors" role="status">
              <CircleAlert className="td-ico" />
              {faults.size > 0 ? `${faults.size} 路探头需修改` : '更改修正值须填写修正原因'}
            </span>
          ) : (
            <span className="td-cap">此前的数据保持原来的含义</span>
          )
        }
      >
        {mayChange ? (
          <DatePicker
            showTime
            aria-label="生效时间"
            placeholder="生效时间：立即"
            value={since}
            onChange={setSince}
            style={{ width: 200 }}
          />
        ) : null}
        {setting.sharedFrom === '' ? <DeviceConfig setting={setting} /> : null}
        {setting.probes.length > 0 ? (
          <Tooltip title={same(base.rows, rows) ? undefined : '请先保存修改'}>
            <Button
              icon={<Printer />}
              disabled={!same(base.rows, rows)}
              onClick={() => openPaper(links.print('probes', setting.vehicleId))}
            >
              打印布点图
            </Button>
          </Tooltip>
        ) : null}
        {setting.probes.length > 0 ? (
          <ProbeCopy
            vehicleId={setting.vehicleId}
            plateNo={setting.plateNo}
            why={same(base.rows, rows) ? undefined : '请先保存修改'}
          />
        ) : null}
        <Button onClick={() => navigate(links.list)}>取消</Button>
        {mayChange ? (
          <Button
            type="primary"
            loading={save.busy}
            disabled={faults.size > 0 || (corrects && reason.trim() === '')}
            onClick={send}
          >
            保存
          </Button>
        ) : null}
      </WorkBar>
    </WorkFrame>
  );
}

interface GroupProps {
  kind: ProbeKind;
  rows: ProbeRow[];
  setting: Setting;
  faults: ReturnType<typeof faultsIn>;
  change: (row: ProbeRow) => void;
  readOnly: boolean;
}
const hints: Record<ProbeKind, string> = {
  tem: '超出上下限时报警',
  hum: '超出上下限时报警',
  door: '开关状态随报文上报；触点为常开时按相反的状态记录；抓拍通道为对着该门的摄像头',
  oil: '上限填油箱容量',
  co2: '超出上下限时报警',
  chiller: '运行状态随报文上报；反相时按相反的状态记录；信号来源供接线与维修查阅',
  camera: '登记每一路的名称和类型',
};

function ProbeGroup({ kind, rows, setting, ...rest }: GroupProps) {
  const few = kind === 'tem' ? fewPoints(probesIn(rows), setting.volumeM3) : [];
  return (
    <section className="kit-form-group">
      <div className="kit-form-group-head">
        <h2>{probeKinds[kind].label}</h2>
        <div className="td-cap">{hints[kind]}</div>
        {few.map(({ zone, has, needs }) => (
          <div key={zone} className="resources-vehicle-warn" role="status">
            测点数量不足：{zone}有{has}个，按药品GSP至少{needs}个
          </div>
        ))}
      </div>
      <ProbeTable
        kind={kind}
        rows={rows.filter((row) => row.kind === kind)}
        cameras={rows.filter((row) => row.kind === 'camera' && row.used)}
        zones={setting.zones}
        readings={setting.readings.filter((reading) => reading.kind === kind)}
        {...rest}
      />
    </section>
  );
}

const same = (was: ProbeRow[], is: ProbeRow[]): boolean =>
  JSON.stringify(probesIn(was)) === JSON.stringify(probesIn(is));

/** A wire that was changed here stays, any other is taken as it is now. */
function mergedRow(row: ProbeRow, was: ProbeRow[], is: ProbeRow[]): ProbeRow {
  const at = (rows: ProbeRow[]) => rows.find((one) => rowKey(one) === rowKey(row));
  return JSON.stringify(row) === JSON.stringify(at(was)) ? (at(is) ?? row) : row;
}

/** Asks before changed settings are left; the answer lets go after saving. */
function useUnsaved(initial: ProbeRow[], rows: ProbeRow[]): () => void {
  const latest = useRef({ initial, rows, released: false });
  latest.current.initial = initial;
  latest.current.rows = rows;
  useEffect(() => {
    const dirty = (): boolean => {
      const { initial: was, rows: is, released } = latest.current;
      return !released && !same(was, is);
    };
    const warn = (event: BeforeUnloadEvent): void => {
      if (dirty()) event.preventDefault();
    };
    const remove = addLeaveGuard(dirty);
    window.addEventListener('beforeunload', warn);
    return () => {
      remove();
      window.removeEventListener('beforeunload', warn);
    };
  }, []);
  return () => {
    latest.current.released = true;
  };
}
