import { useQuery } from '@tanstack/react-query';
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
import { call } from '../../../kit/call/api';
import { HistoryDrawer } from '../../../kit/detail/change-history';
import { reportError, toast } from '../../../kit/dialog/notify';
import { useInvalidate } from '../../../kit/list/use-list';
import { useSession } from '../../../kit/session/user';
import { shortTime } from '../../../kit/show/format';
import { ErrorState, Loading } from '../../../kit/show/states';

const title = '计算参数';
type Draft = Record<keyof CalcSettings, number | null>;

/** Constants by which mileage, states, trips and jumps are reckoned. Administrators change them, others look. */
export function CalcDialog({ close }: { close: () => void }) {
  const asked = useQuery({
    queryKey: [companyCalc.path],
    queryFn: () => call(companyCalc, undefined, { quiet: true }),
    staleTime: 0,
    gcTime: 0,
  });
  if (asked.data) return <Form loaded={asked.data} close={close} />;
  return (
    <Modal open title={title} width={640} footer={null} onCancel={close}>
      {asked.error ? <ErrorState error={asked.error} retry={() => void asked.refetch()} /> : <Loading />}
    </Modal>
  );
}

/** What the contract says of each field as it stands. */
function faultsOf(draft: Draft): Partial<Record<string, string>> {
  const checked = calcSettings.safeParse(draft);
  if (checked.success) return {};
  return Object.fromEntries(checked.error.issues.map(({ path, message }) => [String(path[0]), message]));
}

function Form({ loaded, close }: { loaded: Output<typeof companyCalc>; close: () => void }) {
  const [draft, setDraft] = useState<Draft>(loaded.settings);
  const [busy, setBusy] = useState(false);
  const [history, setHistory] = useState(false);
  const company = useSession((state) => state.user?.clientId ?? '');
  const invalidate = useInvalidate();
  const faults = faultsOf(draft);
  const changed = calcKeys.some((key) => draft[key] !== loaded.settings[key]);
  const standard = calcKeys.every((key) => draft[key] === calcDefaults[key]);
  const save = async (): Promise<void> => {
    const wanted = calcSettings.safeParse(draft);
    if (!wanted.success) return;
    setBusy(true);
    try {
      await call(saveCompanyCalc, { ...wanted.data, version: loaded.version });
      void invalidate(companyCalc);
      toast('success', '已保存，从现在起按新的参数计算');
      close();
    } catch (error) {
      reportError(error);
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={title}
      width={640}
      onCancel={close}
      footer={
        loaded.editable ? (
          <>
            <Button className="org-calc-standard" disabled={standard} onClick={() => setDraft(calcDefaults)}>
              恢复标准值
            </Button>
            <Button onClick={close}>取消</Button>
            <Button
              type="primary"
              loading={busy}
              disabled={!changed || Object.keys(faults).length > 0}
              onClick={() => void save()}
            >
              保存
            </Button>
          </>
        ) : (
          <Button onClick={close}>关闭</Button>
        )
      }
    >
      <p className="td-cap">里程、停车、行程和离线按这些参数计算。修改从保存时起生效，以前的数据仍按当时的参数重算。</p>
      <div className="org-calc">
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
        <button type="button" className="td-plain td-word" onClick={() => setHistory(true)}>
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
      <span id={`${id}-note`} className={fault ? 'org-calc-fault' : 'td-cap'} role={fault ? 'alert' : undefined}>
        {fault ?? `${help}${value === standard ? '' : `，标准${standard}`}`}
      </span>
    </>
  );
}
