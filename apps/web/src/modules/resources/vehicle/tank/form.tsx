import { recalcDays, tankCopy, tankSave } from '@tongda/contract/resources/vehicle/tank';
import { tankShapes } from '@tongda/contract/resources/vehicle/tank-shape';
import { Button, Checkbox, DatePicker, Input, InputNumber, Segmented } from 'antd';
import type { ReactNode } from 'react';
import { call } from '../../../../kit/call/api';
import { ActBar } from '../../../../kit/dialog/act-bar';
import { useCan } from '../../../../kit/session/can';
import { WorkBar, WorkNote } from '../../../../kit/work/bar';
import { WorkField, WorkFields } from '../../../../kit/work/fields';
import { CopyButton } from '../copy-button';
import { TankCurve } from './curve';
import { type TankState, useTank } from './draft';
import { TankHistory } from './history';
import { pointsOf, type TankDraft, type TankSetting } from './model';
import { TankPoints } from './points';

interface FormProps {
  setting: TankSetting;
  no: number;
  reload: () => Promise<{ data: TankSetting | undefined }>;
}
const shapes = ([1, 2, 3, 4] as const).map((code): { value: TankDraft['shape']; label: string } => ({
  value: code,
  label: tankShapes[code],
}));

/** One tank: its shape and sensor, the table with its curve, the thresholds, and the versions before. */
export function TankForm({ setting, no, reload }: FormProps) {
  const tank = useTank(setting, no, reload);
  const readOnly = !useCan(tankSave) || setting.sharedFrom !== '';
  const raw = setting.raw[no - 1] ?? null;
  return (
    <>
      <ActBar of={tank.save} />
      <div className="resources-vehicle-tank-body">
        <div>
          <Part title="油箱与传感器" hint="量程为传感器能给出的最小、最大值">
            <Basics tank={tank} readOnly={readOnly} />
          </Part>
          <Part title="标定点" hint="高度/电压值 → 油量，自下而上，3~60 点">
            <TankPoints tank={tank} raw={raw} readOnly={readOnly} />
          </Part>
          <Part title="油耗与阈值" hint="空着按通用值：加油 10L/5%，漏油 8L/3%，怠速 2L/h">
            <Limits tank={tank} readOnly={readOnly} />
          </Part>
          <Part title="历史版本" hint="每次保存是一个版本">
            <TankHistory vehicleId={setting.vehicleId} />
          </Part>
        </div>
        <aside>
          <h2>标定曲线</h2>
          <TankCurve points={pointsOf(tank.draft.lines)} capacityL={tank.draft.capacityL} raw={raw} />
        </aside>
      </div>
      <Foot setting={setting} tank={tank} readOnly={readOnly} />
    </>
  );
}

const Part = ({ title, hint, children }: { title: string; hint: string; children: ReactNode }) => (
  <section className="kit-form-group">
    <div className="kit-form-group-head">
      <h2>{title}</h2>
      <div className="td-cap">{hint}</div>
    </div>
    <div>{children}</div>
  </section>
);

interface PartProps {
  tank: TankState;
  readOnly: boolean;
}

interface NumberProps extends PartProps {
  field:
    | 'capacityL'
    | 'rangeMin'
    | 'rangeMax'
    | 'idleLPerH'
    | 'refLPer100Km'
    | 'riseL'
    | 'risePercent'
    | 'dropL'
    | 'dropPercent';
  label: string;
  unit?: string;
  places?: number;
  min?: number;
  max?: number;
}

function NumberBox({ tank, readOnly, field, label, unit, places = 1, min, max }: NumberProps) {
  return (
    <WorkField label={label}>
      <InputNumber<number>
        aria-label={label}
        value={tank.draft[field]}
        status={tank.save.faultOf(field) ? 'error' : undefined}
        title={tank.save.faultOf(field)}
        precision={places}
        controls={false}
        suffix={unit}
        {...(min === undefined ? {} : { min })}
        {...(max === undefined ? {} : { max })}
        disabled={readOnly}
        style={{ width: '100%' }}
        onChange={(value) => tank.put({ [field]: value })}
      />
    </WorkField>
  );
}

const Basics = (of: PartProps) => (
  <WorkFields>
    <NumberBox {...of} field="capacityL" label="油箱容量" unit="L" places={0} min={20} max={2000} />
    <WorkField label="形状">
      <Segmented
        aria-label="形状"
        options={shapes}
        value={of.tank.draft.shape}
        disabled={of.readOnly}
        onChange={(shape) => of.tank.put({ shape })}
      />
    </WorkField>
    <NumberBox {...of} field="rangeMin" label="量程下限" />
    <NumberBox {...of} field="rangeMax" label="量程上限" />
  </WorkFields>
);

const Limits = (of: PartProps) => (
  <WorkFields>
    <NumberBox {...of} field="idleLPerH" label="怠速油耗" unit="L/h" min={0.1} max={20} />
    <NumberBox {...of} field="refLPer100Km" label="参考百公里油耗" unit="L" min={1} max={200} />
    <NumberBox {...of} field="riseL" label="加油阈值" unit="L" min={1} max={500} />
    <NumberBox {...of} field="risePercent" label="加油阈值(占容量)" unit="%" min={0.1} max={50} />
    <NumberBox {...of} field="dropL" label="漏油阈值" unit="L" min={1} max={500} />
    <NumberBox {...of} field="dropPercent" label="漏油阈值(占容量)" unit="%" min={0.1} max={50} />
  </WorkFields>
);

/** What keeps it from being saved, since when the version holds, whether the days since then are computed again, and the buttons. */
function Foot({ setting, tank, readOnly }: PartProps & { setting: TankSetting }) {
  const { refusal, since, save, dirty } = tank;
  return (
    <WorkBar
      note={
        readOnly ? (
          <WorkNote>
            {setting.sharedFrom ? `由${setting.sharedFrom}共享，只能查看` : '没有“油量标定”权限，只能查看'}
          </WorkNote>
        ) : refusal ? (
          <WorkNote tone="bad">{refusal}</WorkNote>
        ) : (
          <WorkNote>生效时间之前的数据保持原来的含义</WorkNote>
        )
      }
    >
      {readOnly ? null : (
        <>
          <Input
            aria-label="说明"
            placeholder="说明，如：加油站实测 12 点"
            value={tank.draft.remark}
            maxLength={100}
            style={{ width: 210 }}
            onChange={(event) => tank.put({ remark: event.target.value })}
          />
          <DatePicker
            showTime
            aria-label="生效时间"
            placeholder="生效时间：立即"
            value={since}
            onChange={tank.setSince}
            style={{ width: 190 }}
          />
          <Checkbox
            checked={tank.recalc}
            style={{ alignItems: 'center' }}
            title={`从生效时间起（最多${recalcDays}天）重新识别加油和异常`}
            onChange={(event) => tank.setRecalc(event.target.checked)}
          >
            重新计算
          </Checkbox>
          <CopyButton
            of={tankCopy}
            step={(ids) => call(tankCopy, { vehicleId: setting.vehicleId, ids })}
            vehicleId={setting.vehicleId}
            plateNo={setting.plateNo}
            label="复制到同型车"
            what="油量标定"
            note="目标车辆的标定从现在起换成这一份，此前的数据保持原来的含义。"
            equip={['oil']}
            why={dirty ? '请先保存修改' : setting.tanks.length === 0 ? '还没有标定' : undefined}
          />
          <Button type="primary" loading={save.busy} disabled={refusal !== null} onClick={tank.send}>
            保存
          </Button>
        </>
      )}
    </WorkBar>
  );
}
