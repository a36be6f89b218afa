import {
  type CalcSettings,
  calcDefaults,
  calcFields,
  calcKeys,
  calcSettings,
  companyCalc,
  companyCalcHis,
  saveCompanyCalc,
} from '@tongda/contract/base/org/calc';
import type { Output } from '@tongda/contract/core/endpoint';
import { Button, InputNumber } from 'antd';
import { useState } from 'react';
import { useAct } from '../../../kit/call/use-act';
import { SettingDialog, SettingForm } from '../../../kit/dialog/setting';
import { shortTime } from '../../../kit/show/format';

const title = '计算参数';
const width = 640;
type Draft = Record<keyof CalcSettings, number | null>;

/** Constants by which mileage, states, trips and jumps are reckoned. Administrators change them, others look. */
export function CalcDialog({ close }: { close: () => void }) {
  return (
    <SettingDialog title={title} width={width} of={companyCalc} close={close}>
      {(loaded, renew) => <Form loaded={loaded} renew={renew} close={close} />}
    </SettingDialog>
  );
}

/** Errors of the form by field, from the schema of the contract. */
function faultsOf(draft: Draft): Partial<Record<string, string>> {
  const checked = calcSettings.safeParse(draft);
  if (checked.success) return {};
  return Object.fromEntries(checked.error.issues.map(({ path, message }) => [String(path[0]), message]));
}

interface FormProps {
  loaded: Output<typeof companyCalc>;
  renew: () => Promise<unknown>;
  close: () => void;
}

function Form({ loaded, renew, close }: FormProps) {
  const [draft, setDraft] = useState<Draft>(loaded.settings);
  const faults = faultsOf(draft);
  const changed = calcKeys.some((key) => draft[key] !== loaded.settings[key]);
  const standard = calcKeys.every((key) => draft[key] === calcDefaults[key]);
  const wanted = calcSettings.safeParse(draft);
  const save = useAct(saveCompanyCalc, {
    told: '已保存，从现在起按新的参数计算',
    stale: [companyCalc],
    fresh: renew,
    done: close,
  });
  return (
    <SettingForm
      title={title}
      width={width}
      editable={loaded.editable}
      act={save}
      send={changed && wanted.success ? () => void save.run({ ...wanted.data, version: loaded.version }) : null}
      since={loaded.since ? `${shortTime(loaded.since)} 起按此计算` : '一直按标准值计算'}
      history={companyCalcHis}
      extra={
        <Button className="base-org-calc-standard" disabled={standard} onClick={() => setDraft(calcDefaults)}>
          恢复标准值
        </Button>
      }
      close={close}
    >
      <p className="td-cap">里程、停车、行程和离线按这些参数计算。修改从保存时起生效，以前的数据仍按当时的参数重算。</p>
      <div className="base-org-calc">
        {calcKeys.map((key) => (
          <Field
            key={key}
            of={key}
            value={draft[key]}
            fault={faults[key]}
            disabled={!loaded.editable}
            onChange={(value) => setDraft({ ...draft, [key]: value })}
          />
        ))}
      </div>
    </SettingForm>
  );
}

interface FieldProps {
  of: keyof CalcSettings;
  value: number | null;
  fault: string | undefined;
  disabled: boolean;
  onChange: (value: number | null) => void;
}

function Field({ of, value, fault, disabled, onChange }: FieldProps) {
  const { label, unit, places, standard, help } = calcFields[of];
  const id = `calc-${of}`;
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <InputNumber
        id={id}
        value={value}
        step={places > 0 ? 0.1 : 1}
        suffix={unit}
        disabled={disabled}
        status={fault ? 'error' : ''}
        aria-describedby={`${id}-note`}
        onChange={onChange}
      />
      <span id={`${id}-note`} className={fault ? 'base-org-calc-fault' : 'td-cap'} role={fault ? 'alert' : undefined}>
        {fault ?? `${help}${value === standard ? '' : `，标准${standard}`}`}
      </span>
    </>
  );
}
