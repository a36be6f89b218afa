import {
  autoArrive,
  tripSettingsLabels as labels,
  settingsDetail,
  settingsUpdate,
  type TripSettings,
  tripSettings,
} from '@tongda/contract/transport/trip/settings';
import { Button, Drawer, InputNumber, Select, Switch } from 'antd';
import { Settings2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useAct } from '../../../kit/call/use-act';
import { useAsk } from '../../../kit/call/use-ask';
import { ActBar } from '../../../kit/dialog/act-bar';
import { ErrorState, Loading } from '../../../kit/show/states';
import './styles.css';

/** 联动设置: how waybills follow their trucks. Everybody who works with trips may look, an administrator changes it. */
export function TripSettingsButton() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon={<Settings2 />} onClick={() => setOpen(true)}>
        联动设置
      </Button>
      {open ? <SettingsDrawer close={() => setOpen(false)} /> : null}
    </>
  );
}

function SettingsDrawer({ close }: { close: () => void }) {
  const answer = useAsk(settingsDetail, undefined, { own: 'edit' });
  const [changed, setChanged] = useState<Partial<TripSettings>>({});
  const [problems, setProblems] = useState<Partial<Record<string, string>>>({});
  const known = answer.data;
  const act = useAct(settingsUpdate, {
    told: '联动设置已保存',
    fresh: () => answer.refetch({ throwOnError: true }),
    done: close,
  });
  const save = (): void => {
    if (!known) return;
    const { mayEdit: _may, version, ...old } = known;
    const wanted = tripSettings.safeParse({ ...old, ...changed });
    if (wanted.success) void act.run({ ...wanted.data, version });
    else setProblems(Object.fromEntries(wanted.error.issues.map(({ path, message }) => [String(path[0]), message])));
  };
  const body = (): ReactNode => {
    if (answer.error && !known) return <ErrorState error={answer.error} retry={() => void answer.refetch()} />;
    if (!known) return <Loading />;
    return (
      <Fields
        value={{ ...known, ...changed }}
        problems={problems}
        disabled={!known.mayEdit}
        change={(part) => {
          setChanged({ ...changed, ...part });
          setProblems({});
        }}
      />
    );
  };
  return (
    <Drawer
      open
      size={460}
      title="联动设置"
      onClose={close}
      footer={
        known?.mayEdit ? (
          <div className="transport-trip-foot">
            <Button onClick={close}>取消</Button>
            <Button type="primary" loading={act.busy} onClick={save}>
              保存
            </Button>
          </div>
        ) : (
          <span className="td-cap">由企业管理员修改</span>
        )
      }
    >
      <ActBar of={act} />
      {body()}
    </Drawer>
  );
}

interface FieldsProps {
  value: TripSettings;
  problems: Partial<Record<string, string>>;
  disabled: boolean;
  change: (part: Partial<TripSettings>) => void;
}
type NumberKey = { [K in keyof TripSettings]: TripSettings[K] extends number ? K : never }[keyof TripSettings];

function Fields({ value, problems, disabled, change }: FieldsProps) {
  const row = (key: keyof TripSettings, input: ReactNode, hint: string): ReactNode => (
    <div className="transport-trip-field">
      <label htmlFor={`trip-${key}`}>{labels[key]}</label>
      {input}
      <span className={problems[key] ? 'transport-trip-bad' : 'td-cap'} role={problems[key] ? 'alert' : undefined}>
        {problems[key] ?? hint}
      </span>
    </div>
  );
  const toggle = (key: 'autoDepart' | 'skipLoading', hint: string): ReactNode =>
    row(
      key,
      <Switch id={`trip-${key}`} disabled={disabled} checked={value[key]} onChange={(on) => change({ [key]: on })} />,
      hint,
    );
  const number = (key: Exclude<NumberKey, 'autoArrive'>, hint: string): ReactNode =>
    row(
      key,
      <InputNumber
        id={`trip-${key}`}
        disabled={disabled}
        value={value[key]}
        onChange={(next) => change({ [key]: next ?? undefined })}
      />,
      hint,
    );
  return (
    <div className="transport-trip-fields">
      {toggle('autoDepart', '已装车的运单，车辆驶离装货点即发车；关闭后只提示“疑似已发车”')}
      {toggle('skipLoading', '已配载的运单不必确认装车，也可自动发车')}
      {row(
        'autoArrive',
        <Select
          id="trip-autoArrive"
          disabled={disabled}
          value={value.autoArrive}
          onChange={(next) => change({ autoArrive: next })}
          options={autoArrive.options.map(({ code, name }) => ({ value: code, label: name }))}
        />,
        '人工登记的到站、离站时间不会被自动覆盖',
      )}
      {number('fenceRadiusM', '没有绘制围栏的地址，以此半径判断到达')}
      {number('tempMinRate', '')}
      {number('tempMinCoverage', '')}
      {number('tempMaxOverMin', '')}
      {number('tempDoorGraceMin', '到站开门到关门后这段时间不计入达标率')}
      {number('tempDraftMin', '厢温连续超出要求这么久，系统自动起草异常并通知处理人；0 为不起草')}
      {number('etaWarnMin', '预计到达比要求晚这么久，提醒调度')}
      {number('etaLateMin', '预计晚这么久时再提醒一次')}
      {number('lateToleranceMin', '配载时预计晚到超过这么久，须有“晚到放行”权限并说明原因')}
    </div>
  );
}
