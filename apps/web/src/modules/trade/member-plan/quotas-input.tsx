import { type PlanQuotas, type QuotaKey, quotaKeys, quotaLabels } from '@tongda/contract/base/allowance/quota';
import { InputNumber, Select } from 'antd';

const units: Readonly<Record<QuotaKey, string>> = { accounts: '个', smsPerMonth: '条/月', exportRows: '行' };
/** What a number starts from when one is wanted. */
const usual: Readonly<Record<QuotaKey, number>> = { accounts: 20, smsPerMonth: 100, exportRows: 20_000 };

interface Props {
  value?: PlanQuotas;
  onChange?: (quotas: PlanQuotas) => void;
  id?: string;
  isBase: boolean;
}

/** The quotas of a plan: each a number, no limit, or left as it is without the plan. */
export function QuotasInput({ value = {}, onChange, id, isBase }: Props) {
  const put = (key: QuotaKey, most: number | null | undefined): void => {
    const { [key]: _was, ...others } = value;
    onChange?.(most === undefined ? others : { ...others, [key]: most });
  };
  return (
    <div className="trade-member-plan-quotas" id={id}>
      {quotaKeys.map((key) => {
        const most = value[key];
        const how = most === undefined ? 'absent' : most === null ? 'none' : 'number';
        return (
          <div key={key}>
            <span>{quotaLabels[key]}</span>
            <Select
              aria-label={`${quotaLabels[key]}怎样限制`}
              value={how}
              options={[
                { value: 'number', label: '指定' },
                { value: 'none', label: '不限' },
                { value: 'absent', label: isBase ? '系统默认' : '按基础额度' },
              ]}
              onChange={(next) => put(key, next === 'number' ? usual[key] : next === 'none' ? null : undefined)}
            />
            {how === 'number' ? (
              <InputNumber
                aria-label={quotaLabels[key]}
                value={most}
                min={0}
                max={1_000_000_000}
                precision={0}
                controls={false}
                suffix={units[key]}
                onChange={(next) => put(key, next ?? 0)}
              />
            ) : null}
          </div>
        );
      })}
    </div>
  );
}
