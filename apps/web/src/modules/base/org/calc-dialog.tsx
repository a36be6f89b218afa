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
import { Button, InputNumber, Modal } from 'antd';
import { useState } from 'react';
import { useAct } from '../../../kit/call/use-act';
import { useAsk } from '../../../kit/call/use-ask';
import { HistoryDrawer } from '../../../kit/detail/change-history';
import { ActBar } from '../../../kit/dialog/act-bar';
import { useSession } from '../../../kit/session/user';
import { shortTime } from '../../../kit/show/format';
import { ErrorState, Loading } from '../../../kit/show/states';

const title = '计算参数';
type Draft = Record<keyof CalcSettings, number | null>;

/** Constants by which mileage, states, trips and jumps are reckoned. Administrators change them, others look. */
export function CalcDialog({ close }: { close: () => void }) {
  const asked = useAsk(companyCalc, undefined, { own: 'edit' });
  if (asked.data) return <Form loaded={asked.data} renew={() => asked.refetch({ throwOnError: true })} close={close} />;
  return (
    <Modal open title={title} width={640} footer={null} onCancel={close}>
      {asked.error ? <ErrorState error={asked.error} retry={() => void asked.refetch()} /> : <Loading />}
    </Modal>
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
  const [history, setHistory] = useState(false);
  const company = useSession((state) => state.user?.clientId ?? '');
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
    <Modal
      open
      title={title}
      width={640}
      onCancel={close}
      footer={
        loaded.editable ? (
          <>
            <Button className="base-org-calc-standard" disabled={standard} onClick={() => setDraft(calcDefaults)}>
              恢复标准值
            </Button>
            <Button onClick={close}>取消</Button>
            <Button
              type="primary"
              loading={save.busy}
              disabled={!changed || !wanted.success}
              onClick={() => wanted.success && void save.run({ ...wanted.data, version: loaded.version })}
            >
              保存
            </Button>
          </>
        ) : (
          <Button onClick={close}>关闭</Button>
        )
      }
    >
      <ActBar of={save} />
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
      <p className="td-cap">
        {loaded.editable ? null : '只有企业管理员可以修改。'}
        {loaded.since ? `${shortTime(loaded.since)} 起按此计算　` : '一直按标准值计算　'}
        <button type="button" className="td-plain kit-table-word" onClick={() => setHistory(true)}>
          变更记录
        </button>
      </p>
      {history ? <HistoryDrawer of={companyCalcHis} id={company} name={title} close={() => setHistory(false)} /> : null}
    </Modal>
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
