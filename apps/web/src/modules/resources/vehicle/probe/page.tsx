import { probeCopy, probeCorrect, probeGet, probeSave } from '@tongda/contract/resources/vehicle/probe';
import { Button, DatePicker, Input, Tooltip } from 'antd';
import { CircleAlert, Printer } from 'lucide-react';
import { useNavigate, useSearchParams } from 'react-router';
import { call } from '../../../../kit/call/api';
import { useAsk } from '../../../../kit/call/use-ask';
import { ActBar } from '../../../../kit/dialog/act-bar';
import { useCan } from '../../../../kit/session/can';
import { PlateChip } from '../../../../kit/show/plate/chip';
import { Empty, ErrorState, Loading } from '../../../../kit/show/states';
import { WorkBar } from '../../../../kit/work/bar';
import { WorkFrame } from '../../../../kit/work/frame';
import { CopyButton } from '../copy-button';
import { DeviceConfig } from '../detail/device-config';
import { openPaper, useVehicleLinks } from '../links';
import { CalibrationTable } from './calibration-table';
import { ProbeDiagram } from './diagram';
import { ProbeGroup } from './group';
import { kinds } from './rows';
import { type ProbeForm, type ProbeSetting, useProbeForm } from './use-setting';
import '../../../../kit/form/edit-page.css';
import './styles.css';

const refreshMs = 10_000;

/** 探头设置: the meaning of each wire of a vehicle, on which every temperature, door and oil figure depends. */
export function VehicleProbePage() {
  const [params] = useSearchParams();
  const id = params.get('id') ?? '';
  const links = useVehicleLinks();
  const navigate = useNavigate();
  // its own answer: the form begins with what is stored now, not with what another page was told before a save
  const answer = useAsk(probeGet, { vehicleId: id }, { own: 'probe', when: id !== '', refetchInterval: refreshMs });
  if (id === '')
    return (
      <Empty
        title="没有指定车辆"
        text={`在车辆列表里选择一辆车，打开它的“${links.probeTitle}”`}
        action={<Button onClick={() => void navigate(links.list)}>选择车辆</Button>}
      />
    );
  if (answer.error && !answer.data) return <ErrorState error={answer.error} retry={() => void answer.refetch()} />;
  if (!answer.data) return <Loading />;
  return <ProbeFormPage key={id} setting={answer.data} reload={() => answer.refetch({ throwOnError: true })} />;
}

interface ProbeFormPageProps {
  setting: ProbeSetting;
  reload: () => Promise<{ data: ProbeSetting | undefined }>;
}
function ProbeFormPage({ setting, reload }: ProbeFormPageProps) {
  const form = useProbeForm(setting, reload);
  const { rows, change, faults } = form;
  const links = useVehicleLinks();
  const mayChange = useCan(probeSave) && setting.sharedFrom === '';
  return (
    <WorkFrame
      head={{
        title: links.probeTitle,
        back: links.list,
        code: setting.remarkNo,
        marks: <PlateChip plateNo={setting.plateNo} colour={setting.vehicleColor} />,
        meta: setting.readTime ? `实时值 ${setting.readTime}` : '还没有上报过数据',
      }}
    >
      <ActBar of={form.save} />
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
        <Calibration form={form} readOnly={!mayChange} />
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
      <ProbeBar form={form} setting={setting} mayChange={mayChange} />
    </WorkFrame>
  );
}

/** The calibration certificates, and the reason for a changed correction. */
function Calibration({ form, readOnly }: { form: ProbeForm; readOnly: boolean }) {
  const mayCorrect = useCan({ access: probeCorrect });
  return (
    <section className="kit-form-group">
      <div className="kit-form-group-head">
        <h2>校准</h2>
        <div className="td-cap">到期前30天起提醒；显示值 = 原始值 + 证书给出的修正值</div>
      </div>
      <div>
        <CalibrationTable
          rows={form.rows}
          faults={form.faults}
          change={form.change}
          readOnly={readOnly}
          mayCorrect={mayCorrect}
        />
        {form.corrects ? (
          <div className="resources-vehicle-probe-reason">
            <span>修正原因</span>
            <Input
              aria-label="修正原因"
              value={form.reason}
              maxLength={100}
              placeholder="如：年度校准，证书给出的示值误差"
              onChange={(event) => form.setReason(event.target.value)}
            />
          </div>
        ) : null}
      </div>
    </section>
  );
}

/** The bar of the form: its errors, since when the setting is valid, and the buttons. Printing and copying use the stored setting. */
function ProbeBar({ form, setting, mayChange }: { form: ProbeForm; setting: ProbeSetting; mayChange: boolean }) {
  const { faults, lacksReason } = form;
  const links = useVehicleLinks();
  const navigate = useNavigate();
  const why = form.unsaved ? '请先保存修改' : undefined;
  return (
    <WorkBar
      note={
        faults.size > 0 || lacksReason ? (
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
          value={form.since}
          onChange={form.setSince}
          style={{ width: 200 }}
        />
      ) : null}
      {setting.sharedFrom === '' ? <DeviceConfig setting={setting} /> : null}
      {setting.probes.length > 0 ? (
        <>
          <Tooltip title={why}>
            <Button
              icon={<Printer />}
              disabled={form.unsaved}
              onClick={() => openPaper(links.print('probes', setting.vehicleId))}
            >
              打印布点图
            </Button>
          </Tooltip>
          <CopyButton
            of={probeCopy}
            step={(ids) => call(probeCopy, { vehicleId: setting.vehicleId, ids })}
            vehicleId={setting.vehicleId}
            plateNo={setting.plateNo}
            label="复制到其他车辆"
            what="探头设置"
            note="目标车辆原有的探头设置被替换，从现在起生效；探头编号、证书和修正值属于探头本身，不复制。此前的数据保持原来的含义。"
            why={why}
          />
        </>
      ) : null}
      <Button onClick={() => navigate(links.list)}>取消</Button>
      {mayChange ? (
        <Button type="primary" loading={form.save.busy} disabled={faults.size > 0 || lacksReason} onClick={form.send}>
          保存
        </Button>
      ) : null}
    </WorkBar>
  );
}
