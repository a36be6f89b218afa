import { companyKeeping, companyKeepingHis, keepMonths, saveCompanyKeeping } from '@tongda/contract/base/org/keeping';
import type { Output } from '@tongda/contract/core/endpoint';
import { InputNumber } from 'antd';
import { useState } from 'react';
import { useAct } from '../../../kit/call/use-act';
import { SettingDialog, SettingForm } from '../../../kit/dialog/setting';
import { shortTime } from '../../../kit/show/format';

const title = '轨迹保存期';
const width = 480;

/** How long the company keeps positions, temperatures and what else terminals report. Administrators change it, others look. */
export function KeepingDialog({ close }: { close: () => void }) {
  return (
    <SettingDialog title={title} width={width} of={companyKeeping} close={close}>
      {(loaded, renew) => <Form loaded={loaded} renew={renew} close={close} />}
    </SettingDialog>
  );
}

interface FormProps {
  loaded: Output<typeof companyKeeping>;
  renew: () => Promise<unknown>;
  close: () => void;
}

function Form({ loaded, renew, close }: FormProps) {
  const [months, setMonths] = useState<number | null>(loaded.months);
  const shorter = months !== null && months < loaded.months;
  const save = useAct(saveCompanyKeeping, {
    ...(shorter
      ? {
          sure: {
            title: `只保留最近${months}个月？`,
            content: '更早的轨迹、温湿度和油量会在当天夜里删除，不能恢复。里程、停车、报警等统计结果不受影响。',
            ok: '缩短保存期',
            danger: true,
          },
        }
      : {}),
    told: ({ since }) => `已保存，${since.slice(0, 10)}以来的轨迹会保留`,
    stale: [companyKeeping],
    fresh: renew,
    done: close,
  });
  return (
    <SettingForm
      title={title}
      width={width}
      editable={loaded.editable}
      act={save}
      send={months === null || months === loaded.months ? null : () => void save.run({ months, before: loaded.months })}
      since={loaded.updateTime ? `最近修改 ${shortTime(loaded.updateTime)}` : '还没有修改过'}
      history={companyKeepingHis}
      close={close}
    >
      <p className="base-org-keeping">
        <label htmlFor="keep-months">保留最近</label>
        <InputNumber
          id="keep-months"
          min={keepMonths.min}
          max={keepMonths.max}
          precision={0}
          suffix="个月"
          value={months}
          disabled={!loaded.editable}
          onChange={setMonths}
        />
        <span className="td-cap">现在可查 {loaded.since.slice(0, 10)} 以来的轨迹</span>
      </p>
      <p className="td-cap">道路运输要求至少{keepMonths.min}个月；运输药品请设为60个月。</p>
    </SettingForm>
  );
}
